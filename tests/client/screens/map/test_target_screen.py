from dataclasses import replace

import pytest

from support.client.client_examples import GOBLIN, HERO, delta, hero_status
from support.client.people_examples import in_company
from support.client.screen_text import colours_at, drawn, playing, shown
from undertide_client.screens.map.blast_area import Aim
from undertide_client.screens.map.target_screen import TargetScreen, aim_weapon
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Home, Send, ShowNote
from undertide_client.screens.widgets.screen import Push
from undertide_shared.messages import Shoot, Sighting, Use

FIREBALL = Aim("fireball", 2, lambda cell: Use(12, *cell))


def test_aiming_begins_at_the_nearest_monster() -> None:
    screen = TargetScreen(playing(), FIREBALL)
    assert screen.press("enter") == (Home(), Send(Use(12, 6, 2)))


def test_aiming_without_monsters_begins_at_the_hero() -> None:
    ui = playing()
    ui.mirror.apply(delta(gone=[GOBLIN]))
    assert TargetScreen(ui, FIREBALL).cell == (2, 2)


def test_help_is_aimed_at_the_most_hurt_and_else_at_the_hero() -> None:
    heal = replace(FIREBALL, helps=True, range=5)

    def begins(own: int, friend: int, x: int) -> tuple[int, int]:
        ann, bob = Sighting(HERO, 1, 4, 1, own), Sighting(21, 11, x, 1, friend)
        return TargetScreen(in_company(sightings=[ann, bob]), heal).cell

    assert begins(80, 50, 8) == (8, 1)
    assert begins(40, 50, 8) == (4, 1)
    assert begins(100, 100, 8) == (4, 1)
    assert begins(80, 50, 12) == (4, 1), "out of reach"


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
    assert aim_weapon(playing()) == (ShowNote("You hold nothing that shoots."),)
    (push,) = aim_weapon(playing(hero=hero_status(range=8)))
    assert isinstance(push, Push)
    assert push.screen.press("f") == (Home(), Send(Shoot(6, 2)))


@pytest.mark.parametrize("radius", [-1, 0, 2**40])
def test_odd_radii_are_drawn_somehow(radius: int) -> None:
    aim = replace(FIREBALL, radius=radius)
    assert "Aim fireball:" in shown(TargetScreen(playing(), aim))
