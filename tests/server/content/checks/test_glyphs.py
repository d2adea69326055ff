"""Glyphs that would mean two things are refused, where they stand."""

from typing import Any

import pytest

from support.content.shipped import shipped
from undertide_server.content.checks.findings import Finding
from undertide_server.content.checks.glyphs import glyphs_have_one_meaning, people_are_of_families
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
    wanted = f'expected a glyph of its own; {other} means something else; found "{glyph}"'
    assert ((catalogue, key, "glyph"), wanted) in faults(changed(catalogue, key, glyph=glyph))


def test_ground_that_is_as_harmless_may_look_the_same() -> None:
    assert not faults(changed("terrain", "bones", glyph=RULES.terrain["grass"].glyph))


def test_a_person_shares_the_glyph_of_its_family_alone() -> None:
    assert not faults(changed("people", "guard", family="goblin", glyph="G"))
    assert faults(changed("people", "guard", family="goblin", glyph="k"))


def test_a_family_that_does_not_exist_is_named() -> None:
    problem = 'there is no family "goblins"; did you mean "goblin"?'
    found = list(people_are_of_families(changed("people", "guard", family="goblins")))
    assert found == [(("people", "guard", "family"), problem)]
