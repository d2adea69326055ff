"""Settings of layouts at the bounds of content: the largest floors that a host can ask for."""

from undertide_server.content.records.layouts import (
    Arena,
    Caverns,
    Keep,
    Layouts,
    RoomsAndCorridors,
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
