import pytest
from msgspec import structs
from msgspec.structs import replace

from support.client.client_examples import GOBLIN, HERO, ROOM, STAIRS, delta, joined, keyframe
from support.client.hero_examples import BURNING
from support.client.people_examples import in_company
from support.client.screen_text import colours_at, drawn, find, playing, shown, ui_of
from undertide_client.screens.map.cursor_screen import LookScreen, TravelScreen, describe
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Pop, Send, ShowNote
from undertide_shared.messages import (
    EffectFigures,
    MarkInfo,
    Regroup,
    Shift,
    Sighting,
    Threat,
    Travel,
)

OWN = (2, 2)
"""The hero's own cell."""
ANN = Sighting(HERO, 1, 2, 2)
ITEM, NEAR = Sighting(8, 3, 1, 4), Sighting(7, 2, 3, 2, 100, "peaceful")
FAR = Sighting(9, 2, 6, 2, 45, "hunting")


@pytest.mark.parametrize(
    ("cell", "subject", "details"),
    [
        ((6, 2), "goblin (wounded, hunting), floor", "It is small, green and not alone."),
        ((2, 2), "Ann, seen from inside, floor", ""),
        ((1, 4), "health potion, floor", "Closes wounds."),
        ((0, 0), "wall", ""),
        ((99, 0), "the unknown", "Nobody of the party has seen this place."),
    ],
)
def test_a_cell_is_described(cell: tuple[int, int], subject: str, details: str) -> None:
    assert describe(playing().mirror, cell) == (subject, details)


def test_gear_that_a_companion_left_says_so() -> None:
    mirror = playing().mirror
    [(wire_id, potion)] = [(key, one) for key, one in mirror.sightings.items() if one.y == 4]
    mirror.sightings[wire_id] = replace(potion, meant=True)
    assert describe(mirror, (1, 4))[0] == "health potion, left for you, floor"


def test_what_is_only_remembered_is_said_to_be() -> None:
    assert describe(playing(sight=[0, 30]).mirror, (1, 4))[0] == "health potion, floor (remembered)"


@pytest.mark.parametrize(
    ("cell", "subject", "details"),
    [
        ((7, 3), "stairs down: an arena (ahead)", "There: Bob."),
        ((3, 3), "stairs up: a keep", ""),
    ],
)
def test_stairs_say_where_they_lead_and_who_is_there(
    cell: tuple[int, int], subject: str, details: str
) -> None:
    assert describe(playing(stairs=STAIRS).mirror, cell) == (subject, details)


def test_stairs_of_which_nothing_was_told_are_just_stairs() -> None:
    assert describe(playing().mirror, (7, 3)) == ("stairs down", "")


def test_what_a_place_does_is_told() -> None:
    mirror = playing(drawing=ROOM.replace("........", "^.......", 1)).mirror
    assert describe(mirror, (1, 1)) == ("spikes", "They hurt.")


def test_things_in_one_cell_are_all_named() -> None:
    mirror = playing().mirror
    mirror.apply(delta(shifted=[Shift(HERO, 1, 4)]))
    assert describe(mirror, (1, 4))[0] == "Ann, seen from inside, health potion, floor"


def test_a_boss_has_a_crown() -> None:
    mirror = playing().mirror
    goblin = next(kind for kind in mirror.kinds.values() if kind.name == "goblin")
    boss = structs.replace(goblin, name="Skerrit, the goblin", boss=True)
    mirror.apply(delta(kinds=[boss]))
    assert describe(mirror, (6, 2))[0].startswith("♛ Skerrit, the goblin (")


def test_a_monster_tells_what_decides_before_its_looks() -> None:
    mirror = playing().mirror
    mirror.apply(delta(threats=[Threat(GOBLIN, 250, 2000, 1, "dire", 3)]))
    subject, details = describe(mirror, (6, 2))
    assert subject == "goblin (dire danger, wounded, hunting), floor"
    assert details.startswith(
        "Dire danger (!!!): felling it alone would cost you hardly any life. "
        "10 of its blows kill you; 3 of yours kill it. It is small"
    )


def test_of_a_companion_out_of_sight_that_is_said_and_not_remembered() -> None:
    mirror = in_company().mirror
    assert describe(mirror, (26, 1)) == ("Cat (scratched, out of sight)", "")
    assert describe(mirror, (8, 1))[0] == "Bob (wounded), floor"


def test_a_mark_is_named_with_the_hero_who_made_it() -> None:
    mirror = playing(marks=[MarkInfo(6, 2, "danger", 1)]).mirror
    subject, _ = describe(mirror, (6, 2))
    assert subject == "goblin (wounded, hunting), floor, danger, marked by Bob"


def test_the_statuses_of_others_are_told_in_figures() -> None:
    figures = [BURNING, EffectFigures("hinder", "taunted")]
    mirror = ui_of(joined(statuses=figures), keyframe()).mirror
    words = ["burning", "taunted", "unheard of"]
    mirror.sightings[GOBLIN] = replace(mirror.sightings[GOBLIN], statuses=words)
    details = "Burning: 4 % of full life as fire damage every 5 turns."
    subject, told = describe(mirror, (6, 2))
    assert subject == "goblin (wounded, hunting, burning, taunted, unheard of), floor"
    assert told == f"{details} It is small, green and not alone."


