"""The keys of abilities send, aim, or say why not."""

import pytest

from support.client.client_examples import SIGHTINGS, hero_status
from support.client.hero_examples import CARE, DISARM, LINK, MARK, PIN, TAUNT
from support.client.screen_text import playing
from undertide_client.screens.map.abilities import perform
from undertide_client.screens.map.target_screen import TargetScreen
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.widgets.actions import Home, Send, ShowNote
from undertide_client.screens.widgets.screen import Actions, Push
from undertide_shared.messages import AbilityInfo, HeroStatus, Kind, Perform, Sighting


def pressed(key: str, *abilities: AbilityInfo, hero: HeroStatus | None = None) -> Actions:
    ui = playing(hero=hero or hero_status(), abilities=list(abilities))
    return MapScreen(ui).press(key)


def aimed(actions: Actions) -> TargetScreen:
    (push,) = actions
    assert isinstance(push, Push)
    assert isinstance(push.screen, TargetScreen)
    return push.screen


def test_the_first_and_the_second_key_perform_the_first_and_the_second_ability() -> None:
    assert pressed("d", TAUNT, MARK) == (Send(Perform("taunt")),)
    assert aimed(pressed("D", TAUNT, MARK)).press("enter") == (Home(), Send(Perform("mark", 6, 2)))


@pytest.mark.parametrize(
    ("ability", "hero", "why"),
    [
        (TAUNT, hero_status(resting=[("taunt", 30)]), "Taunt is ready again in 15 turns."),
        (LINK, hero_status(mana=2), "Link takes 3 mana: you have 2."),
        (CARE, hero_status(), "Field care: It always works."),
    ],
)
def test_what_can_not_be_performed_now_says_why(
    ability: AbilityInfo, hero: HeroStatus, why: str
) -> None:
    assert pressed("d", ability, hero=hero) == (ShowNote(why),)


def test_a_calling_without_abilities_says_so() -> None:
    assert pressed("D", TAUNT) == (ShowNote("Your calling has no such ability."),)


def test_an_aim_begins_where_it_reaches_and_refuses_what_is_too_far() -> None:
    screen = aimed(pressed("d", DISARM))
    assert screen.cell == (2, 2)
    screen.cell = (6, 2)
    assert screen.press("enter") == ()


def test_the_aim_of_a_shot_has_the_reach_of_the_weapon() -> None:
    near = aimed(pressed("d", PIN, hero=hero_status(range=3)))
    assert near.cell == (2, 2)
    assert aimed(pressed("d", PIN, hero=hero_status(range=4))).cell == (6, 2)


def test_disarming_begins_at_a_known_danger_beside_the_hero() -> None:
    ui = playing(abilities=[DISARM])
    spikes = next(look.code for look in ui.mirror.looks.values() if look.shunned)
    ui.mirror.tiles[3, 2] = spikes
    assert aimed(perform(ui, 0)).cell == (2, 3)


def test_help_begins_at_the_nearest_companion() -> None:
    ui = playing(
        hero=hero_status(mana=9),
        abilities=[LINK],
        kinds=[Kind(1, "hero", "Ann", "@", 0), Kind(4, "hero", "Bob", "@", 0, seat=1)],
        sightings=[SIGHTINGS[0], Sighting(9, 4, 5, 2)],
    )
    assert aimed(perform(ui, 0)).cell == (5, 2)


def test_help_begins_at_the_companion_with_the_most_wounds_who_stands() -> None:
    names = ("Ann", "Bob", "Cat", "Dan")
    ui = playing(
        hero=hero_status(mana=9),
        abilities=[LINK],
        kinds=[Kind(1, "hero", "Ann", "@", 0)]
        + [Kind(4 + seat, "hero", name, "@", 0, seat=seat) for seat, name in enumerate(names)],
        sightings=[
            SIGHTINGS[0],
            Sighting(9, 5, 3, 2, 90),
            Sighting(10, 6, 5, 2, 40),
            Sighting(11, 7, 4, 2, 0, "fallen"),
        ],
    )
    assert aimed(perform(ui, 0)).cell == (5, 2)
