"""Terrain as numbers."""

import numpy as np
import pytest

from support.content.shipped import shipped
from undertide_server.worldgen.layouts.terrain import (
    NO_TERRAIN,
    SHUNNED,
    UNKNOWN,
    UNSEEN,
    WALKABLE,
    build_terrain,
)

TERRAIN = shipped("default").terrain


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


def test_all_ground_lasts_but_ice_over_deep_water() -> None:
    table = build_terrain(TERRAIN)
    passing = {
        name for name, code in table.codes.items() if table.walkable[code] > table.lasting[code]
    }
    assert passing == {"thick_ice"}
    assert not table.lasting[table.codes["water"]]


def test_whole_floors_are_looked_up_at_once() -> None:
    table = build_terrain(TERRAIN)
    tiles = np.array([[table.codes["wall"], table.codes["floor"]]], dtype=np.uint8)
    assert table.walkable[tiles].tolist() == [[False, True]]


def test_closed_doors_open_and_nothing_else_does() -> None:
    table = build_terrain(TERRAIN)
    opening = {name: int(table.opens_to[code]) for name, code in table.codes.items()}
    assert {name: table.names[code] for name, code in opening.items() if code} == {
        "door": "open_door",
        "stone_door": "open_stone_door",
    }
    assert not table.transparent[table.codes["door"]]
    assert table.transparent[table.codes["open_door"]]


def test_what_spreads_turns_what_its_element_touches() -> None:
    table = build_terrain(TERRAIN)
    for source, record in TERRAIN.items():
        for target, touched in TERRAIN.items():
            becomes = touched.touched.get(record.element) if record.element else None
            code = table.spread_to[table.codes[source], table.codes[target]]
            assert code == (table.codes[becomes] if becomes else 0)


def test_what_lives_spreads_or_fades() -> None:
    table = build_terrain(TERRAIN)
    for name, record in TERRAIN.items():
        code = table.codes[name]
        assert bool(table.alive[code]) is (record.spreads > 0 or record.fades is not None)
        assert table.spreads[code] == record.spreads
        fades = record.fades
        assert table.fade_percent[code] == (fades.percent if fades else 0)
        assert table.fades_into[code] == (table.codes[fades.into] if fades else 0)


def test_what_harms_and_what_is_shunned_by_its_record_is_gone_round() -> None:
    table = build_terrain(TERRAIN)
    shunned = {name for name, code in table.codes.items() if table.shunned[code]}
    assert {"fire_trap", "acid", "burning_grass"} <= shunned
    assert not shunned & {"floor", "grass", "mud", "door"}


def test_lookups_cannot_be_written_to() -> None:
    with pytest.raises(ValueError, match="read-only"):
        build_terrain(TERRAIN).walkable[0] = True


def test_a_floors_marks_are_those_of_its_codes_and_what_is_on_no_floor_has_none() -> None:
    table = build_terrain(TERRAIN)
    tiles = bytes([*range(len(table.names)), NO_TERRAIN])
    *marks, of_nothing = tiles.translate(table.marks)
    for code, mark in enumerate(marks):
        assert bool(mark & WALKABLE) == bool(table.walkable[code])
        assert bool(mark & SHUNNED) == bool(table.shunned[code])
        assert bool(mark & UNSEEN) == (table.names[code] == UNKNOWN)
    assert of_nothing == 0
