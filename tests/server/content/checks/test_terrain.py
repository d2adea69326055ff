"""Faults in terrain: told where they stand."""

from typing import Any

import pytest

from support.content.shipped import shipped
from undertide_server.content.checks.terrain import (
    blocks_can_be_walked,
    terrain_turns_into_terrain,
    what_spreads_has_an_element,
)
from undertide_server.content.load import list_presets
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.terrain import Fading

RULES = shipped("default")


def with_terrain(key: str, **changes: Any) -> Ruleset:
    record = RULES.terrain[key].model_copy(update=changes)
    return RULES.model_copy(update={"terrain": {**RULES.terrain, key: record}})


@pytest.mark.parametrize("preset", list_presets())
def test_what_ships_is_sound(preset: str) -> None:
    rules = shipped(preset)
    assert not [*terrain_turns_into_terrain(rules), *what_spreads_has_an_element(rules)]
    assert not list(blocks_can_be_walked(rules))


@pytest.mark.parametrize(
    ("block", "problem"),
    [
        ("plinth", 'there is no terrain "plinth"'),
        ("wall", 'expected terrain that can be walked without harm; found "wall"'),
        ("spikes", 'expected terrain that can be walked without harm; found "spikes"'),
    ],
)
def test_what_stands_on_a_block_can_be_reached(block: str, problem: str) -> None:
    rules = with_terrain("portal", stands_on=block)
    assert list(blocks_can_be_walked(rules)) == [(("terrain", "portal", "stands_on"), problem)]


@pytest.mark.parametrize(
    ("target", "problem"),
    [
        ("gras", 'there is no terrain "gras"; did you mean "grass"?'),
        ("tree", 'expected other terrain, and no stairs; found "tree"'),
        ("unknown", 'expected other terrain, and no stairs; found "unknown"'),
        ("stairs_up", 'expected other terrain, and no stairs; found "stairs_up"'),
    ],
)
def test_what_is_touched_or_fades_becomes_other_terrain(target: str, problem: str) -> None:
    touched = with_terrain("tree", touched={"ice": target})
    assert list(terrain_turns_into_terrain(touched)) == [
        (("terrain", "tree", "touched", "ice"), problem)
    ]
    fading = with_terrain("tree", fades=Fading(percent=1, into=target))
    assert (("terrain", "tree", "fades", "into"), problem) in terrain_turns_into_terrain(fading)


@pytest.mark.parametrize("key", ["unknown", "stairs_up", "stairs_down"])
def test_stairs_and_the_unknown_stay_what_they_are(key: str) -> None:
    rules = with_terrain(key, touched={"fire": "ash"})
    where = ("terrain", key, "touched", "fire")
    assert list(terrain_turns_into_terrain(rules)) == [(where, f"{key} can't turn into anything")]


def test_to_spread_takes_an_element_and_a_chance() -> None:
    assert list(what_spreads_has_an_element(with_terrain("burning_grass", element=None))) == [
        (("terrain", "burning_grass", "element"), "is missing; what spreads needs it")
    ]
    assert list(what_spreads_has_an_element(with_terrain("burning_grass", spreads=0))) == [
        (
            ("terrain", "burning_grass", "spreads"),
            "expected more than 0, as it has an element; found 0",
        )
    ]
