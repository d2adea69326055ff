from dataclasses import replace

import pytest

from client_examples import GOBLIN, HERO, delta, hero_status
from screen_text import colours_at, drawn, find, playing, shown
from undertide_client.screens.map.aim import Aim
from undertide_client.screens.map.look_screen import LookScreen
from undertide_client.screens.map.target_screen import TargetScreen, aim_weapon
from undertide_client.screens.map.travel_screen import TravelScreen
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Home, Note, Pop, Push, Send
from undertide_shared.messages import Shoot, Sighting, Travel, Use

FIREBALL = Aim("fireball", 2, lambda cell: Use(12, *cell))


def test_looking_begins_at_the_hero_and_says_what_is_there() -> None:
    screen = LookScreen(playing())
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
    screen = LookScreen(playing())
    cells = []
    for _ in range(3):
        screen.press("tab")
        cells.append(screen.cell)
    assert cells == [(6, 2), (1, 4), (6, 2)]
    screen.press("shift+tab")
    assert screen.cell == (1, 4)


def test_the_first_step_back_goes_to_the_last() -> None:
    screen = LookScreen(playing())
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
    assert wall.press("enter") == (Pop(), Note("You can't walk into a wall."))
    unknown = TravelScreen(playing(tiles=[0, 60]), (5, 2))
    assert isinstance(unknown.press("enter")[1], Note)


def test_aiming_begins_at_the_nearest_monster() -> None:
    screen = TargetScreen(playing(), FIREBALL)
    assert screen.press("enter") == (Home(), Send(Use(12, 6, 2)))


def test_aiming_without_monsters_begins_at_the_hero() -> None:
    ui = playing()
    ui.mirror.apply(delta(gone=[GOBLIN]))
    assert TargetScreen(ui, FIREBALL).cell == (2, 2)


def test_the_cells_that_would_be_struck_light_up() -> None:
    console = drawn(TargetScreen(playing(), FIREBALL))
    struck = [
        (x, y)
        for x in range(console.width)
        for y in range(console.height)
        if colours_at(console, x, y)[1] == palette.STRUCK
    ]
    # Five columns of the room's four rows, but for the cursor itself.
    assert len(struck) == 5 * 4 - 1


def test_what_is_out_of_sight_can_not_be_aimed_at() -> None:
    ui = playing(sight=[60])
    assert TargetScreen(ui, FIREBALL).press("enter") == ()


def test_what_is_out_of_reach_is_refused_and_shows_no_struck_cells() -> None:
    near = replace(FIREBALL, range=3)
    screen = TargetScreen(playing(), near)
    assert screen.press("enter") == ()
    assert "That is too far: it reaches 3 cells." in shown(screen)
    console = drawn(screen)
    papers = [colours_at(console, x, y)[1] for x in range(60) for y in range(20)]
    assert palette.STRUCK not in papers
    screen.press("left")
    assert screen.press("enter") == (Home(), Send(Use(12, 5, 2)))


def test_a_weapon_that_shoots_is_aimed_and_another_says_so() -> None:
    assert aim_weapon(playing()) == (Note("You hold nothing that shoots."),)
    (push,) = aim_weapon(playing(hero=hero_status(range=8)))
    assert isinstance(push, Push)
    assert push.screen.press("f") == (Home(), Send(Shoot(6, 2)))


@pytest.mark.parametrize("radius", [-1, 0, 2**40])
def test_odd_radii_are_drawn_somehow(radius: int) -> None:
    aim = replace(FIREBALL, radius=radius)
    assert "Aim fireball:" in shown(TargetScreen(playing(), aim))


def test_clicks_point_and_a_second_click_chooses() -> None:
    screen = TravelScreen(playing())
    x, y = find(drawn(screen), ">")[0]
    assert screen.click(x, y, False) == ()
    assert screen.click(x, y, False) == (Pop(), Send(Travel(7, 3)))
    assert screen.click(x, y, True) == (Pop(),)
    assert screen.click(79, 23, False) == ()
