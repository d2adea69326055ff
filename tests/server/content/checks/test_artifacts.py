"""Faults in artifacts: told where they stand."""

from collections.abc import Mapping
from typing import Any

import pytest

from support.content.shipped import shipped
from undertide_server.content.checks.artifacts import (
    artifacts_are_gear,
    artifacts_are_more_than_is_found,
    artifacts_can_be_forged,
    artifacts_keep_limits,
)
from undertide_server.content.checks.findings import Finding
from undertide_server.content.load import list_presets
from undertide_server.content.records.ruleset import Ruleset

RULES = shipped("default")
CHECKS = (
    artifacts_are_gear,
    artifacts_keep_limits,
    artifacts_can_be_forged,
    artifacts_are_more_than_is_found,
)
WHERE = ("artifacts", "dawnbreaker")


def with_artifact(affixes: Mapping[str, int] | None = None, **changes: Any) -> Ruleset:
    record = RULES.artifacts["dawnbreaker"]
    changes |= {} if affixes is None else {"affixes": affixes}
    return RULES.model_copy(
        update={"artifacts": {"dawnbreaker": record.model_copy(update=changes)}}
    )


def found(rules: Ruleset) -> list[Finding]:
    return [finding for check in CHECKS for finding in check(rules)]


@pytest.mark.parametrize("preset", list_presets())
def test_what_ships_is_sound(preset: str) -> None:
    assert found(shipped(preset)) == []


@pytest.mark.parametrize(
    ("changes", "findings"),
    [
        (
            {"base": "long_sord"},
            [((*WHERE, "base"), 'there is no gear "long_sord"; did you mean "long_sword"?')],
        ),
        (
            {"affixes": {"ken": 3, "blessed": 3}},
            [((*WHERE, "affixes", "ken"), 'there is no affix "ken"; did you mean "keen"?')],
        ),
        (
            {"affixes": {"sturdy": 3, "keen": 3}},
            [((*WHERE, "affixes", "sturdy"), "sturdy goes on no weapon")],
        ),
        (
            {"floor": 2, "affixes": {"keen": 3, "burning": 1}},
            [((*WHERE, "affixes", "keen"), "expected at most level 2 on floor 2; found 3")],
        ),
        (
            {"floor": 4, "affixes": {"thirsty": 1, "keen": 3, "burning": 1}},
            [((*WHERE, "affixes", "thirsty"), "thirsty is not found down to floor 4")],
        ),
        (
            {"affixes": {"keen": 4, "blessed": 3, "burning": 2}},
            [
                (
                    (*WHERE, "affixes"),
                    "expected at most 8 levels on floor 9, `crafting.most_levels`; found 9",
                )
            ],
        ),
        (
            {"floor": 4, "affixes": {"keen": 2, "blessed": 1, "burning": 1, "freezing": 1}},
            [
                (
                    (*WHERE, "affixes"),
                    "expected at most 3 affixes on floor 4, `crafting.most_affixes`; found 4",
                )
            ],
        ),
        (
            {"affixes": {"keen": 4, "blessed": 1}},
            [
                (
                    (*WHERE, "affixes"),
                    "expected more than 5 levels on floor 9, `crafting.found_levels`; found 5",
                )
            ],
        ),
        (
            {"base": "scale_coat", "affixes": {"of_stone": 1, "sturdy": 4, "of_embers": 2}},
            [
                (
                    (*WHERE, "affixes"),
                    "no piece carries more than 1 physical resistance (physical_resistance)",
                )
            ],
        ),
    ],
)
def test_a_fault_stands_where_it_is(changes: dict[str, Any], findings: list[Finding]) -> None:
    assert found(with_artifact(**changes)) == findings
