"""Faults in what heroes find, and in what wins: told where they stand."""

from itertools import pairwise
from typing import Any

import pytest

from support.content.shipped import shipped
from undertide_server.content.checks.heroes import (
    amulets_can_be_held,
    floors_hold_the_amulets,
    gold_and_hearts_do_what_they_are_for,
    levels_rise,
    spells_can_be_read,
    supplies_are_items,
)
from undertide_server.content.load import list_presets
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.schema.fields import TableRow

RULES = shipped("default")
AMULETS = RULES.victory.amulets
LIFE_AND_ATTACK = [
    (100, 19), (118, 22), (138, 26), (160, 30), (185, 35), (212, 40), (240, 46), (270, 51),
    (300, 57),
]  # fmt: skip


def with_loot(**changes: Any) -> Ruleset:
    return RULES.model_copy(update={"loot": RULES.loot.model_copy(update=changes)})


def with_amulets(*amulets: str) -> Ruleset:
    victory = RULES.victory.model_copy(update={"amulets": amulets})
    return RULES.model_copy(update={"victory": victory})


def with_item(key: str, **changes: Any) -> Ruleset:
    item = RULES.items[key].model_copy(update=changes)
    return RULES.model_copy(update={"items": {**RULES.items, key: item}})


@pytest.mark.parametrize("preset", list_presets())
def test_what_ships_is_sound(preset: str) -> None:
    rules = shipped(preset)
    assert not [
        *gold_and_hearts_do_what_they_are_for(rules),
        *spells_can_be_read(rules),
        *amulets_can_be_held(rules),
        *floors_hold_the_amulets(rules),
    ]


@pytest.mark.parametrize(
    ("key", "item", "problem"),
    [
        ("gold", "golds", 'there is no item "golds"; did you mean "gold"?'),
        ("gold", "health_potion", 'expected an item that does "coin"; found "heal"'),
        ("heart", "gold", 'expected an item that does "hearten"; found "coin"'),
    ],
)
def test_gold_and_hearts_are_items_that_do_what_these_do(key: str, item: str, problem: str) -> None:
    found = list(gold_and_hearts_do_what_they_are_for(with_loot(**{key: item})))
    assert found == [(("loot", key), problem)]


def test_spells_are_books_that_there_are() -> None:
    rules = with_loot(spells=("book_blink", "book_blank", "health_potion"))
    assert list(spells_can_be_read(rules)) == [
        (
            ("loot", "spells", 1),
            'there is no item "book_blank"; did you mean "book_blink"?',
        ),
        (
            ("loot", "spells", 2),
            'expected an item that does "teach"; found "heal"',
        ),
    ]


def test_no_more_spells_lie_together_than_a_stack_holds() -> None:
    rules = with_loot(spells=("book_blink",), spell_count=10)
    assert list(spells_can_be_read(rules)) == [
        (("loot", "spell_count"), 'expected at most 9, a stack of "book_blink"; found 10')
    ]


def test_amulets_are_keepsakes_each_named_once() -> None:
    assert list(amulets_can_be_held(with_amulets("amulet", "gold", AMULETS[0], AMULETS[0]))) == [
        (("victory", "amulets", 0), 'there is no item "amulet"'),
        (("victory", "amulets", 1), 'expected an item that does "keepsake"; found "coin"'),
        (
            ("victory", "amulets", 3),
            f'expected an amulet that isn\'t named before; found "{AMULETS[0]}"',
        ),
    ]


def test_amulets_are_neither_found_by_chance_nor_bought() -> None:
    changed = with_item(AMULETS[1], weights=(TableRow(floor=1, value=1),), price=5)
    assert list(amulets_can_be_held(changed)) == [
        (("items", AMULETS[1], "weights"), "expected none, as it is an amulet"),
        (("items", AMULETS[1], "price"), "expected 0, as it is an amulet; found 5"),
    ]


def test_no_floor_is_too_full_for_the_amulets() -> None:
    assert list(floors_hold_the_amulets(with_loot(most_on_floor=2))) == [
        (("loot", "most_on_floor"), "expected at least 3, the amulets; found 2")
    ]


def test_levels_7_to_15_and_20_have_their_figures_and_none_lowers_any() -> None:
    levels = [(level.life, level.attack) for level in RULES.heroes.levels]
    assert levels[6:15] == LIFE_AND_ATTACK
    assert levels[-1] == (490, 90)
    assert not [*levels_rise(RULES)]
    assert all(before < after for before, after in pairwise(levels))


def test_supplies_are_items_that_can_be_drunk_or_eaten() -> None:
    assert not [*supplies_are_items(RULES)]
    does = {RULES.items[key].effect.does for key in RULES.loot.supplies}
    assert does == {"heal", "cure", "inflict", "feed"}
    [(where, _)] = supplies_are_items(with_loot(supplies=("health_potion", "stew")))
    assert where == ("loot", "supplies", 1)
