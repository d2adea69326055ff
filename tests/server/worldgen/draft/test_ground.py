"""Free ground: where somebody or something may still be put."""

from hypothesis import given
from hypothesis import strategies as st

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped, unvaried
from support.worlds.drafts import GAME, count_of, dug, is_sound, name_at
from undertide_server.content.records.themes import Strewn
from undertide_server.util.rng import derive
from undertide_server.worldgen.draft.ground import (
    away_from_arrival,
    close,
    draw_cells,
    fill,
    free_ground,
    strew,
)
from undertide_server.worldgen.draft.plan import Loot, PlannedTrap, Spawn
from undertide_server.worldgen.game.game import make_game
from undertide_server.worldgen.layouts.layout import steps_from
from undertide_server.worldgen.stages.trapping import standing_cells
from undertide_shared.geometry import Cell

REFERENCE = make_game(unvaried(shipped("reference")), b"0123456789abcdef", REPERTOIRE)


def test_all_that_can_be_walked_is_free_but_what_must_stay() -> None:
    draft = dug(REFERENCE, 3)
    free = free_ground(draft)
    walkable = REFERENCE.terrain.walkable[draft.tiles]
    assert free.sum() == walkable.sum() - len(draft.taken)
    assert not any(free[y, x] for x, y in draft.taken)


def test_what_is_used_or_harms_is_not_free() -> None:
    draft = dug(REFERENCE, 3)
    cells: list[Cell] = draft.open_cells(draft.rooms[1].room)[:6]
    trapped, portal, stood_on, lain_on, spiked, bare = cells
    draft.traps[trapped] = PlannedTrap("spikes", hidden=True)
    draft.portals[portal] = bare
    draft.spawns.append(Spawn(REFERENCE.roster.kinds[0], *stood_on, asleep=False))
    draft.loot.append(Loot("gold", 1, *lain_on))
    draft.tiles[spiked[1], spiked[0]] = REFERENCE.terrain.codes["spikes"]
    free = free_ground(draft)
    assert [bool(free[y, x]) for x, y in cells] == [False] * 5 + [True]


def test_ground_near_the_arrival_is_not_safe() -> None:
    draft = dug(REFERENCE, 3)
    far = away_from_arrival(draft)
    walkable = REFERENCE.terrain.walkable[draft.tiles]
    steps = steps_from(draft.layout.arrival, walkable)
    assert steps[far].min() == REFERENCE.ruleset.population.safe_steps + 1
    assert steps[walkable & ~far].max() == REFERENCE.ruleset.population.safe_steps
    assert not draft.rooms[0].room.cells_on(far)
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
    draft = dug(REFERENCE, 3)
    free, room = free_ground(draft), draft.rooms[1].room
    before = room.cells_on(free)
    close(free, before[0])
    assert room.cells_on(free) == before[1:]
    assert set(before) <= set(room.cells())


@given(
    st.binary(min_size=16, max_size=16),
    st.lists(
        st.tuples(
            st.sampled_from(["tree", "acid", "water", "grass", "embers"]), st.integers(0, 100)
        ),
        max_size=4,
    ),
)
def test_a_floor_stays_sound_whatever_is_strewn(seed: bytes, shares: list[tuple[str, int]]) -> None:
    draft = dug(GAME, 3, layout_name="caverns")
    rng = derive(seed, "test")
    for plan in draft.rooms:
        uses = [Strewn(terrain=terrain, percent=percent) for terrain, percent in shares]
        strew(draft, plan.room, uses, rng)
    assert is_sound(draft)


def test_the_share_is_of_the_open_cells() -> None:
    draft = dug(GAME, 3, layout_name="small_keep")
    room = draft.rooms[5].room
    strew(draft, room, [Strewn(terrain="bones", percent=40)], derive(GAME.seed, "test"))
    assert count_of(draft, "bones") == round(0.4 * len(draft.open_cells(room)))


def test_what_is_filled_keeps_only_ways_through() -> None:
    draft = dug(GAME, 3, layout_name="small_keep")
    for plan in draft.rooms[1:]:
        inner = standing_cells(draft, plan.room)
        draft.taken |= set(draft.open_cells(plan.room)).difference(inner)
        fill(draft, inner, "tree")
        assert draft.lay([cell for cell in inner if draft.is_walkable(cell)], "tree") == []
        trees = sum(name_at(draft, cell) == "tree" for cell in plan.room.cells())
        assert trees > len(plan.room.cells()) * 2 // 3
    assert is_sound(draft)
