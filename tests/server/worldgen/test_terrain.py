"""Terrain as numbers."""

import numpy as np
import pytest

from undertide_server.content.load import load_ruleset
from undertide_server.worldgen.terrain import build_terrain

TERRAIN = load_ruleset("default").terrain


def test_unknown_is_zero_whatever_the_order_of_the_keys() -> None:
    table = build_terrain(TERRAIN)
    shuffled = build_terrain(dict(reversed(list(TERRAIN.items()))))
    assert table.names[0] == "unknown"
    assert shuffled.names == table.names
    assert shuffled.codes == table.codes


def test_lookups_agree_with_the_records() -> None:
    table = build_terrain(TERRAIN)
    for name, record in TERRAIN.items():
        code = table.codes[name]
        assert table.names[code] == name
        assert table.records[code] is record
        assert bool(table.walkable[code]) is record.walkable
        assert bool(table.transparent[code]) is record.transparent


def test_whole_floors_are_looked_up_at_once() -> None:
    table = build_terrain(TERRAIN)
    tiles = np.array([[table.codes["wall"], table.codes["floor"]]], dtype=np.uint8)
    assert table.walkable[tiles].tolist() == [[False, True]]


def test_a_closed_door_opens_and_nothing_else_changes() -> None:
    table = build_terrain(TERRAIN)
    opening = {name for name, code in table.codes.items() if table.opens_to[code]}
    assert opening == {"door"}
    assert table.opens_to[table.codes["door"]] == table.codes["open_door"]
    assert not table.transparent[table.codes["door"]]
    assert table.transparent[table.codes["open_door"]]


def test_lookups_cannot_be_written_to() -> None:
    with pytest.raises(ValueError, match="read-only"):
        build_terrain(TERRAIN).walkable[0] = True
