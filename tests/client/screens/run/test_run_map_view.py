import pytest

from support.client.client_examples import ARENA, CRYPT, PARTY, ROOT, TREE
from support.client.screen_text import colours_at, find, playing, rows_of, text_of
from undertide_client.displays.cells import Console
from undertide_client.model.mirror import Mirror
from undertide_client.screens.run.run_map_view import draw_run_map, heroes_on
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import Area
from undertide_client.screens.widgets.palette import rgb
from undertide_shared.messages import BranchInfo, PartyMember

WIDE = Area(0, 0, 90, 16)


def drawn(mirror: Mirror, area: Area = WIDE, chosen: int = CRYPT) -> Console:
    console = Console(100, 30)
    draw_run_map(console, area, mirror, chosen)
    return console


def chain(length: int) -> list[BranchInfo]:
    """Return a run of one floor below the other."""
    return [
        BranchInfo(n + 1, n, n, 0, f"depth {n + 1}", "d", 0x808080, True) for n in range(length)
    ]


def test_the_run_is_drawn_as_a_tree_with_the_numbers_of_its_floors() -> None:
    text = text_of(drawn(playing().mirror))
    for words in (
        "1 s the entrance",
        "2 w a warren K a keep v caverns",
        "╭─────────────────┼─────────────────╮",
        "3 [c a crypt] S a sanctuary",
        "╭────────┴────────╮",
        "4 a an arena V a vault",
    ):
        assert words in text, words


def test_heroes_stand_beneath_their_floor_in_their_colour() -> None:
    console = drawn(playing().mirror)
    (ann, bob) = find(console, "@")
    assert colours_at(console, *ann)[0] == rgb(PARTY[0].colour)
    assert colours_at(console, *bob)[0] == rgb(PARTY[1].colour)
    (crypt,) = find(console, "[")
    assert ann[1] == crypt[1] + 1
    assert bob[1] == ann[1] + 3


def test_those_on_no_floor_stand_nowhere() -> None:
    fallen = PartyMember(0, "Cid", 0, 0, 0, 1, "dead", 0)
    mirror = playing(party=[fallen]).mirror
    assert heroes_on(mirror, 0) == []
    assert find(drawn(mirror), "@") == []


def test_what_lies_ahead_is_fainter_than_what_was_entered() -> None:
    console = drawn(playing().mirror, chosen=ROOT)
    rows = rows_of(console)
    y = next(row for row, text in enumerate(rows) if "w a warren" in text)
    ahead = colours_at(console, rows[y].index("w a warren") + 2, y)[0]
    entered = colours_at(console, rows[y].index("K a keep") + 2, y)[0]
    assert (ahead, entered) == (palette.FAINT, palette.INK)


def test_the_chosen_floor_is_lit() -> None:
    console = drawn(playing().mirror, chosen=ARENA)
    rows = rows_of(console)
    y = next(row for row, text in enumerate(rows) if "a an arena" in text)
    assert colours_at(console, rows[y].index("a an arena"), y)[1] == palette.CHOSEN


@pytest.mark.parametrize("chosen", [1, 15, 30])
def test_a_deep_run_scrolls_with_the_choice(chosen: int) -> None:
    text = text_of(drawn(playing(branches=chain(30)).mirror, chosen=chosen))
    assert f"{chosen} d depth {chosen}" in text
    assert 5 <= text.count("depth") <= 6


def test_a_wide_run_scrolls_with_the_choice() -> None:
    wide = [
        TREE[0],
        *(BranchInfo(n, ROOT, 1, n, f"way {n}", "w", 0x808080, False) for n in range(2, 40)),
    ]
    for chosen in (2, 20, 39):
        assert f"way {chosen}" in text_of(drawn(playing(branches=wide).mirror, chosen=chosen))


@pytest.mark.parametrize("area", [Area(3, 2, 60, 12), Area(10, 5, 20, 3), Area(0, 0, 5, 1)])
def test_nothing_is_drawn_beside_its_area(area: Area) -> None:
    console = drawn(playing().mirror, area)
    outside = [
        (x, y)
        for y, row in enumerate(rows_of(console))
        for x, glyph in enumerate(row)
        if glyph != " " and not area.contains(x, y)
    ]
    assert outside == []


def test_a_crowd_of_heroes_stays_beneath_its_floor() -> None:
    crowd = [PartyMember(n, f"Hero {n}", 0xFFFFFF, 3, 100, 1, "alive", CRYPT) for n in range(40)]
    assert len(find(drawn(playing(party=crowd).mirror), "@")) == 16
