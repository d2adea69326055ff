"""R12: traps in floors and in walls."""

from collections.abc import Mapping

import pytest

from support.worlds.drafts import GAME, exactly, furnished, game_of, is_sound, name_at
from undertide_server.content.records.layouts import LayoutName
from undertide_server.content.records.themes import Decor, TrapUse
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.draft.plan import PlannedTrap
from undertide_server.worldgen.stages.trapping import LINE, change_trap
from undertide_shared.geometry import Cell

TRAPS = GAME.ruleset.traps
FLOOR = tuple(key for key, trap in TRAPS.items() if trap.where == "floor")
WALL = tuple(key for key, trap in TRAPS.items() if trap.where == "wall")


def trapped(
    traps: tuple[str, ...], hidden: int, count: int = 3, layout: LayoutName = "small_keep"
) -> Draft:
    use = TrapUse(traps=traps, count=exactly(count), hidden=hidden)
    return furnished(game_of(Decor(traps=(use,))), layout=layout)


def in_room(draft: Draft, index: int) -> Mapping[Cell, PlannedTrap]:
    """Return the traps in a room's floor, and those that fire into it."""
    cells = draft.rooms[index].room.cells()
    return {
        (x, y): trap
        for (x, y), trap in draft.traps.items()
        if (x + trap.facing[0], y + trap.facing[1]) in cells
    }


@pytest.mark.parametrize("traps", [FLOOR, WALL])
def test_a_room_has_as_many_traps_as_its_theme_says(traps: tuple[str, ...]) -> None:
    draft = trapped(traps, 50)
    assert [len(in_room(draft, index)) for index in range(1, len(draft.rooms))] == [3] * 29
    assert not in_room(draft, 0)
    assert {trap.kind for trap in draft.traps.values()} == set(traps)


@pytest.mark.parametrize("traps", [FLOOR, WALL])
def test_seen_traps_look_like_traps_and_hidden_ones_like_what_is_around(
    traps: tuple[str, ...],
) -> None:
    for cell, trap in (seen := trapped(traps, 0)).traps.items():
        assert not trap.hidden
        assert name_at(seen, cell) == TRAPS[trap.kind].terrain
    plain = {"floor", "wall"}
    for cell, trap in (hidden := trapped(traps, 100)).traps.items():
        assert trap.hidden
        assert name_at(hidden, cell) in plain


@pytest.mark.parametrize("layout", ["small_keep", "rooms_and_corridors", "caverns", "arena"])
def test_traps_in_floors_leave_a_way_round(layout: LayoutName) -> None:
    draft = trapped(FLOOR, 0, 30, layout)
    assert len(draft.traps) > 20
    assert is_sound(draft)


def test_no_trap_lies_where_one_comes_in() -> None:
    draft = trapped(FLOOR, 50, 20)
    terrain = draft.game.terrain
    for plan in draft.rooms[1:]:
        inside = set(plan.room.cells())
        for x, y in inside & draft.traps.keys():
            beside = [(x + dx, y + dy) for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0))]
            ways = [cell for cell in beside if cell not in inside]
            assert not any(terrain.walkable[draft.tiles[way[1], way[0]]] for way in ways)


@pytest.mark.parametrize("layout", ["small_keep", "caverns"])
def test_traps_in_walls_face_open_ground(layout: LayoutName) -> None:
    draft = trapped(WALL, 50, layout=layout)
    terrain = draft.game.terrain
    assert draft.traps
    for (x, y), trap in draft.traps.items():
        dx, dy = trap.facing
        assert sorted((abs(dx), abs(dy))) == [0, 1]
        assert not terrain.walkable[draft.tiles[y, x]]
        before = [(x + dx * step, y + dy * step) for step in range(1, LINE + 1)]
        assert all(terrain.walkable[draft.tiles[cell[1], cell[0]]] for cell in before)


def test_a_trap_is_changed_in_its_place() -> None:
    draft = trapped(("spikes",), 50)
    for cell in list(draft.traps):
        change_trap(draft, cell, "fire_vent")
    assert {trap.kind for trap in draft.traps.values()} == {"fire_vent"}
    for cell, trap in draft.traps.items():
        assert name_at(draft, cell) == ("floor" if trap.hidden else "fire_trap")


def test_where_traps_are_nothing_is_built_later() -> None:
    draft = trapped((*FLOOR, *WALL), 50)
    assert draft.traps.keys() <= draft.taken
