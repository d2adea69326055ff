"""R4: how hard rooms are, and what monsters count for."""

import csv
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped, unvaried
from undertide_server.content.records.population import DIFFICULTIES, Difficulty
from undertide_server.util.rng import derive
from undertide_server.worldgen.creatures.encounters import (
    Span,
    adjusted_experience,
    champion_of,
    crowds_of,
    draw_difficulty,
    draw_monsters,
    fill,
    help_each_other,
    mixes_of,
    multiplier,
    nearest_first,
    pairs_of,
    reached,
    span_of,
    threshold,
)
from undertide_server.worldgen.creatures.roster import MonsterKind
from undertide_server.worldgen.creatures.stats import experience_of
from undertide_server.worldgen.game.game import make_game

RULES = unvaried(shipped("reference"))
ENCOUNTERS, LEVELS = RULES.encounters, RULES.heroes.levels
GAME = make_game(RULES, b"0123456789abcdef", REPERTOIRE)

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


@given(pays=pays, budget=st.integers(1, 10_000), width=st.integers(1, 5000))
def test_an_encounter_lies_within_its_span_and_has_both_kinds(
    pays: list[int], budget: int, width: int
) -> None:
    pair = (kind_paying(pays[0]), kind_paying(pays[-1] + 500))
    span, most = Span(budget, budget + width), ENCOUNTERS.most_monsters
    ends = mixes_of(ENCOUNTERS, [pair], (), span, most).get(pair)
    if ends:
        monsters = draw_monsters(pair, (), ends, derive(b"", "test", budget, *pays))
        assert set(monsters) == set(pair)
        assert len(monsters) <= most
        adjusted = adjusted_experience(ENCOUNTERS, monsters, 0)
        assert span.budget <= adjusted < budget + width


@given(pays=pays, budget=st.integers(1, 10_000), width=st.integers(1, 5000))
def test_no_mix_within_the_span_is_overlooked(pays: list[int], budget: int, width: int) -> None:
    pair = (kind_paying(pays[0]), kind_paying(pays[-1] + 500))
    found = mixes_of(ENCOUNTERS, [pair], (), Span(budget, budget + width), 6).get(pair, ())
    for one in range(1, 6):
        for other in range(1, 7 - one):
            monsters = [pair[0]] * one + [pair[1]] * other
            adjusted = adjusted_experience(ENCOUNTERS, monsters, 0)
            assert ((one, other) in found) == (budget <= adjusted < budget + width)


def test_the_hardest_difficulty_has_no_end() -> None:
    assert span_of(LEVELS, (1,), "deadly") == Span(100, None)
    assert span_of(LEVELS, (1, 1), "hard") == Span(150, 200)
    pair = (kind_paying(10_000), kind_paying(20_000))
    assert (1, 1) in mixes_of(ENCOUNTERS, [pair], (), Span(100, None), 12)[pair]


def test_the_nearest_difficulties_are_the_harder_ones_and_then_the_easier_ones() -> None:
    assert nearest_first("medium") == ("medium", "hard", "deadly", "easy")
    assert nearest_first("deadly") == ("deadly", "hard", "medium", "easy")


def test_both_kinds_come_at_even_odds() -> None:
    pair = (kind_paying(1), kind_paying(2))
    ends = frozenset({(one, 10 - one) for one in range(11)})
    counts: Counter[int] = Counter()
    for number in range(300):
        drawn = draw_monsters(pair, (), ends, derive(b"", "test", number))
        counts.update(kind.experience for kind in drawn)
    assert counts[1] / counts.total() == pytest.approx(0.5, abs=0.03)


def test_bosses_come_first_and_leave_what_they_are_worth_off_the_budget() -> None:
    boss, small = kind_paying(90), kind_paying(10)
    for budget, others in ((90, 0), (100, 1), (115, 2), (130, 2), (131, 3)):
        ends = mixes_of(ENCOUNTERS, [(small,)], [boss], Span(budget, None), 12)[(small,)]
        monsters = draw_monsters((small,), [boss], ends, derive(b"", "test"))
        assert monsters == (boss, *[small] * others)


def test_where_no_mix_fits_a_room_is_filled_up_and_bosses_always_come() -> None:
    boss, other = kind_paying(1), kind_paying(2)
    rng = derive(b"", "test")
    assert len(fill((boss, other), (), 7, rng)) == 7
    assert fill((boss,), [boss], 0, rng) == (boss,)
    assert fill((), [boss], 5, rng) == (boss,)
    assert fill((boss,), (), 0, rng) == ()


