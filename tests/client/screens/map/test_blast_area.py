import pytest

from support.client.client_examples import GOBLIN, HERO, KINDS, delta
from support.client.screen_text import drawn, find, playing, shown
from undertide_client.model.mirror import Mirror
from undertide_client.screens.map.blast_area import (
    MAX_RADIUS,
    Aim,
    strikes_friends,
    struck_cells,
    struck_words,
)
from undertide_client.screens.map.target_screen import STRUCK, TargetScreen
from undertide_shared.messages import Condition, Kind, Roster, Sighting, Terms, Use

BOB = Kind(4, "hero", "Bob", "@", 0xFFC060)
FIREBALL = Aim("fireball", 2, lambda cell: Use(12, *cell))


def mirror_with(*sightings: Sighting) -> Mirror:
    """Return a mirror whose hero stands at (2, 2), with others in sight."""
    own = Sighting(HERO, 1, 2, 2)
    return playing(kinds=[*KINDS, BOB], sightings=[own, *sightings]).mirror


def words(mirror: Mirror, centre: tuple[int, int], radius: int = 1) -> list[str]:
    return [text for text, _ in struck_words(mirror, centre, radius)]


def test_cells_in_sight_around_the_target_are_struck() -> None:
    mirror = mirror_with()
    assert set(struck_cells(mirror, (2, 2), 0)) == {(2, 2)}
    assert (1, 1) in set(struck_cells(mirror, (2, 2), 1))
    assert (0, 0) not in set(struck_cells(mirror, (2, 2), 2))


@pytest.mark.parametrize("radius", [-5, 2**40])
def test_odd_radii_are_bounded(radius: int) -> None:
    cells = list(struck_cells(mirror_with(), (2, 2), radius))
    assert 1 <= len(cells) <= (2 * MAX_RADIUS + 1) ** 2


def test_foes_are_named_and_counted() -> None:
    goblins = [Sighting(20, 2, 5, 2), Sighting(21, 2, 6, 2), Sighting(22, 2, 8, 4)]
    assert words(mirror_with(*goblins), (6, 2)) == ["It strikes goblin \N{MULTIPLICATION SIGN}2."]
    assert words(mirror_with(), (6, 2)) == ["It strikes no foe."]


def test_oneself_companions_and_those_summoned_are_warned_of_by_words() -> None:
    summoned = Sighting(21, 2, 2, 3, status_effects=["ally"])
    mirror = mirror_with(Sighting(9, 4, 3, 2), summoned, Sighting(22, 2, 3, 3))
    warning, foes = words(mirror, (2, 2))
    assert warning == "! It strikes your own too: you, Bob, goblin."
    assert foes == "It strikes goblin."


def test_what_spares_oneself_is_no_danger_to_oneself() -> None:
    mirror = mirror_with()
    assert [text for text, _ in struck_words(mirror, (2, 2), 1, spares_own=True)] == [
        "It strikes no foe."
    ]
    assert not strikes_friends(mirror, 1)
    assert strikes_friends(mirror_with(Sighting(9, 4, 3, 2)), 1)
    assert not strikes_friends(mirror_with(Sighting(9, 4, 4, 2)), 1)


def test_sleeping_heroes_are_not_struck_but_sleeping_monsters_are() -> None:
    asleep = [Sighting(9, 4, 5, 2, 100, "asleep"), Sighting(20, 2, 6, 2, 100, "asleep")]
    assert words(mirror_with(*asleep), (6, 2)) == ["It strikes goblin."]


def test_items_are_not_struck() -> None:
    assert words(mirror_with(Sighting(30, 3, 6, 2)), (6, 2)) == ["It strikes no foe."]


def test_the_aim_line_warns_before_anything_is_let_go() -> None:
    ui = playing()
    screen = TargetScreen(ui, FIREBALL)
    assert "! It strikes" not in shown(screen)
    screen.press("c")
    assert "! It strikes your own too: you." in shown(screen)


def test_empty_cells_that_would_be_struck_are_marked() -> None:
    assert len(find(drawn(TargetScreen(playing(), FIREBALL)), STRUCK)) > 10


def test_aiming_begins_at_a_foe_and_never_at_who_fights_for_the_party() -> None:
    ui = playing()
    ui.mirror.apply(delta(changed=[Condition(GOBLIN, 50, "hunting", [], ["ally"])]))
    screen = TargetScreen(ui, FIREBALL)
    assert screen.cell == (2, 2)
    assert screen.stops() == [(6, 2), (2, 2)]


def test_where_companions_can_not_be_harmed_nobody_is_warned() -> None:
    mirror = mirror_with(Sighting(9, 4, 3, 2), Sighting(22, 2, 3, 3))
    mirror.apply(Roster([], [], terms=Terms(friendly_fire=False)))
    assert words(mirror, (2, 2)) == ["It strikes goblin."]
    assert not strikes_friends(mirror, 1)


def test_the_fallen_are_spared_too() -> None:
    lying = [Sighting(9, 4, 5, 2, 0, "fallen"), Sighting(20, 2, 6, 2)]
    assert words(mirror_with(*lying), (6, 2)) == ["It strikes goblin."]
