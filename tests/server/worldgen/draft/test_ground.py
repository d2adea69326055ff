"""Free ground: where somebody or something may still be put."""

from support.content.shipped import shipped
from support.content.without_variety import unvaried
from support.worlds.dug_drafts import dug
from undertide_server.util.rng import derive
from undertide_server.worldgen.draft.ground import (
    away_from_arrival,
    cells_on,
    close,
    draw_cells,
    free_ground,
)
from undertide_server.worldgen.draft.plan import Loot, PlannedTrap, Spawn
from undertide_server.worldgen.game.game import make_game
from undertide_server.worldgen.layouts.layout import steps_from
from undertide_shared.geometry import Cell

GAME = make_game(unvaried(shipped("reference")), b"0123456789abcdef")


def test_all_that_can_be_walked_is_free_but_what_must_stay() -> None:
    draft = dug(GAME, 3)
    free = free_ground(draft)
    walkable = GAME.terrain.walkable[draft.tiles]
    assert free.sum() == walkable.sum() - len(draft.taken)
    assert not any(free[y, x] for x, y in draft.taken)


def test_what_is_used_or_harms_is_not_free() -> None:
    draft = dug(GAME, 3)
    cells: list[Cell] = draft.open_cells(draft.rooms[1].room)[:6]
    trapped, portal, stood_on, lain_on, spiked, bare = cells
    draft.traps[trapped] = PlannedTrap("spikes", hidden=True)
    draft.portals[portal] = bare
    draft.spawns.append(Spawn(GAME.roster.kinds[0], *stood_on, asleep=False))
    draft.loot.append(Loot("gold", 1, *lain_on))
    draft.tiles[spiked[1], spiked[0]] = GAME.terrain.codes["spikes"]
    free = free_ground(draft)
    assert [bool(free[y, x]) for x, y in cells] == [False] * 5 + [True]


def test_ground_near_the_arrival_is_not_safe() -> None:
    draft = dug(GAME, 3)
    far = away_from_arrival(draft)
    walkable = GAME.terrain.walkable[draft.tiles]
    steps = steps_from(draft.layout.arrival, walkable)
    assert steps[far].min() == GAME.ruleset.population.safe_steps + 1
    assert steps[walkable & ~far].max() == GAME.ruleset.population.safe_steps
    assert not cells_on(far, draft.rooms[0].room)
    assert not far[~walkable].any()


def test_cells_are_drawn_each_once_and_any_may_be() -> None:
    cells = [(x, 0) for x in range(6)]
    for number in range(20):
        drawn = draw_cells(cells, 4, derive(b"", "test", number))
        assert len(set(drawn)) == 4
        assert set(drawn) <= set(cells)
    firsts = {draw_cells(cells, 1, derive(b"", "test", number))[0] for number in range(100)}
    assert firsts == set(cells)
    assert sorted(draw_cells(cells, 9, derive(b"", "test"))) == cells
    assert draw_cells([], 1, derive(b"", "test")) == []


def test_cells_of_a_room_that_are_taken_off_are_no_longer_on_the_ground() -> None:
    draft = dug(GAME, 3)
    free, room = free_ground(draft), draft.rooms[1].room
    before = cells_on(free, room)
    close(free, before[0])
    assert cells_on(free, room) == before[1:]
    assert set(before) <= set(room.cells())
