"""Faults in how monsters behave."""

from collections.abc import Callable

import pytest

from support.content.shipped import shipped
from undertide_server.content.checks.behaviours import casters_know_their_spells, lurkers_sleep
from undertide_server.content.records.monsters import Behaviour
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.tricks import SpellUse, Tricks

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
