"""How levels become figures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.worlds.staging import make_test_game
from undertide_server.content.records.gear import STATS, Stat
from undertide_server.worldgen.items.figures import SHARES, figures_of, tenths_of, worth_at

GAME = make_test_game("reference")
RULES = GAME.ruleset.gear.stats


def test_the_worth_of_a_depth_is_its_average_and_never_falls() -> None:
    worths = [worth_at(GAME.curve, floor.floor) for floor in GAME.curve.floors]
    averages = [round(100 * floor.average) for floor in GAME.curve.floors]
    assert worths == sorted(worths)
    assert worths == [max(averages[: index + 1]) for index in range(len(averages))]
    assert worth_at(GAME.curve, 99) == worths[-1]
    assert worth_at(GAME.curve, 0) == worths[0]


def test_shares_of_the_worth_grow_with_it_and_the_rest_does_not() -> None:
    levels: dict[Stat, int] = {"life": 10, "attack": 5, "speed": 1, "mana": 2, "res.fire": 3}
    rules = RULES.model_copy(update={"life": 5, "attack": 2, "speed": 1, "mana": 4})
    shallow, deep = figures_of(levels, rules, 1000), figures_of(levels, rules, 100_000)
    assert shallow == {"life": 5, "attack": 1, "speed": 1, "mana": 8, "res.fire": 3}
    assert deep == {"life": 500, "attack": 100, "speed": 1, "mana": 8, "res.fire": 3}


def test_a_level_is_worth_something_even_on_the_first_floor_but_for_absorb() -> None:
    levels: dict[Stat, int] = {"life": 1, "attack": 1, "magic": 1, "attack.fire": 1, "absorb": 1}
    assert figures_of(levels, RULES, 100) == {"life": 1, "attack": 1, "magic": 1, "attack.fire": 1}


def test_what_a_piece_takes_away_counts_too() -> None:
    assert figures_of({"speed": -1, "life": -10}, RULES, 10_000) == {
        "speed": -RULES.speed,
        "life": -10 * RULES.life,
    }


@given(st.dictionaries(st.sampled_from(STATS), st.integers(1, 20)), st.integers(1, 90_000))
def test_more_worth_never_gives_less(levels: dict[Stat, int], worth: int) -> None:
    less = figures_of(levels, RULES, worth)
    more = figures_of(levels, RULES, worth + 500)
    assert all(more.get(stat, 0) >= figure for stat, figure in less.items())
    assert all(more[stat] == less[stat] for stat in less if stat not in SHARES)


def test_the_five_first_weapons_differ_on_the_first_floors() -> None:
    bases = make_test_game().ruleset.gear.bases
    keys = ("short_sword", "hand_axe", "long_sword", "mace", "rapier")
    for worth in (875, 900, 1080, 1233):
        found = {
            (
                tuple(figures_of(bases[key].stats, RULES, worth).items()),
                tuple(tenths_of(bases[key].stats, RULES, worth).items()),
            )
            for key in keys
        }
        assert len(found) == len(keys)


@given(st.integers(1, 40), st.integers(500, 100_000))
def test_tenths_correct_the_rounding_of_small_figures_alone(level: int, worth: int) -> None:
    levels: dict[Stat, int] = {"attack": level, "absorb": level, "life": level}
    figures, tenths = figures_of(levels, RULES, worth), tenths_of(levels, RULES, worth)
    assert set(tenths) <= {"attack", "absorb"}
    for stat in tenths:
        exact = level * getattr(RULES, stat) * worth / 10_000
        assert figures.get(stat, 0) < 20
        assert figures.get(stat, 0) + tenths[stat] / 10 == pytest.approx(exact, abs=0.051)
