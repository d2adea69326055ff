"""Where a look around begins, and what it goes through."""

from support.client.client_examples import HERO
from support.client.screen_text import playing, shown
from undertide_client.screens.map.look_screen import LookScreen
from undertide_shared.messages import Sighting

OWN = Sighting(HERO, 1, 2, 2)
ITEM, NEAR = Sighting(8, 3, 1, 4), Sighting(7, 2, 3, 2, 100, "peaceful")
FAR = Sighting(9, 2, 6, 2, 45, "hunting")


def test_a_look_begins_at_the_nearest_enemy() -> None:
    screen = LookScreen(playing(sightings=[OWN, ITEM, NEAR, FAR]))
    assert screen.cell == (6, 2)
    assert "Look: goblin (wounded, hunting), floor" in shown(screen)


def test_it_goes_on_to_peaceful_creatures_and_then_to_things() -> None:
    screen = LookScreen(playing(sightings=[OWN, ITEM, NEAR, FAR]))
    cells = []
    for _ in range(3):
        screen.press("tab")
        cells.append(screen.cell)
    assert cells == [(3, 2), (1, 4), (6, 2)]


def test_without_enemies_it_begins_at_the_nearest_thing() -> None:
    assert LookScreen(playing(sightings=[OWN, ITEM])).cell == (1, 4)


def test_without_anything_it_begins_at_the_hero() -> None:
    assert LookScreen(playing(sightings=[OWN])).cell == (2, 2)


def test_a_cell_that_was_pointed_at_comes_first() -> None:
    assert LookScreen(playing(sightings=[OWN, FAR]), (0, 0)).cell == (0, 0)
