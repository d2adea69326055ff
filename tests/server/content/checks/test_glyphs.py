"""Glyphs that would mean two things are refused, where they stand."""

from typing import Any

import pytest

from support.content.shipped import shipped
from undertide_client.displays.glyphs import terminal_glyph
from undertide_client.displays.tilesheet import codepoints
from undertide_server.content.checks.findings import Finding
from undertide_server.content.checks.glyphs import (
    OTHER_LETTERS,
    free_letters,
    glyphs_have_one_meaning,
    people_are_of_families,
)
from undertide_server.content.load import list_presets
from undertide_server.content.records.ruleset import Ruleset

RULES = shipped("default")


def changed(catalogue: str, key: str, **changes: Any) -> Ruleset:
    records = getattr(RULES, catalogue)
    record = records[key].model_copy(update=changes)
    return RULES.model_copy(update={catalogue: {**records, key: record}})


def faults(ruleset: Ruleset) -> list[Finding]:
    return [*glyphs_have_one_meaning(ruleset), *people_are_of_families(ruleset)]


@pytest.mark.parametrize("preset", list_presets())
def test_every_shipped_glyph_has_one_meaning(preset: str) -> None:
    assert not faults(shipped(preset))


@pytest.mark.parametrize(
    ("catalogue", "key", "glyph", "other"),
    [
        ("terrain", "spikes", "§", "terrain.burning_grass"),
        ("terrain", "acid", "~", "terrain.shallows"),
        ("terrain", "glass", "#", "terrain.wall"),
        ("items", "amulet_of_frost", "_", "terrain.thick_ice"),
        ("items", "heart_container", "!", "items.health_potion"),
        ("people", "guard", "@", "heroes"),
        ("people", "shopkeeper", "p", "people.guard"),
        ("people", "pyromancer", "R", "families.rat.tiers.0"),
    ],
)
def test_a_glyph_that_means_something_else_already_is_refused(
    catalogue: str, key: str, glyph: str, other: str
) -> None:
    wanted = f"expected a glyph of its own; {other} means something else"
    if catalogue == "people":
        wanted += f"; free letters are {', '.join(free_letters(RULES))}"
    wanted += f'; found "{glyph}"'
    assert ((catalogue, key, "glyph"), wanted) in faults(changed(catalogue, key, glyph=glyph))


def test_letters_that_are_free_can_be_taken_in_both_cases() -> None:
    free = free_letters(RULES)
    assert free[:3] == ["f", "l", "u"]
    assert "λ" in free
    assert "ω" not in free, "a terrain's glyph is its upper case"
    for letter in free:
        for glyph in (letter, letter.upper()):
            assert not faults(changed("people", "shopkeeper", glyph=glyph))


def test_a_preset_may_have_more_families_than_there_are_latin_letters() -> None:
    letters = free_letters(RULES)
    rat = RULES.families["rat"]
    more = {
        f"family{number}": rat.model_copy(
            update={"tiers": tuple(tier.model_copy(update={"glyph": letter}) for tier in rat.tiers)}
        )
        for number, letter in enumerate(letters)
    }
    families = {**RULES.families, **more}
    assert len(more) > 15
    assert not faults(RULES.model_copy(update={"families": families}))


def test_letters_of_other_alphabets_are_one_cell_in_terminals_and_have_a_tile() -> None:
    for letter in OTHER_LETTERS:
        for glyph in (letter, letter.upper()):
            assert len(glyph) == 1
            assert terminal_glyph(ord(glyph)) == ord(glyph)
            assert ord(glyph) in codepoints()


def test_ground_that_is_as_harmless_may_look_the_same() -> None:
    assert not faults(changed("terrain", "bones", glyph=RULES.terrain["grass"].glyph))


def test_a_person_shares_the_glyph_of_its_family_alone() -> None:
    assert not faults(changed("people", "guard", family="goblin", glyph="G"))
    assert faults(changed("people", "guard", family="goblin", glyph="k"))


def test_a_family_that_does_not_exist_is_named() -> None:
    problem = 'there is no family "goblins"; did you mean "goblin"?'
    found = list(people_are_of_families(changed("people", "guard", family="goblins")))
    assert found == [(("people", "guard", "family"), problem)]
