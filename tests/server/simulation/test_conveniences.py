"""Presses of conveniences come to something, or are told why not, over many seeds (R7, R17)."""

import pytest

from support.worlds.drafts import seed_of
from support.worlds.presses import Party

TURNS = 400
"""For each seed: heroes who fight and rest by themselves see a floor or two."""


@pytest.mark.parametrize("number", range(16))
def test_no_hundred_presses_of_a_lone_hero_leave_all_as_it_is(number: int) -> None:
    party = Party(seed_of(number), heroes=1)
    party.play(TURNS)
    assert party.faults == []


@pytest.mark.parametrize("number", range(8))
def test_nor_do_those_of_three_heroes(number: int) -> None:
    party = Party(seed_of(number), heroes=3)
    party.play(TURNS)
    assert party.faults == []


@pytest.mark.parametrize("preset", ["classic", "keep", "tutorial"])
def test_nor_do_they_by_other_rules(preset: str) -> None:
    party = Party(seed_of(7), heroes=2, preset=preset)
    party.play(TURNS)
    assert party.faults == []
