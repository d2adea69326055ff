"""Faults in regions: told where they stand."""

from typing import Any

import pytest

from support.content.shipped import shipped
from undertide_server.content.checks import regions as region_checks
from undertide_server.content.checks.findings import Finding
from undertide_server.content.checks.registry import CHECKS
from undertide_server.content.load import list_presets
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.themes import Strewn

RULES = shipped("default")


def findings(rules: Ruleset) -> list[Finding]:
    """Return what the checks of this module have to say against content."""
    checks = [check for check in CHECKS if check.find.__module__ == region_checks.__name__]
    assert len(checks) == 4
    return [finding for check in checks for finding in check.find(rules)]


def with_ice(**changes: Any) -> Ruleset:
    """Return content with some fields of the region of ice changed."""
    ice = RULES.regions["ice"].model_copy(update=changes)
    return RULES.model_copy(update={"regions": {**RULES.regions, "ice": ice}})


@pytest.mark.parametrize("preset", list_presets())
def test_what_ships_is_sound(preset: str) -> None:
    assert findings(shipped(preset)) == []


@pytest.mark.parametrize(
    ("key", "value", "problem"),
    [
        ("amulet", "gem", 'there is no item "gem"'),
        (
            "amulet",
            "amulet_of_embers",
            'expected an item that "fire" doesn\'t have; found "amulet_of_embers"',
        ),
        ("guardian", "nobody", 'there is no person "nobody"'),
        ("guardian", "pilgrim", 'expected a person who is not peaceful; found "pilgrim"'),
        ("floor_trap", "pit", 'there is no trap "pit"'),
        ("floor_trap", "arrows", 'expected a trap in a floor; found "arrows"'),
        ("wall_trap", "frost_vent", 'expected a trap in a wall; found "frost_vent"'),
        ("spared", "tree", 'expected terrain that can be walked without harm; found "tree"'),
        ("tower", "keep", 'there is no terrain "keep"'),
        ("tower", "ash", 'expected terrain that can\'t be walked; found "ash"'),
    ],
)
def test_what_a_region_names_is_there_and_fits(key: str, value: str, problem: str) -> None:
    assert findings(with_ice(**{key: value})) == [(("regions", "ice", key), problem)]


def test_what_an_element_leaves_behind_is_there() -> None:
    strewn = (Strewn(terrain="ash", percent=1), Strewn(terrain="stairs_up", percent=1))
    assert findings(with_ice(strewn=strewn)) == [
        (
            ("regions", "ice", "strewn", 1, "terrain"),
            'expected terrain without stairs, doors and portals; found "stairs_up"',
        )
    ]
