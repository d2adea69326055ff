"""Faults in abilities: told where they stand."""

from typing import Any

import pytest

from support.content.shipped import shipped
from undertide_server.content.checks.abilities import (
    abilities_are_sound,
    abilities_are_told_apart,
    callings_have_their_abilities,
    detonations_have_their_statuses,
)
from undertide_server.content.checks.magic import deeds_have_what_they_need
from undertide_server.content.checks.registry import STATED
from undertide_server.content.load import list_presets
from undertide_server.content.records.abilities import Disarm
from undertide_server.content.records.effects import Inflict
from undertide_server.content.records.ruleset import Ruleset

RULES = shipped("default")
CHECKS = (
    abilities_are_sound,
    abilities_are_told_apart,
    callings_have_their_abilities,
    detonations_have_their_statuses,
)


def with_ability(key: str, like: str, **changes: Any) -> Ruleset:
    """Return content in which an ability is like a shipped one, with some fields changed."""
    ability = RULES.abilities[like].model_copy(update=changes)
    return RULES.model_copy(update={"abilities": {**RULES.abilities, key: ability}})


def with_callings_abilities(*abilities: str) -> Ruleset:
    warden = RULES.callings["warden"].model_copy(update={"abilities": abilities})
    return RULES.model_copy(update={"callings": {**RULES.callings, "warden": warden}})


def test_loading_looks_for_these_faults() -> None:
    assert set(CHECKS) <= {check.find for check in STATED}


@pytest.mark.parametrize("preset", list_presets())
def test_what_ships_is_sound_and_each_calling_has_two(preset: str) -> None:
    rules = shipped(preset)
    assert not [finding for check in CHECKS for finding in check(rules)]
    assert {len(calling.abilities) for calling in rules.callings.values()} == {2}


def test_callings_name_abilities_that_exist_once_and_all_are_had() -> None:
    assert list(callings_have_their_abilities(with_callings_abilities("taunt", "brase"))) == [
        (
            ("callings", "warden", "abilities", 1),
            'there is no ability "brase"; did you mean "brace"?',
        ),
        (("abilities", "brace"), "can't be performed: no calling has it"),
    ]
    ((where, problem),) = callings_have_their_abilities(
        with_callings_abilities("brace", "taunt", "taunt")
    )
    assert where == ("callings", "warden", "abilities", 2)
    assert "named before" in problem


def test_two_abilities_of_one_name_are_told() -> None:
    ((where, problem),) = abilities_are_told_apart(with_ability("provoke", "taunt"))
    assert where == ("abilities", "provoke", "name")
    assert problem == 'expected a name that "taunt" doesn\'t have; found "taunt"'


@pytest.mark.parametrize(
    ("like", "changes", "field", "said"),
    [
        ("taunt", {"cooldown": 0}, "cooldown", "a cooldown or a price in mana"),
        ("sneak_attack", {"cooldown": 9}, "cooldown", "it always works"),
        ("sneak_attack", {"mana": 9}, "cooldown", "it always works"),
        (
            "taunt",
            {
                "effects": (
                    *RULES.abilities["taunt"].effects,
                    *RULES.abilities["field_care"].effects,
                )
            },
            "effects",
            "only lasting effects, or none",
        ),
        (
            "mark",
            {"effects": (*RULES.abilities["mark"].effects, *RULES.abilities["disarm"].effects)},
            "effects",
            "at most one effect with a target",
        ),
    ],
)
def test_nobody_could_perform_these(
    like: str, changes: dict[str, Any], field: str, said: str
) -> None:
    ((where, problem),) = abilities_are_sound(with_ability(like, like, **changes))
    assert where == ("abilities", like, field)
    assert said in problem


def test_effects_name_statuses_that_exist_and_last_so_long() -> None:
    (burst,) = RULES.abilities["detonate"].effects
    rules = with_ability(
        "detonate",
        "detonate",
        effects=(burst.model_copy(update={"elements": {"burned": "fire"}}),),
    )
    assert list(detonations_have_their_statuses(rules)) == [
        (
            ("abilities", "detonate", "effects", 0, "elements", "burned"),
            'there is no status "burned"; did you mean "braced"?',
        )
    ]
    long = Inflict(does="inflict", status="marked", ticks=9999, whom="other")
    ((where, _),) = deeds_have_what_they_need(with_ability("mark", "mark", effects=(long,)))
    assert where == ("abilities", "mark", "effects", 0, "ticks")
    lost = Disarm(does="disarm", status="disarmd", ticks=9)
    ((where, _),) = deeds_have_what_they_need(with_ability("disarm", "disarm", effects=(lost,)))
    assert where == ("abilities", "disarm", "effects", 0, "status")
