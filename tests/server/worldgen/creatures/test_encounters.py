"""R4: how hard rooms are, and what monsters count for."""

import csv
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.content.shipped import shipped
from support.content.without_variety import unvaried
from undertide_server.content.records.encounters import DIFFICULTIES, Difficulty
from undertide_server.util.rng import derive
from undertide_server.worldgen.creatures.encounters import (
    adjusted_experience,
    draw_difficulty,
    draw_kinds,
    fill,
    multiplier,
    reached,
    threshold,
)
from undertide_server.worldgen.creatures.roster import MonsterKind
from undertide_server.worldgen.game.game import make_game

RULES = unvaried(shipped("reference"))
ENCOUNTERS, LEVELS = RULES.encounters, RULES.heroes.levels
GAME = make_game(RULES, b"0123456789abcdef")

parties = st.lists(st.integers(1, 20), min_size=1, max_size=8)
difficulties = st.sampled_from(DIFFICULTIES)
pays = st.lists(st.integers(1, 500), min_size=1, max_size=12)


def kind_paying(experience: int) -> MonsterKind:
    return replace(GAME.roster.kinds[0], id=f"pays {experience}", experience=experience)


def test_a_party_bears_the_sum_of_what_its_heroes_bear() -> None:
    assert threshold(LEVELS, (1, 1, 1, 1, 1), "medium") == 250
    assert threshold(LEVELS, (1, 5, 20), "deadly") == 100 + 1100 + 12700
    assert threshold(LEVELS[:3], (50,), "easy") == 75


def test_one_hero_bears_the_stated_thresholds() -> None:
    path = Path(__file__).parents[3] / "data" / "xp_thresholds.csv"
    with path.open(encoding="utf-8", newline="") as file:
        for level, *figures in (map(int, row) for row in list(csv.reader(file))[1:]):
            assert [threshold(LEVELS, (level,), each) for each in DIFFICULTIES] == figures


@pytest.mark.parametrize(
    ("adjusted", "expected"),
    [(0, None), (24, None), (25, "easy"), (74, "medium"), (75, "hard"), (9999, "deadly")],
)
def test_an_encounter_is_as_hard_as_the_threshold_it_reaches(
    adjusted: int, expected: Difficulty | None
) -> None:
    assert reached(adjusted, LEVELS, (1,)) == expected


@given(party=parties, difficulty=difficulties)
def test_a_budget_just_met_has_its_difficulty(party: list[int], difficulty: Difficulty) -> None:
    budget = threshold(LEVELS, party, difficulty)
    assert reached(budget, LEVELS, party) == difficulty
    assert reached(budget - 1, LEVELS, party) != difficulty


def test_multipliers_are_as_stated() -> None:
    steps = {1: 100, 2: 150, 3: 200, 6: 200, 7: 250, 10: 250, 11: 300, 14: 300, 15: 400, 99: 400}
    assert {count: multiplier(ENCOUNTERS.multipliers, count) for count in steps} == steps


def test_many_monsters_count_for_more_but_a_boss_for_itself() -> None:
    small, boss = kind_paying(10), kind_paying(500)
    assert adjusted_experience(ENCOUNTERS, [small], 0) == 10
    assert adjusted_experience(ENCOUNTERS, [small] * 2, 0) == 30
    assert adjusted_experience(ENCOUNTERS, [small] * 3, 0) == 60
    assert adjusted_experience(ENCOUNTERS, [boss], 1) == 500
    assert adjusted_experience(ENCOUNTERS, [boss, small], 1) == 500 + 15
    assert adjusted_experience(ENCOUNTERS, [boss, boss, small], 2) == 1000 + 20


@given(pays=pays, budget=st.integers(1, 10_000))
def test_a_room_is_filled_until_its_budget_is_met_and_no_further(
    pays: list[int], budget: int
) -> None:
    pair = [kind_paying(pays[0]), kind_paying(pays[-1])]
    most = ENCOUNTERS.most_monsters
    monsters = fill(ENCOUNTERS, pair, (), budget, most, derive(b"", "test", budget, *pays))
    assert set(monsters) <= set(pair)
    assert 0 < len(monsters) <= most
    met = adjusted_experience(ENCOUNTERS, monsters, 0) >= budget
    assert met or len(monsters) == most
    assert adjusted_experience(ENCOUNTERS, monsters[:-1], 0) < budget


