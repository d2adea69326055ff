"""Faults in callings, in what heroes begin with, and in hunger: told where they stand."""

from typing import Any

import pytest

from support.content.shipped import shipped
from undertide_server.content.checks.callings import (
    callings_are_told_apart,
    callings_know_spells,
    hunger_grows,
    some_calling_is_everybodys,
    start_items_exist,
)
from undertide_server.content.load import list_presets
from undertide_server.content.records.heroes import StartItem
from undertide_server.content.records.ruleset import Ruleset

RULES = shipped("default")
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
def test_what_ships_is_sound(preset: str) -> None:
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
