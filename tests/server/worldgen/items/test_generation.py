"""R6, R8: gear as it is found."""

from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.worlds.staging import make_test_game
from undertide_server.content.records.gear import ARMS
from undertide_server.content.records.gearing import broken_limits, highest_level, levels_of
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.schema.fields import row_at
from undertide_server.util.rng import derive
from undertide_server.worldgen.items.catalogue import GearFigures
from undertide_server.worldgen.items.generation import (
    draw_essence,
    draw_exalted,
    draw_gear,
    essence_odds,
    gear_odds,
)
from undertide_server.worldgen.items.keys import essence_of

GAME = make_test_game()
RULES = GAME.ruleset
seeds, numbers = st.binary(min_size=16, max_size=16), st.integers(1, 20)


def with_gear(**changes: int) -> Ruleset:
    """Return the rules with some of gear's figures changed."""
    return RULES.model_copy(update={"gear": RULES.gear.model_copy(update=changes)})


def drawn(number: int, count: int, tries: int = 1, rules: Ruleset = RULES) -> Iterator[GearFigures]:
    for index in range(count):
        key = draw_gear(rules, number, derive(bytes(16), "drawn", number, index), tries)
        gear = GAME.items.kind(key).gear
        assert gear is not None
        yield gear


def resistances(gear: GearFigures) -> dict[str, int]:
    return {stat: level for stat, level in gear.figures.items() if stat.startswith("res.")}


@given(seeds, numbers, st.integers(1, 3))
def test_no_piece_breaks_a_limit(seed: bytes, number: int, tries: int) -> None:
    key = draw_gear(RULES, number, derive(seed, "gear"), tries)
    gear = GAME.items.kind(key).gear
    assert gear is not None
    affixes = [(RULES.affixes[name], level) for name, level in gear.affixes]
    assert not [*broken_limits(gear.sort, levels_of(RULES.gear.bases[gear.base].stats, affixes))]
    assert resistances(gear).get("res.physical", 0) <= (gear.sort not in (*ARMS, "shield"))
    assert sum(resistances(gear).values()) <= (0 if gear.sort in ARMS else 6)


@given(seeds, numbers)
def test_affixes_fit_the_gear_and_the_floor(seed: bytes, number: int) -> None:
    gear = GAME.items.kind(draw_gear(RULES, number, derive(seed, "gear"))).gear
    assert gear is not None
    for name, level in gear.affixes:
        affix = RULES.affixes[name]
        assert gear.sort in affix.sorts
        assert 1 <= level <= highest_level(affix, number)
    levels = sum(level for _, level in gear.affixes)
    assert levels <= row_at(RULES.crafting.found_levels, number)


@given(seeds, numbers)
def test_the_same_chance_gives_the_same_piece(seed: bytes, number: int) -> None:
    assert draw_gear(RULES, number, derive(seed, "x")) == draw_gear(
        RULES, number, derive(seed, "x")
    )


@pytest.mark.parametrize("number", [1, 10, 20])
def test_bases_come_by_their_weights(number: int) -> None:
    counts = Counter(gear.base for gear in drawn(number, 2000))
    odds = gear_odds(RULES, number)
    for base, weight in odds.items():
        assert counts[base] / 2000 == pytest.approx(weight / sum(odds.values()), abs=0.02)


def test_deeper_gear_is_finer() -> None:
    shares = [sum(len(gear.affixes) for gear in drawn(number, 600)) for number in (1, 6, 12, 20)]
    assert shares == sorted(set(shares))


def test_more_tries_at_the_quality_give_finer_gear() -> None:
    assert sum(len(gear.affixes) for gear in drawn(8, 600, tries=3)) > sum(
        len(gear.affixes) for gear in drawn(8, 600)
    )


@pytest.mark.parametrize(("percent", "full"), [(0, 0), (50, 3), (100, 6)])
def test_all_the_resistance_that_one_piece_can_have_comes_by_its_chance(
    percent: int, full: int
) -> None:
    pieces = drawn(20, 2000, rules=with_gear(full_resistance_percent=percent))
    assert sum(sum(resistances(gear).values()) == 6 for gear in pieces) == full


@pytest.mark.parametrize(("percent", "two"), [(0, 0), (15, 17), (100, 87)])
def test_what_resists_one_type_strongly_resists_another_by_its_chance(
    percent: int, two: int
) -> None:
    pieces = drawn(20, 2000, rules=with_gear(second_resistance_percent=percent))
    found = [resistances(gear) for gear in pieces]
    assert sum(len(each) > 1 and max(each.values()) > 1 for each in found) == two


def test_a_rainbow_spreads_five_or_six() -> None:
    rainbows = [
        resistances(gear)
        for gear in drawn(20, 12_000)
        if {"rainbow", "prismatic"} & {name for name, _ in gear.affixes}
    ]
    assert rainbows
    assert all(sum(each.values()) in {5, 6} and len(each) >= 5 for each in rainbows)


@given(seeds, numbers)
def test_essences_are_of_affixes_that_are_found_there(seed: bytes, number: int) -> None:
    affix = essence_of(draw_essence(RULES, number, derive(seed, "essence")))
    assert affix is not None
    assert essence_odds(RULES, number)[affix] > 0
    assert highest_level(RULES.affixes[affix], number) >= 1


def test_where_no_gear_is_found_none_can_be_drawn() -> None:
    bases = {"late": RULES.gear.bases["tower_shield"]}
    gear = RULES.gear.model_copy(update={"bases": bases})
    with pytest.raises(ValueError, match="bound"):
        draw_gear(RULES.model_copy(update={"gear": gear}), 1, derive(bytes(16), "x"))


@pytest.mark.parametrize("number", [1, 3, 4, 12, 20])
def test_gear_is_made_for_its_own_floor(number: int) -> None:
    assert {gear.piece.depth for gear in drawn(number, 5)} == {number}


@given(seeds, numbers)
def test_an_exalted_piece_is_exalted_and_breaks_no_limit(seed: bytes, number: int) -> None:
    gear = GAME.items.kind(draw_exalted(RULES, number, derive(seed, "exalted"), 3)).gear
    assert gear is not None
    assert gear.quality == "exalted"
    affixes = [(RULES.affixes[name], level) for name, level in gear.affixes]
    most = row_at(RULES.crafting.found_levels, max(4, number))
    assert sum(level for _, level in affixes) <= most
    assert gear.piece.depth == number
    assert not [*broken_limits(gear.sort, levels_of(RULES.gear.bases[gear.base].stats, affixes))]


def test_the_best_of_three_exalted_pieces_has_more_levels_than_any_one() -> None:
    def levels(tries: int) -> int:
        keys = (draw_exalted(RULES, 15, derive(bytes(16), "x", n), tries) for n in range(60))
        found = (GAME.items.kind(key).gear for key in keys)
        return sum(level for gear in found if gear for _, level in gear.affixes)

    assert levels(3) > levels(1) * 1.1