def test_both_kinds_come_at_even_odds() -> None:
    pair = [kind_paying(1), kind_paying(2)]
    counts: Counter[int] = Counter()
    for number in range(300):
        drawn = fill(ENCOUNTERS, pair, (), 10_000, 10, derive(b"", "test", number))
        counts.update(kind.experience for kind in drawn)
    assert counts[1] / counts.total() == pytest.approx(0.5, abs=0.03)


def test_bosses_come_first_and_leave_what_they_are_worth_off_the_budget() -> None:
    boss, small = kind_paying(90), kind_paying(10)
    for budget, others in ((90, 0), (100, 1), (115, 2), (130, 2), (131, 3)):
        monsters = fill(ENCOUNTERS, [small], [boss], budget, 12, derive(b"", "test"))
        assert monsters == (boss, *[small] * others)


def test_bosses_come_even_where_there_is_room_for_nobody() -> None:
    boss = kind_paying(1)
    assert fill(ENCOUNTERS, [boss], [boss], 100, 0, derive(b"", "test")) == (boss,)
    assert fill(ENCOUNTERS, [boss], (), 100, 0, derive(b"", "test")) == ()


def test_two_different_kinds_are_drawn_by_their_weights() -> None:
    kinds = [kind_paying(number) for number in range(3)]
    drawn = [draw_kinds(kinds, [6, 3, 0], derive(b"", "test", number)) for number in range(300)]
    assert {frozenset(kind.experience for kind in pair) for pair in drawn} == {frozenset({0, 1})}
    first = sum(pair[0].experience == 0 for pair in drawn) / 300
    assert first == pytest.approx(2 / 3, abs=0.08)
    assert draw_kinds(kinds, [0, 0, 1], derive(b"", "test")) == (kinds[2],)
    assert draw_kinds(kinds, [0, 0, 0], derive(b"", "test")) == ()


def shares_of(number: int) -> list[float]:
    drawn = Counter(draw_difficulty(ENCOUNTERS, number, derive(b"", "d", n)) for n in range(2000))
    return [100 * drawn[each] / 2000 for each in DIFFICULTIES]


def test_rooms_harden_with_depth() -> None:
    assert shares_of(1) == pytest.approx([50, 40, 10, 0], abs=4)
    assert shares_of(20) == pytest.approx([15, 40, 30, 15], abs=4)


def monsters_of_twelve_rooms(number: int, level: int) -> float:
    """Return how many one hero finds in twelve medium rooms of a floor, on average."""
    kinds = GAME.roster.by_strength()
    regular = [kinds[strength] for strength in GAME.curve.floors[number - 1].strengths]
    weights = RULES.population.type_weights[: len(regular)]
    budget = threshold(LEVELS, (level,), "medium")
    total = 0
    for count in range(600):
        rng = derive(b"", "rooms", number, count)
        pair = draw_kinds(regular, weights, rng)
        total += len(fill(ENCOUNTERS, pair, (), budget, ENCOUNTERS.most_monsters, rng))
    return total / 50


def test_twelve_medium_rooms_hold_the_stated_number_of_monsters_at_any_depth() -> None:
    """About 22 to 25, for a hero who comes down as levels are meant: one behind the floor."""
    found = [monsters_of_twelve_rooms(number, max(1, number - 1)) for number in range(1, 21)]
    assert all(20 <= monsters <= 28 for monsters in found)
    assert 22 <= sum(found) / 20 <= 25


def test_a_hero_of_the_floors_own_level_finds_few_more() -> None:
    """Most on floor 2, no stronger than the first though its threshold is twice as high."""
    found = [monsters_of_twelve_rooms(number, number) for number in range(1, 21)]
    assert found.index(max(found)) == 1
    assert all(22 <= monsters <= 35 for monsters in found)
    assert 22 <= sorted(found)[10] <= 26.5
