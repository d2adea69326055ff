"""Settings of layouts as content may state them, for properties that hold of any."""

from hypothesis import strategies as st

from undertide_server.content.records.layouts import (
    Arena,
    Caverns,
    Keep,
    Layouts,
    RoomsAndCorridors,
)

percent = st.integers(0, 100)


@st.composite
def rooms_rules(draw: st.DrawFn) -> RoomsAndCorridors:
    width, height = draw(st.integers(20, 90)), draw(st.integers(15, 60))
    smallest = draw(st.integers(3, 8))
    return RoomsAndCorridors(
        width=width,
        height=height,
        rooms=draw(st.integers(1, 40)),
        smallest=smallest,
        largest=draw(st.integers(smallest, min(30, width - 2, height - 2))),
        loops=draw(percent),
        doors=draw(percent),
    )


@st.composite
def caverns_rules(draw: st.DrawFn) -> Caverns:
    width, height = draw(st.integers(20, 90)), draw(st.integers(15, 60))
    smallest = draw(st.integers(5, 13))
    return Caverns(
        width=width,
        height=height,
        chambers=draw(st.integers(1, 100)),
        smallest=smallest,
        largest=draw(st.integers(smallest, min(30, width - 2, height - 2))),
        ragged=draw(st.integers(0, 200)),
        smoothing=draw(st.integers(0, 8)),
        loops=draw(percent),
    )


arena_rules = st.builds(
    Arena,
    width=st.integers(41, 120),
    height=st.integers(31, 120),
    gates=st.integers(1, 4),
    ring=st.integers(20, 50),
    spacing=st.integers(3, 20),
    standing=percent,
)
keep_rules = st.builds(
    Keep,
    columns=st.integers(2, 12),
    rows=st.integers(2, 12),
    side=st.integers(3, 12),
    dead_ends=st.integers(0, 20),
    doors=percent,
    monsters=st.integers(0, 200),
    spells=st.integers(0, 50),
    hearts=st.integers(0, 50),
)
settings_of_layouts = st.builds(
    Layouts,
    rooms_and_corridors=rooms_rules(),
    caverns=caverns_rules(),
    arena=arena_rules,
    keep=keep_rules,
    small_keep=keep_rules,
)


LARGEST = Layouts(
    rooms_and_corridors=RoomsAndCorridors(
        width=200, height=200, rooms=100, smallest=3, largest=30, loops=100, doors=100
    ),
    caverns=Caverns(
        width=200, height=200, chambers=100, smallest=5, largest=30, ragged=200, smoothing=0,
        loops=100,
    ),
    arena=Arena(width=200, height=200, gates=4, ring=50, spacing=3, standing=100),
    keep=Keep(
        columns=40, rows=40, side=3, dead_ends=0, doors=100, monsters=200, spells=50, hearts=50
    ),
    small_keep=Keep(
        columns=6, rows=6, side=30, dead_ends=0, doors=0, monsters=0, spells=0, hearts=0
    ),
)  # fmt: skip
