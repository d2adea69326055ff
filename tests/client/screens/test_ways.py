from client_examples import GOBLIN, HERO, POTION, delta
from screen_text import playing
from undertide_client.mirror import Mirror
from undertide_client.screens.ways import (
    focus_of,
    intent_to_climb,
    known_stairs,
    monsters_in_sight,
    sights,
)
from undertide_shared.messages import Climb, Shift, Sighting, Travel


def test_known_stairs_come_nearest_first() -> None:
    mirror = playing(drawing="#<.....<#\n#>.....>#", sightings=[Sighting(HERO, 1, 5, 0)]).mirror
    assert known_stairs(mirror, "up") == [(7, 0), (1, 0)]
    assert known_stairs(mirror, "down") == [(7, 1), (1, 1)]


def test_stairs_are_travelled_to_and_then_climbed() -> None:
    mirror = playing().mirror
    assert intent_to_climb(mirror, "down") == Travel(7, 3)
    mirror.apply(delta(shifted=[Shift(HERO, 7, 3)]))
    assert intent_to_climb(mirror, "down") == Climb()
    assert intent_to_climb(mirror, "up") == Travel(3, 3)


def test_unknown_stairs_lead_nowhere() -> None:
    bare = playing(drawing="#....#", sightings=[Sighting(HERO, 1, 2, 0)]).mirror
    assert intent_to_climb(bare, "down") is None
    assert intent_to_climb(Mirror(), "down") is None


def test_sights_are_monsters_then_items_then_other_heroes() -> None:
    bob = Sighting(9, 1, 4, 4)
    mirror = playing(
        sightings=[
            bob,
            Sighting(POTION, 3, 1, 4),
            Sighting(GOBLIN, 2, 6, 2),
            Sighting(HERO, 1, 2, 2),
        ]
    ).mirror
    assert sights(mirror) == [(6, 2), (1, 4), (4, 4)]
    assert monsters_in_sight(mirror) == [(6, 2)]


def test_the_map_is_centred_on_the_hero_or_on_any_hero_or_on_the_middle() -> None:
    mirror = playing().mirror
    assert focus_of(mirror) == (2, 2)
    assert focus_of(playing(hero=None).mirror) == (2, 2)
    assert focus_of(playing(hero=None, sightings=[]).mirror) == (5, 3)
    assert focus_of(Mirror()) == (0, 0)