def test_pairs_are_of_two_different_kinds_and_weigh_what_both_weigh() -> None:
    one, two, three = kinds = [kind_paying(number) for number in range(3)]
    assert pairs_of(kinds, [6, 3, 0]) == {(one, two): 18}
    assert pairs_of(kinds, [6, 3, 1]) == {(one, two): 18, (one, three): 6, (two, three): 3}
    assert pairs_of(kinds, [0, 0, 1]) == {(three,): 1}
    assert pairs_of(kinds, [0, 0, 0]) == {}


def shares_of(number: int) -> list[float]:
    drawn = Counter(draw_difficulty(ENCOUNTERS, number, derive(b"", "d", n)) for n in range(2000))
    return [100 * drawn[each] / 2000 for each in DIFFICULTIES]


def test_rooms_harden_with_depth() -> None:
    assert shares_of(1) == pytest.approx([50, 40, 10, 0], abs=4)
    assert shares_of(6) == pytest.approx([30, 45, 20, 5], abs=4)
    assert shares_of(20) == pytest.approx([20, 45, 25, 10], abs=4)


def monsters_of_twelve_rooms(number: int, level: int) -> float:
    """Return how many one hero finds in twelve medium rooms of a floor, on average."""
    kinds = GAME.roster.by_strength()
    regular = [kinds[strength] for strength in GAME.curve.floors[number - 1].strengths]
    weights = RULES.population.type_weights[: len(regular)]
    every, most = pairs_of(regular, weights), ENCOUNTERS.most_monsters
    spans = (span_of(LEVELS, (level,), difficulty) for difficulty in nearest_first("medium"))
    ends = next(filter(None, (mixes_of(ENCOUNTERS, every, (), span, most) for span in spans)))
    pairs = {pair: weight for pair, weight in every.items() if pair in ends}
    total = 0
    for count in range(600):
        rng = derive(b"", "rooms", number, count)
        pair = rng.weighted(list(pairs), list(pairs.values()))
        total += len(draw_monsters(pair, (), ends[pair], rng))
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


def test_a_crowd_is_as_many_of_one_kind_as_make_the_difficulty() -> None:
    weak, strong = kind_paying(10), kind_paying(40)
    # 50 to 74: two of the weak pay 30; 3 to 6 count double, 7 to 10 two and a half times.
    assert crowds_of(ENCOUNTERS, [weak, strong], 2, Span(50, 75), 12) == {weak: 3}
    assert crowds_of(ENCOUNTERS, [weak], 3, Span(50, None), 12) == {weak: 12}
    assert crowds_of(ENCOUNTERS, [weak], 3, Span(50, None), 5) == {weak: 5}
    assert crowds_of(ENCOUNTERS, [weak], 4, Span(50, 75), 12) == {}


def test_champions_are_as_few_and_as_weak_as_make_the_difficulty() -> None:
    anchors = GAME.champions.anchors
    pays = {strength: experience_of(strength, anchors) for strength in range(1, 200)}
    for budget, end in ((25, 50), (50, 75), (400, 600)):
        found = champion_of(ENCOUNTERS, anchors, range(5, 60), Span(budget, end), 3)
        makes = [
            (number, strength)
            for number in (1, 2, 3)
            for strength in range(5, 60)
            if budget <= pays[strength] * number * multiplier(ENCOUNTERS.multipliers, number) // 100
            and pays[strength] * number * multiplier(ENCOUNTERS.multipliers, number) // 100 < end
        ]
        assert found == min(makes, default=None)


def test_no_champion_comes_where_its_kind_is_too_strong_or_the_bound_too_low() -> None:
    anchors = GAME.champions.anchors
    assert champion_of(ENCOUNTERS, anchors, range(60, 90), Span(25, 50), 1) is None
    assert champion_of(ENCOUNTERS, anchors, range(5, 9), Span(400, 600), 1) is None
    assert champion_of(ENCOUNTERS, anchors, range(9, 9), Span(25, 50), 4) is None


def test_kinds_help_each_other_if_one_alone_fights_from_afar() -> None:
    archer = next(kind for kind in GAME.roster.kinds if kind.behaviour.shoots)
    brute = next(
        kind
        for kind in GAME.roster.kinds
        if not (
            kind.behaviour.shoots or kind.behaviour.tricks.spells or kind.behaviour.tricks.mends
        )
    )
    assert help_each_other((archer, brute))
    assert help_each_other((brute, archer))
    assert not help_each_other((brute, brute))
    assert not help_each_other((archer, archer))
    assert not help_each_other((archer,))
