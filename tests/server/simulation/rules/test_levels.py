"""R7: experience and levels."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.content.shipped import shipped
from undertide_server.content.records.heroes import HeroLevel
from undertide_server.simulation.rules.levels import (
    hastened,
    level_for,
    lowered,
    regen_of,
    share_of_level,
    shares,
)

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


@pytest.mark.parametrize(
    ("experience", "by", "left"),
    [
        (1000, 0, 1000),
        (1000, 1, 300),
        (1000, 2, 0),
        (1000, 9, 0),
        (450, 1, 0),
        (7, 0, 7),
        (7, 1, 0),
    ],
)
def test_levels_are_lost_down_to_the_first(experience: int, by: int, left: int) -> None:
    assert lowered(experience, LEVELS, by) == left


@pytest.mark.parametrize(
    ("experience", "heroes", "more", "parts"),
    [(100, 1, 25, [100]), (100, 2, 25, [63, 62]), (7, 3, 0, [3, 2, 2]), (10, 3, 25, [5, 5, 5])],
)
def test_the_first_share_the_remainder(
    experience: int, heroes: int, more: int, parts: list[int]
) -> None:
    assert shares(experience, heroes, more) == parts


@pytest.mark.parametrize(("most", "ticks", "regen"), [(10, 100, 100), (10, 3, 3334), (0, 9, 0)])
def test_regeneration_is_rounded_up(most: int, ticks: int, regen: int) -> None:
    assert regen_of(most, ticks) == regen


@pytest.mark.parametrize(
    ("figure", "percent", "share"), [(10, 125, 13), (10, 124, 12), (7, 107, 7), (1, 10, 1)]
)
def test_a_share_of_a_level_is_rounded_and_never_nothing(
    figure: int, percent: int, share: int
) -> None:
    assert share_of_level(figure, percent) == share


@pytest.mark.parametrize(
    ("percent", "regen"), [(0, 333), (10, 366), (-50, 166), (-100, 0), (-150, 0)]
)
def test_regeneration_is_hastened_and_slowed_down_to_nothing(percent: int, regen: int) -> None:
    assert hastened(333, percent) == regen
