"""Faults in what heroes find, and in what wins: told where they stand."""

from itertools import pairwise
from typing import Any

import pytest

from support.content.shipped import shipped
from undertide_server.content.checks.heroes import (
    amulets_can_be_held,
    callings_are_told_apart,
    callings_know_spells,
    floors_hold_the_amulets,
    gold_and_hearts_do_what_they_are_for,
    hunger_grows,
    levels_rise,
    some_calling_is_everybodys,
    spells_can_be_read,
    start_items_exist,
    supplies_are_items,
)
from undertide_server.content.load import list_presets
from undertide_server.content.records.heroes import StartItem
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


CHECKS = (
    callings_are_told_apart,
    callings_know_spells,
    hunger_grows,
    some_calling_is_everybodys,
    start_items_exist,
)


def with_calling(key: str, **changes: Any) -> Ruleset:
    changed = RULES.callings["warden"].model_copy(update=changes)
    return RULES.model_copy(update={"callings": {**RULES.callings, key: changed}})


def with_heroes(**changes: Any) -> Ruleset:
    return RULES.model_copy(update={"heroes": RULES.heroes.model_copy(update=changes)})


@pytest.mark.parametrize("preset", list_presets())
def test_callings_that_ship_are_sound(preset: str) -> None:
    rules = shipped(preset)
    assert not [finding for check in CHECKS for finding in check(rules)]
    assert len(rules.callings) >= 5
    assert len({calling.start for calling in rules.callings.values()}) >= 4


def test_the_calling_of_those_who_name_none_is_there() -> None:
    assert list(some_calling_is_everybodys(with_heroes(calling="wardn"))) == [
        (("heroes", "calling"), 'there is no calling "wardn"; did you mean "warden"?')
    ]


def test_two_callings_of_one_name_are_told() -> None:
    assert list(callings_are_told_apart(with_calling("guard", name="warden"))) == [
        (
            ("callings", "guard", "name"),
            'expected a name that "warden" doesn\'t have; found "warden"',
        )
    ]


@pytest.mark.parametrize(
    ("item", "count", "key", "problem"),
    [
        ("shrot_sword", 1, "item", "there is no item or gear"),
        ("short_sword", 2, "count", "expected at most 1, a stack; found 2"),
        ("health_potion", 99, "count", "expected at most 20, a stack; found 99"),
    ],
)
def test_heroes_begin_with_what_there_is(item: str, count: int, key: str, problem: str) -> None:
    start = (StartItem(item=item, count=count),)
    for rules, where in (
        (with_calling("warden", start=start), ("callings", "warden", "start", 0, key)),
        (with_heroes(start=start), ("heroes", "start", 0, key)),
    ):
        ((found, said),) = start_items_exist(rules)
        assert found == where
        assert said.startswith(problem)


def test_a_pack_holds_what_heroes_begin_with() -> None:
    start = (StartItem(item="health_potion", count=1),) * (RULES.heroes.pack_size + 1)
    ((found, said),) = start_items_exist(with_calling("warden", start=start))
    assert found == ("callings", "warden", "start")
    assert said.startswith(f"expected at most {RULES.heroes.pack_size} stacks")


def test_spells_that_heroes_know_are_there_and_named_once() -> None:
    rules = with_calling("warden", spells=("blink", "blank", "blink"))
    assert list(callings_know_spells(rules)) == [
        (
            ("callings", "warden", "spells", 1),
            'there is no spell "blank"; did you mean "blink"?',
        ),
        (
            ("callings", "warden", "spells", 2),
            'expected a spell that isn\'t named before; found "blink"',
        ),
    ]


def test_hunger_gets_no_better_from_stage_to_stage() -> None:
    worse = RULES.hunger.starving.model_copy(update={"percent": 30, "healing": 80})
    hunger = RULES.hunger.model_copy(update={"starving": worse})
    assert list(hunger_grows(RULES.model_copy(update={"hunger": hunger}))) == [
        (("hunger", "starving", "percent"), "expected less than 30, the previous value; found 30"),
        (("hunger", "starving", "healing"), "expected at most 75, the previous value; found 80"),
    ]
