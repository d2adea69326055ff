from typing import Any

import pytest

from support.client.client_examples import PACK, hero_status
from support.client.screen_text import playing
from undertide_client.screens.map.newcomer_hints import NEWCOMER_HINTS, hint_words, next_hint
from undertide_shared.messages import PaceStatus, PackItem, PartyMember, Sighting, TideGauge

ANN = PartyMember(0, "Ann", 0x60C0FF, 3, 77, 2, "alive", 5)
QUIET: dict[str, Any] = {
    "drawing": "#####\n#...#\n#####",
    "sightings": [Sighting(1, 1, 1, 1)],
    "party": [ANN],
    "tide": TideGauge(-1, 0, ""),
    "pack": PACK,
    "hero": hero_status(life=30),
}
"""A picture that is about nothing."""
SWORD = PackItem(20, "short sword", 1, ")", 0, "", slots=["main_hand"])


def told(**changes: Any) -> set[str]:
    """Return all hints that suit a picture."""
    mirror = playing(**(QUIET | changes)).mirror
    return {hint.key for hint in NEWCOMER_HINTS if hint.suits(mirror)}


def member(**changes: Any) -> PartyMember:
    values: dict[str, Any] = {
        "seat": 1,
        "name": "Bob",
        "colour": 0,
        "floor": 3,
        "health": 50,
        "level": 1,
        "state": "alive",
        "branch": 5,
    }
    return PartyMember(**(values | changes))


@pytest.mark.parametrize(
    ("changes", "hints"),
    [
        ({}, set()),
        ({"sightings": [Sighting(1, 1, 1, 1), Sighting(2, 2, 2, 1, 60, "hunting")]}, {"monster"}),
        ({"sightings": [Sighting(1, 1, 1, 1), Sighting(2, 2, 2, 1, 60, "peaceful")]}, set()),
        ({"sightings": [Sighting(1, 1, 1, 1), Sighting(3, 3, 2, 1)]}, {"find"}),
        ({"pack": [*PACK, SWORD]}, {"gear"}),
        ({"hero": hero_status(life=14)}, {"hurt"}),
        ({"hero": hero_status(life=0, dies_in=90)}, set()),
        ({"hero": hero_status(life=30, hunger="hungry")}, {"hunger"}),
        ({"tide": TideGauge(0, 1, "damp")}, {"tide"}),
        ({"drawing": "#####\n#..>#\n#####"}, {"stairs"}),
        ({"pace": PaceStatus("real")}, {"time"}),
        ({"party": [ANN, member()]}, {"company"}),
        ({"party": [ANN, member(branch=6)]}, set()),
        ({"party": [ANN, member(branch=6, dies_in=100)]}, {"fallen"}),
    ],
)
def test_each_kind_of_event_has_its_hint(changes: dict[str, Any], hints: set[str]) -> None:
    assert told(**changes) == hints


def test_there_are_ten_and_the_most_urgent_comes_first() -> None:
    assert len({hint.key for hint in NEWCOMER_HINTS}) == len(NEWCOMER_HINTS) == 10
    mirror = playing(**QUIET | {"pack": [*PACK, SWORD], "hero": hero_status(life=3)}).mirror
    first = next_hint(mirror, set())
    assert first is not None
    assert first.key == "hurt"
    second = next_hint(mirror, {"hurt"})
    assert second is not None
    assert second.key == "gear"
    assert next_hint(mirror, {"hurt", "gear"}) is None


def test_hints_name_the_keys_in_force_and_the_first_says_how_to_end_them() -> None:
    ui = playing()
    monster = next(hint for hint in NEWCOMER_HINTS if hint.key == "monster")
    assert "Tab fights the nearest. ; looks" in hint_words(ui, monster, is_first=False)
    assert hint_words(ui, monster, is_first=True).endswith("(F3 ends these hints.)")
    assert all("{" not in hint_words(ui, hint, is_first=True) for hint in NEWCOMER_HINTS)
