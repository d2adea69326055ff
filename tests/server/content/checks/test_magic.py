"""Faults in deeds, spells and statuses: told where they stand."""

from typing import Any

import pytest

from support.content.shipped import shipped
from undertide_server.content.checks.magic import (
    abilities_are_sound,
    abilities_are_told_apart,
    callings_have_their_abilities,
    deeds_have_what_they_need,
    detonations_have_their_statuses,
    known_statuses_are_there,
    spells_can_be_learned,
    statuses_are_caught_for_a_time,
    statuses_are_told_apart,
    statuses_end_others,
)
from undertide_server.content.load import list_presets
from undertide_server.content.records.abilities import Disarm, Spell
from undertide_server.content.records.effects import Inflict
from undertide_server.content.records.ruleset import Ruleset

RULES = shipped("default")
CHECKS = (
    known_statuses_are_there,
    statuses_end_others,
    statuses_are_told_apart,
    statuses_are_caught_for_a_time,
    deeds_have_what_they_need,
    spells_can_be_learned,
)
OF_ABILITIES = (
    abilities_are_sound,
    abilities_are_told_apart,
    callings_have_their_abilities,
    detonations_have_their_statuses,
)


def with_status(key: str, **changes: Any) -> Ruleset:
    status = RULES.statuses[key].model_copy(update=changes)
    return RULES.model_copy(update={"statuses": {**RULES.statuses, key: status}})


def with_spell(key: str, effect: dict[str, Any]) -> Ruleset:
    stated = RULES.spells["light"].model_dump() | {"effect": effect}
    spells = {**RULES.spells, key: Spell.model_validate(stated)}
    return RULES.model_copy(update={"spells": spells})


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


def with_ability(key: str, like: str, **changes: Any) -> Ruleset:
    """Return content in which an ability is like a shipped one, with some fields changed."""
    ability = RULES.abilities[like].model_copy(update=changes)
    return RULES.model_copy(update={"abilities": {**RULES.abilities, key: ability}})


def with_callings_abilities(*abilities: str) -> Ruleset:
    warden = RULES.callings["warden"].model_copy(update={"abilities": abilities})
    return RULES.model_copy(update={"callings": {**RULES.callings, "warden": warden}})


@pytest.mark.parametrize("preset", list_presets())
def test_what_ships_is_sound_and_each_calling_has_two(preset: str) -> None:
    rules = shipped(preset)
    assert not [finding for check in OF_ABILITIES for finding in check(rules)]
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
