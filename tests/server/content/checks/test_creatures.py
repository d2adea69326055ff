"""Faults in how monsters behave."""

from collections.abc import Callable
from typing import Any

import pytest

from support.content.shipped import shipped
from undertide_server.content.checks.creatures import (
    casters_know_their_spells,
    difficulty_tables_rise,
    lurkers_sleep,
    multipliers_rise_from_one,
    rooms_can_be_of_some_difficulty,
)
from undertide_server.content.load import list_presets
from undertide_server.content.records.monsters import Behaviour
from undertide_server.content.records.population import DIFFICULTIES, Multiplier
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.tricks import SpellUse, Tricks
from undertide_server.content.schema.fields import TableRow, row_at

RULES = shipped("default")
UNKNOWN = Tricks(spells=(SpellUse(spell="fire_blt", percent=10),))
USELESS = Tricks(spells=(SpellUse(spell="light", percent=10),))


def with_family(tricks: Tricks) -> Ruleset:
    rat = RULES.families["rat"].model_copy(update={"behaviour": Behaviour(tricks=tricks)})
    return RULES.model_copy(update={"families": {**RULES.families, "rat": rat}})


def with_class(tricks: Tricks) -> Ruleset:
    rat = RULES.families["rat"]
    pale = rat.classes["pale"].model_copy(update={"tricks": tricks})
    changed = rat.model_copy(update={"classes": {**rat.classes, "pale": pale}})
    return RULES.model_copy(update={"families": {**RULES.families, "rat": changed}})


def with_boss(tricks: Tricks) -> Ruleset:
    rat = RULES.families["rat"].model_copy(update={"boss": tricks})
    return RULES.model_copy(update={"families": {**RULES.families, "rat": rat}})


def with_person(tricks: Tricks) -> Ruleset:
    cook = RULES.people["cook"].model_copy(update={"behaviour": Behaviour(tricks=tricks)})
    return RULES.model_copy(update={"people": {**RULES.people, "cook": cook}})


def test_shipped_content_has_no_such_faults() -> None:
    assert list(casters_know_their_spells(RULES)) == []
    assert list(lurkers_sleep(RULES)) == []


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (with_family, ("families", "rat", "behaviour", "tricks")),
        (with_class, ("families", "rat", "classes", "pale", "tricks")),
        (with_boss, ("families", "rat", "boss")),
        (with_person, ("people", "cook", "behaviour", "tricks")),
    ],
)
def test_a_spell_that_is_none_is_found_wherever_it_stands(
    change: Callable[[Tricks], Ruleset], path: tuple[str, ...]
) -> None:
    ((where, reason),) = casters_know_their_spells(change(UNKNOWN))
    assert where == (*path, "spells", 0, "spell")
    assert reason == 'there is no spell "fire_blt"; did you mean "fire_bolt"?'


def test_monsters_cast_nothing_that_only_a_hero_has_use_for() -> None:
    ((_, reason),) = casters_know_their_spells(with_family(USELESS))
    assert reason == 'expected a spell that hurts, hinders, heals or helps; found "light"'


def test_who_lurks_is_sometimes_asleep() -> None:
    restless = Behaviour(lurks=True, asleep=0)
    cook = RULES.people["cook"].model_copy(update={"behaviour": restless})
    rules = RULES.model_copy(update={"people": {**RULES.people, "cook": cook}})
    ((where, reason),) = lurkers_sleep(rules)
    assert where == ("people", "cook", "behaviour", "asleep")
    assert reason == "expected more than 0, since it lurks; found 0"


def with_encounters(**changes: Any) -> Ruleset:
    encounters = RULES.encounters.model_copy(update=changes)
    return RULES.model_copy(update={"encounters": encounters})


def multipliers(*pairs: tuple[int, int]) -> tuple[Multiplier, ...]:
    return tuple(Multiplier(monsters=monsters, percent=percent) for monsters, percent in pairs)


@pytest.mark.parametrize("preset", list_presets())
def test_what_ships_is_sound(preset: str) -> None:
    rules = shipped(preset)
    assert not [
        *difficulty_tables_rise(rules),
        *rooms_can_be_of_some_difficulty(rules),
        *multipliers_rise_from_one(rules),
    ]


def test_every_floor_needs_a_difficulty_with_a_weight() -> None:
    late = {"easy": (TableRow(floor=3, value=5),), "deadly": (TableRow(floor=1, value=0),)}
    assert list(rooms_can_be_of_some_difficulty(with_encounters(difficulties=late))) == [
        (
            ("encounters", "difficulties"),
            "expected a difficulty whose weight on floor 1 is above 0",
        )
    ]
    ends = {"easy": (TableRow(floor=1, value=5), TableRow(floor=20, value=0))}
    assert list(rooms_can_be_of_some_difficulty(with_encounters(difficulties=ends))) == [
        (
            ("encounters", "difficulties"),
            "expected a difficulty whose weight on floor 20 is above 0",
        )
    ]


def test_rows_of_difficulties_come_in_the_order_of_floors() -> None:
    table = (TableRow(floor=3, value=5), TableRow(floor=3, value=6))
    assert list(difficulty_tables_rise(with_encounters(difficulties={"hard": table}))) == [
        (
            ("encounters", "difficulties", "hard", 1, "floor"),
            "expected more than 3, the previous value; found 3",
        )
    ]


@pytest.mark.parametrize(
    ("pairs", "place", "problem"),
    [
        ([(2, 150)], (0, "monsters"), "expected 1 at the first multiplier; found 2"),
        (
            [(1, 100), (1, 150)],
            (1, "monsters"),
            "expected more than 1, the previous value; found 1",
        ),
        (
            [(1, 150), (3, 150)],
            (1, "percent"),
            "expected more than 150, the previous value; found 150",
        ),
    ],
)
def test_multipliers_begin_with_one_monster_and_rise(
    pairs: list[tuple[int, int]], place: tuple[int, str], problem: str
) -> None:
    rules = with_encounters(multipliers=multipliers(*pairs))
    assert list(multipliers_rise_from_one(rules)) == [
        (("encounters", "multipliers", *place), problem)
    ]


@pytest.mark.parametrize(
    ("floor", "weights"),
    [(1, [50, 40, 10, 0]), (14, [30, 45, 20, 5]), (15, [20, 45, 25, 10]), (20, [20, 45, 25, 10])],
)
def test_the_last_row_of_difficulties_starts_at_floor_15(floor: int, weights: list[int]) -> None:
    tables = RULES.encounters.difficulties
    found = [row_at(tables[each], floor) for each in DIFFICULTIES]
    assert found == weights
    assert sum(found) == 100
