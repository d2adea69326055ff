"""R8: what is found on a floor."""

from collections import Counter
from typing import Any

import pytest

from support.content.shipped import without_gear
from support.worlds.staging import make_test_game
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.schema.fields import TableRow, row_at
from undertide_server.util.rng import derive
from undertide_server.worldgen.items.finds import ESSENCES, GEAR, Finds, finds_of, wares_of

GAME = make_test_game()
RULES = GAME.ruleset


def drawn(finds: Finds, count: int = 1000, gear_percent: int = 0) -> Counter[str]:
    """Count what is drawn: gear, essences, or the item itself."""
    counts: Counter[str] = Counter()
    for index in range(count):
        item, number = finds.draw(derive(bytes(16), "find", index), gear_percent)
        kind = GAME.items.kind(item)
        counts[GEAR if kind.gear else ESSENCES if kind.essence else item] += 1
        assert number == (RULES.crafting.essences if kind.essence else 1)
    return counts


def with_loot(**changes: Any) -> Ruleset:
    return RULES.model_copy(update={"loot": RULES.loot.model_copy(update=changes)})


@pytest.mark.parametrize("number", [1, 6, 20])
def test_gear_and_essences_come_by_their_weights_among_items(number: int) -> None:
    finds = finds_of(RULES, number)
    counts = drawn(finds)
    assert finds.odds[GEAR] == row_at(RULES.loot.gear, number)
    for key, weight in finds.odds.items():
        assert counts[key] / 1000 == pytest.approx(weight / sum(finds.odds.values()), abs=0.05)


def test_good_gear_comes_before_all_else_as_often_as_asked() -> None:
    finds = finds_of(RULES, 8)
    assert drawn(finds, 100, gear_percent=100) == {GEAR: 100}
    assert drawn(finds, 400, gear_percent=50)[GEAR] > drawn(finds, 400)[GEAR]


def test_where_no_gear_is_found_none_is_drawn() -> None:
    finds = finds_of(without_gear(RULES), 8)
    assert finds.odds[GEAR] == finds.odds[ESSENCES] == 0
    assert GEAR not in drawn(finds, 200, gear_percent=100)
    nothing = {key: item.model_copy(update={"weights": ()}) for key, item in RULES.items.items()}
    assert not finds_of(without_gear(RULES.model_copy(update={"items": nothing})), 8).are_any


def test_shops_sell_what_has_a_price() -> None:
    odds = wares_of(finds_of(RULES, 8)).odds
    assert all(RULES.items[key].price for key in odds.keys() - {GEAR, ESSENCES})
    assert RULES.loot.gold not in odds
    assert odds[GEAR] > 0
    essence = RULES.items["essence"].model_copy(update={"price": 0})
    free = RULES.model_copy(update={"items": {**RULES.items, "essence": essence}})
    assert ESSENCES not in wares_of(finds_of(free, 8)).odds


def test_tables_decide_from_which_floor_there_is_gear() -> None:
    late = with_loot(gear=(TableRow(floor=5, value=10),))
    assert [bool(finds_of(late, number).odds[GEAR]) for number in (4, 5)] == [False, True]
