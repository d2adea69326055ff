"""Terrain strewn about a room by its share, or filling it."""

from hypothesis import given
from hypothesis import strategies as st

from support.worlds.dug_drafts import dug
from support.worlds.furnished_drafts import GAME, count_of, is_sound, name_at
from undertide_server.content.records.themes import Strewn
from undertide_server.util.rng import derive
from undertide_server.worldgen.draft.laying import fill, strew
from undertide_server.worldgen.stages.trapping import standing_cells


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
