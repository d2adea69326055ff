"""Whole floors of 200 seeds: as they were, unless they were changed on purpose, and sound."""

from collections.abc import Iterator
from dataclasses import replace
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped
from support.worlds.any_layouts import settings_of_layouts
from support.worlds.floor_digests import PLANNED, digest_of_plan, planned_floor, read_catalogue
from undertide_server.content.records.layouts import LayoutName, Layouts
from undertide_server.util.rng import SEED_BYTES
from undertide_server.worldgen.draft.plan import FloorPlan
from undertide_server.worldgen.floor import plan_floor
from undertide_server.worldgen.game.game import Game, make_game
from undertide_server.worldgen.game.run_tree import branch_at
from undertide_server.worldgen.layouts.lair import lair_of
from undertide_server.worldgen.layouts.layout import FAR, steps_from
from undertide_server.worldgen.layouts.maze import dead_ends, rooms_away
from undertide_shared.geometry import Cell


def test_the_catalogue_has_every_planned_floor() -> None:
    kept = read_catalogue()["planned"]
    assert {preset: len(set(digests)) for preset, digests in kept.items()} == PLANNED


@pytest.mark.parametrize("preset", PLANNED)
def test_planned_floors_are_those_of_the_catalogue(preset: str) -> None:
    """To change them on purpose, run tests/data/renew_floors.py."""
    rules = shipped(preset)
    kept = read_catalogue()["planned"][preset]
    changed = []
    for number in range(PLANNED[preset]):
        game, plan = planned_floor(rules, number)
        check(game, plan)
        if digest_of_plan(plan, game.terrain) != kept[number]:
            changed.append(number)
    assert changed == []


@given(
    settings_of_layouts,
    st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES),
    st.integers(0, 19),
    st.sampled_from(get_args(LayoutName)),
    st.integers(1, 8),
)
@settings(max_examples=25)
def test_floors_of_any_layout_are_sound(
    layouts: Layouts, seed: bytes, depth: int, name: LayoutName, heroes: int
) -> None:
    game = make_game(shipped("default"), seed, REPERTOIRE)
    game = replace(game, ruleset=game.ruleset.model_copy(update={"layouts": layouts}))
    plan = plan_floor(game, branch_at(game, (0,) * depth), (depth + 1,) * heroes, name)
    check(game, plan, max(layouts.keep.dead_ends, layouts.small_keep.dead_ends))


def check(game: Game, plan: FloorPlan, dead_ends_at_most: int = 12) -> None:
    """Assert what holds of every floor."""
    walkable = game.terrain.walkable[plan.tiles]
    safe = walkable & ~game.terrain.shunned[plan.tiles]
    check_ways(plan, walkable, safe)
    check_cells(plan, walkable, safe)
    check_tiles(game, plan)
    check_rooms(game, plan)
    check_maze(plan, dead_ends_at_most)


def check_ways(plan: FloorPlan, walkable: NDArray[np.bool_], safe: NDArray[np.bool_]) -> None:
    """Assert that all ground can be reached from every stair, and every room without harm."""
    assert not walkable[[0, -1], :].any()
    assert not walkable[:, [0, -1]].any()
    for cell in (plan.layout.arrival, *stairs_of(plan)):
        assert (steps_from(cell, walkable)[walkable] < FAR).all()
    steps = steps_from(plan.layout.arrival, safe)
    assert (steps[safe] < FAR).all()
    for room in plan.rooms:
        assert any(steps[y, x] < FAR for x, y in room.room.cells())


def check_cells(plan: FloorPlan, walkable: NDArray[np.bool_], safe: NDArray[np.bool_]) -> None:
    """Assert that no two things are on one cell, and that all that can be met is on safe ground."""
    standing = [(spawn.x, spawn.y) for spawn in plan.spawns]
    lying = [(loot.x, loot.y) for loot in plan.loot]
    fixed = [*stairs_of(plan), *plan.traps, *plan.portals]
    assert len({*standing, *fixed}) == len(standing) + len(fixed)
    assert len({*lying, *fixed}) == len(lying) + len(fixed)
    assert all(safe[y, x] for x, y in (*standing, *lying))
    assert all(walkable[y, x] for x, y in plan.portals)
    assert all(plan.portals[twin] == portal for portal, twin in plan.portals.items())
    for (x, y), trap in plan.traps.items():
        assert walkable[y, x] == (trap.facing == (0, 0))


def check_tiles(game: Game, plan: FloorPlan) -> None:
    """Assert that no stage has put anything over what another had made."""

    def terrain_at(cell: Cell) -> str:
        return game.terrain.names[int(plan.tiles[cell[1], cell[0]])]

    assert [terrain_at(cell) for cell in plan.layout.stairs_down] == ["stairs_down"] * len(
        plan.layout.stairs_down
    )
    assert plan.layout.stairs_up is None or terrain_at(plan.layout.stairs_up) == "stairs_up"
    assert {terrain_at(cell) for cell in plan.portals} <= {"portal"}
    for cell, trap in plan.traps.items():
        if not trap.hidden:
            assert terrain_at(cell) == game.ruleset.traps[trap.kind].terrain


def stairs_of(plan: FloorPlan) -> Iterator[Cell]:
    if plan.layout.stairs_up:
        yield plan.layout.stairs_up
    yield from plan.layout.stairs_down


def check_rooms(game: Game, plan: FloorPlan) -> None:
    """Assert that what rooms were made into is what content allows (R11)."""
    rules = game.ruleset
    bosses = game.curve.floors[plan.branch.number - 1].bosses
    lair = lair_of(plan.layout, game.terrain) if bosses else None
    for index, room in enumerate(plan.rooms):
        assert rules.rooms.shapes[room.shape] or room.shape == "rectangle"
        assert room.theme in rules.themes
        if room.patch:
            name, tile = room.patch
            assert tile in rules.rooms.viability[name]
        if room.encounter and index != lair:  # bosses are there, whatever it is
            assert rules.themes[room.theme].combat


def check_maze(plan: FloorPlan, most: int) -> None:
    """Assert R10's steps 1 to 3 of keeps."""
    layout = plan.layout
    if layout.maze:
        rooms = set(range(len(layout.rooms)))
        assert len(set(layout.maze)) == len(rooms) - 1
        assert set(rooms_away(0, layout.maze)) == rooms
        assert len(dead_ends(layout.connections)) <= most