def test_a_look_at_a_cell_says_what_is_there() -> None:
    screen = LookScreen(playing(), OWN)
    assert "Look: Ann, seen from inside, floor" in shown(screen)
    for key in ("right", "right", "l", "6"):
        screen.press(key)
    text = shown(screen)
    assert "Look: goblin (wounded, hunting), floor" in text
    assert "It is small, green and not alone." in text
    assert screen.press("enter") == (Pop(),)
    assert screen.press("escape") == (Pop(),)


def test_the_cursor_is_seen_on_the_map() -> None:
    screen = LookScreen(playing(), (6, 2))
    console = drawn(screen)
    x, y = find(console, "g")[0]
    assert colours_at(console, x, y) == (palette.PAPER, palette.CURSOR)


def test_the_cursor_stays_on_the_floor() -> None:
    screen = LookScreen(playing())
    for _ in range(30):
        screen.press("y")
    assert screen.cell == (0, 0)
    for _ in range(30):
        screen.press("n")
    assert screen.cell == (9, 5)


def test_the_cursor_is_followed_across_a_large_floor() -> None:
    row = "." * 200
    screen = LookScreen(playing(drawing=row, sightings=[Sighting(HERO, 1, 0, 0)]))
    for _ in range(150):
        screen.press("right")
    console = drawn(screen)
    cursor = [(x, y) for x in range(54) for y in range(19) if _is_cursor(colours_at(console, x, y))]
    assert len(cursor) == 1


def _is_cursor(colours: tuple[tuple[int, ...], tuple[int, ...]]) -> bool:
    return colours[1] == palette.CURSOR


def test_tab_goes_round_what_is_in_sight() -> None:
    screen = LookScreen(playing(), OWN)
    cells = []
    for _ in range(3):
        screen.press("tab")
        cells.append(screen.cell)
    assert cells == [(6, 2), (1, 4), (6, 2)]
    screen.press("shift+tab")
    assert screen.cell == (1, 4)


def test_the_first_step_back_goes_to_the_last() -> None:
    screen = LookScreen(playing(), OWN)
    screen.press("shift+tab")
    assert screen.cell == (1, 4)


def test_without_anything_in_sight_tab_stays() -> None:
    screen = LookScreen(playing(sightings=[Sighting(HERO, 1, 2, 2)]))
    screen.press("tab")
    assert screen.cell == (2, 2)


def test_travel_jumps_to_known_stairs_and_sets_out() -> None:
    screen = TravelScreen(playing())
    screen.press(">")
    assert screen.press("enter") == (Pop(), Send(Travel(7, 3)))
    screen.press("<")
    assert screen.press(".") == (Pop(), Send(Travel(3, 3)))


def test_travel_explains_where_one_can_not_go() -> None:
    wall = TravelScreen(playing(), (0, 0))
    assert wall.press("enter") == (Pop(), ShowNote("You can't walk into a wall."))
    unknown = TravelScreen(playing(tiles=[0, 60]), (5, 2))
    assert isinstance(unknown.press("enter")[1], ShowNote)


def test_clicks_point_and_a_second_click_chooses() -> None:
    screen = TravelScreen(playing())
    x, y = find(drawn(screen), ">")[0]
    assert screen.click(x, y, False) == ()
    assert screen.click(x, y, False) == (Pop(), Send(Travel(7, 3)))
    assert screen.click(x, y, True) == (Pop(),)
    assert screen.click(79, 23, False) == ()


def test_companions_out_of_sight_are_in_the_list_and_are_gone_to() -> None:
    screen = TravelScreen(in_company())
    assert screen.stops() == [(8, 1), (26, 1)]
    assert screen.press("shift+tab") == ()
    assert "Cat (scratched, out of sight)" in shown(screen)
    assert screen.press("enter") == (Pop(), Send(Regroup(2)))
    assert TravelScreen(in_company(), (8, 1)).press("enter") == (Pop(), Send(Travel(8, 1)))


def test_a_look_begins_at_the_nearest_enemy() -> None:
    screen = LookScreen(playing(sightings=[ANN, ITEM, NEAR, FAR]))
    assert screen.cell == (6, 2)
    assert "Look: goblin (wounded, hunting), floor" in shown(screen)


def test_it_goes_on_to_peaceful_creatures_and_then_to_things() -> None:
    screen = LookScreen(playing(sightings=[ANN, ITEM, NEAR, FAR]))
    cells = []
    for _ in range(3):
        screen.press("tab")
        cells.append(screen.cell)
    assert cells == [(3, 2), (1, 4), (6, 2)]


def test_without_enemies_it_begins_at_the_nearest_thing() -> None:
    assert LookScreen(playing(sightings=[ANN, ITEM])).cell == (1, 4)


def test_without_anything_it_begins_at_the_hero() -> None:
    assert LookScreen(playing(sightings=[ANN])).cell == (2, 2)


def test_a_cell_that_was_pointed_at_comes_first() -> None:
    assert LookScreen(playing(sightings=[ANN, FAR]), (0, 0)).cell == (0, 0)
