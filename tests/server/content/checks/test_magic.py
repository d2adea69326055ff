"""Faults in deeds, spells and statuses: told where they stand."""

from typing import Any

import pytest

from support.content.shipped import shipped
from undertide_server.content.checks.magic import (
    deeds_have_what_they_need,
    known_statuses_are_there,
    spells_can_be_learned,
    statuses_are_caught_for_a_time,
    statuses_are_told_apart,
    statuses_end_others,
)
from undertide_server.content.checks.registry import STATED
from undertide_server.content.load import list_presets
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.spells import Spell

RULES = shipped("default")
CHECKS = (
    known_statuses_are_there,
    statuses_end_others,
    statuses_are_told_apart,
    statuses_are_caught_for_a_time,
    deeds_have_what_they_need,
    spells_can_be_learned,
)


def with_status(key: str, **changes: Any) -> Ruleset:
    status = RULES.statuses[key].model_copy(update=changes)
    return RULES.model_copy(update={"statuses": {**RULES.statuses, key: status}})


def with_spell(key: str, effect: dict[str, Any]) -> Ruleset:
    stated = RULES.spells["light"].model_dump() | {"effect": effect}
    spells = {**RULES.spells, key: Spell.model_validate(stated)}
    return RULES.model_copy(update={"spells": spells})


def test_loading_looks_for_these_faults() -> None:
    assert set(CHECKS) <= {check.find for check in STATED}


@pytest.mark.parametrize("preset", list_presets())
def test_what_ships_is_sound(preset: str) -> None:
    rules = shipped(preset)
    assert not [finding for check in CHECKS for finding in check(rules)]


@pytest.mark.parametrize("key", ["confused", "sheltered", "summoned"])
def test_statuses_that_the_rules_know_are_needed(key: str) -> None:
    left = {name: status for name, status in RULES.statuses.items() if name != key}
    rules = RULES.model_copy(update={"statuses": left})
    assert list(known_statuses_are_there(rules)) == [
        (("statuses", key), "is missing; every run needs it")
    ]


def test_a_status_ends_another_that_there_is() -> None:
    rules = with_status("hasted", ends=("slowd", "hasted"))
    assert list(statuses_end_others(rules)) == [
        (("statuses", "hasted", "ends", 0), 'there is no status "slowd"; did you mean "slowed"?'),
        (("statuses", "hasted", "ends", 1), 'expected another status; found "hasted"'),
    ]


@pytest.mark.parametrize(("field", "value"), [("adjective", "burning"), ("glyph", "b")])
def test_no_two_statuses_look_or_sound_alike(field: str, value: str) -> None:
    [(path, problem)] = statuses_are_told_apart(with_status("slowed", **{field: value}))
    assert path == ("statuses", "slowed", field)
    assert problem == f'expected one that "burning" doesn\'t have; found "{value}"'


def test_what_is_caught_lasts_no_longer_than_it_can() -> None:
    caught = RULES.statuses["burning"].caught
    assert caught is not None
    rules = with_status("burning", caught=caught.model_copy(update={"ticks": 61}))
    assert list(statuses_are_caught_for_a_time(rules)) == [
        (("statuses", "burning", "caught", "ticks"), "expected at most 60, `most`; found 61")
    ]


@pytest.mark.parametrize(
    ("effect", "where", "problem"),
    [
        (
            {"does": "inflict", "status": "slowd", "ticks": 5, "whom": "other"},
            ("status",),
            'there is no status "slowd"; did you mean "slowed"?',
        ),
        (
            {"does": "inflict", "status": "frozen", "ticks": 41, "whom": "other"},
            ("ticks",),
            'expected at most 40, `most` of "frozen"; found 41',
        ),
        (
            {
                "does": "nova",
                "power": 1,
                "damage": "fire",
                "radius": 1,
                "inflicts": {"status": "burnin", "ticks": 1},
            },
            ("inflicts", "status"),
            'there is no status "burnin"; did you mean "burning"?',
        ),
        (
            {"does": "summon", "person": "skelton", "count": 1, "ticks": 1},
            ("person",),
            'there is no person "skelton"; did you mean "skeleton"?',
        ),
        (
            {"does": "summon", "person": "skeleton", "count": 1, "ticks": 1001},
            ("ticks",),
            'expected at most 1000, `most` of "summoned"; found 1001',
        ),
    ],
)
def test_deeds_name_what_there_is(
    effect: dict[str, Any], where: tuple[str, ...], problem: str
) -> None:
    found = list(deeds_have_what_they_need(with_spell("light", effect)))
    assert found == [(("spells", "light", "effect", *where), problem)]


def test_books_teach_spells_that_there_are() -> None:
    left = {key: spell for key, spell in RULES.spells.items() if key != "blink"}
    rules = RULES.model_copy(update={"spells": left})
    paths = [path for path, _ in deeds_have_what_they_need(rules)]
    assert paths == [("items", "book_blink", "effect", "spell")]


def test_a_spell_that_nobody_can_learn_is_a_fault() -> None:
    rules = with_spell("twilight", {"does": "light", "radius": 1})
    assert list(spells_can_be_learned(rules)) == [
        (
            ("spells", "twilight"),
            "can't be learned: no item teaches it, and no calling knows it",
        )
    ]
