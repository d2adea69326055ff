"""R7: experience and levels."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.content.shipped import shipped
from undertide_server.content.records.heroes import HeroLevel
from undertide_server.simulation.rules.levels import level_for, regen_of, shares

LEVELS = [
    HeroLevel(experience=needed, life=30, attack=5, magic=5, mana=20, thresholds=(25, 50, 75, 100))
    for needed in (0, 300, 900)
]


def test_a_level_is_reached_with_its_last_point() -> None:
    assert [level_for(points, LEVELS) for points in (0, 299, 300, 899, 900, 10**9)] == [
        1, 1, 2, 2, 3, 3,
    ]  # fmt: skip


@given(st.integers(0, 10**6), st.integers(1, 20))
def test_shares_lose_nothing_and_are_fair(experience: int, heroes: int) -> None:
    parts = shares(experience, heroes)
    assert len(parts) == heroes
    assert sum(parts) == experience
    assert max(parts) - min(parts) <= 1


@pytest.mark.parametrize(("heroes", "each"), [(1, 1200), (2, 750), (3, 600), (5, 480)])
def test_company_adds_a_quarter_of_the_experience_for_each_further_hero(
    heroes: int, each: int
) -> None:
    percent = shipped("default").heroes.experience_percent_per_extra_hero
    assert shares(1200, heroes, percent) == [each] * heroes


def test_a_hero_is_whole_after_the_stated_time() -> None:
    assert 600 * regen_of(30, 600) == 30 * 1000
