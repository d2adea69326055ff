"""R11: patches of terrain in rooms where heroes fight."""

from collections import Counter
from dataclasses import replace
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.content.own_rules import game_with
from support.worlds.drafts import dug
from support.worlds.staging import make_test_game
from undertide_server.content.records.layouts import LayoutName
from undertide_server.content.records.rooms import PatchName, PatchTile, RoomRules
from undertide_server.util.rng import derive
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.game.game import Game
from undertide_server.worldgen.layouts.layout import Room
from undertide_server.worldgen.layouts.masks import parts_of
from undertide_server.worldgen.stages.patches import MOST, PATCHES, WHOLE, lay_patches

GAME = make_test_game()
ROOMS = GAME.ruleset.rooms
PATCHY = {name: 1 for name in get_args(PatchName) if name != "none"}

seeds = st.binary(min_size=16, max_size=16)
layouts = st.sampled_from(get_args(LayoutName))


def game_of(seed: bytes, **changes: Any) -> Game:
    """Return a game of a seed with some of the rules for rooms changed."""
    return replace(game_with(rooms=ROOMS.model_copy(update=changes)), seed=seed)


def patched(game: Game, layout: LayoutName = "small_keep") -> Draft:
    draft = dug(game, 2, layout_name=layout)
    lay_patches(draft)
    return draft


def only(tile: PatchTile, *terrain: str) -> dict[str, Any]:
    """Return rules for patches of one tile wherever that is viable."""
    use = ROOMS.tiles[tile].model_copy(update={"weight": 1, "terrain": terrain})
    viability = {name: (tile,) for name, tiles in ROOMS.viability.items() if tile in tiles}
    return {
        "tiles": {tile: use},
        "viability": viability,
        "patches": dict.fromkeys(viability, 1),
    }


def test_patches_are_those_that_content_can_name() -> None:
    assert set(PATCHES) == set(get_args(PatchName))


@pytest.mark.parametrize("name", get_args(PatchName))
@given(seeds, st.integers(1, 40), st.integers(1, 20))
def test_a_patch_is_of_cells_of_its_room_and_bounded(
    name: PatchName, seed: bytes, width: int, height: int
) -> None:
    cells = Room(4, 7, width, height).cells()
    patch = PATCHES[name](cells, derive(seed, "test"))
    assert set(patch) <= set(cells)
    assert len(patch) <= (WHOLE if name == "fill" else MOST)
    assert bool(patch) or name in ("none", "cellular")


@given(seeds, st.integers(1, 15), st.integers(1, 15))
def test_a_fill_covers_a_whole_room(seed: bytes, width: int, height: int) -> None:
    cells = Room(1, 1, width, height).cells()
    assert sorted(PATCHES["fill"](cells, derive(seed, "test"))) == sorted(cells)


@pytest.mark.parametrize(("tile", "terrain"), [("rough", "mud"), ("cover", "bramble")])
def test_a_filled_room_has_no_other_ground_left(tile: PatchTile, terrain: str) -> None:
    draft = patched(game_of(bytes(16), **{**only(tile, terrain), "patches": {"fill": 1}}))
    filled = [plan for plan in draft.rooms if plan.patch == ("fill", tile)]
    assert len(filled) > 15
    code = GAME.terrain.codes[terrain]
    for plan in filled:
        rest = [(x, y) for x, y in plan.room.cells() if draft.tiles[y, x] != code]
        assert draft.taken.issuperset(rest)


@given(seeds)
def test_a_hole_is_one_patch_and_takes_a_good_part_of_a_room(seed: bytes) -> None:
    patch = PATCHES["hole"](Room(1, 1, 7, 7).cells(), derive(seed, "test"))
    mask = np.zeros((9, 9), dtype=np.bool_)
    for x, y in patch:
        mask[y, x] = True
    assert len(parts_of(mask)) == 1
    assert 12 <= len(patch) <= 19


@given(seeds, layouts)
@settings(max_examples=20)
def test_no_patch_cuts_a_way_or_leaves_it_only_through_harm(
    seed: bytes, layout: LayoutName
) -> None:
    draft = patched(game_of(seed, patches=PATCHY), layout)
    walkable = GAME.terrain.walkable[draft.tiles]
    safe = walkable & ~GAME.terrain.shunned[draft.tiles]
    assert len(parts_of(walkable)) == 1
    assert len(parts_of(safe)) == 1


@given(seeds, layouts)
@settings(max_examples=15)
def test_only_pairs_that_are_viable_are_drawn_and_lie_in_the_rooms_that_say_so(
    seed: bytes, layout: LayoutName
) -> None:
    draft = patched(game_of(seed), layout)
    turned = {(int(x), int(y)) for y, x in np.argwhere(draft.tiles != draft.layout.tiles)}
    for index, plan in enumerate(draft.rooms):
        here = turned & set(plan.room.cells())
        turned -= here
        assert bool(here) == (plan.patch is not None)
        if plan.patch:
            name, tile = plan.patch
            assert tile in ROOMS.viability[name]
            assert index not in (0, *draft.layout.treasures)
            laid = {GAME.terrain.names[draft.tiles[y, x]] for x, y in here}
            assert len(laid) == 1
            assert laid <= set(ROOMS.tiles[tile].terrain)
    assert not turned


def test_nothing_lies_where_nobody_fights() -> None:
    game = game_of(bytes(16), patches=PATCHY)
    draft = dug(game, 2, layout_name="small_keep")
    draft.rooms = [replace(plan, theme="shop") for plan in draft.rooms]
    lay_patches(draft)
    assert np.array_equal(draft.tiles, draft.layout.tiles)


def test_what_is_taken_stays() -> None:
    game = game_of(bytes(16), **only("hazard", "spikes"))
    draft = dug(game, 2, layout_name="small_keep")
    draft.taken |= {cell for plan in draft.rooms for cell in plan.room.cells() if sum(cell) % 2}
    lay_patches(draft)
    turned = np.argwhere(draft.tiles != draft.layout.tiles)
    assert len(turned)
    assert all((int(x) + int(y)) % 2 == 0 for y, x in turned)


def test_pairs_come_as_often_as_their_weights_say() -> None:
    weights = {"none": 2, "hole": 1, "squares": 1}
    tiles = {
        "hazard": ROOMS.tiles["hazard"].model_copy(update={"weight": 3}),
        "rough": ROOMS.tiles["rough"].model_copy(update={"weight": 1}),
    }
    viability = {"hole": ("hazard", "rough"), "squares": ("hazard",)}
    drawn = Counter(
        plan.patch
        for number in range(25)
        for plan in patched(
            game_of(
                number.to_bytes(16, "little"), patches=weights, tiles=tiles, viability=viability
            )
        ).rooms[1:]
    )
    some = drawn.total() - drawn[None]
    assert drawn["hole", "rough"] / some == pytest.approx(0.125, abs=0.06)
    assert drawn["hole", "hazard"] / some == pytest.approx(0.375, abs=0.07)
    assert drawn["squares", "hazard"] / some == pytest.approx(0.5, abs=0.07)


def test_a_patch_without_a_viable_tile_is_not_drawn() -> None:
    draft = patched(game_of(bytes(16), patches={"none": 1, "hole": 9}, viability={}))
    assert {plan.patch for plan in draft.rooms} == {None}


terrain = {
    "hazard": ["spikes", "acid", "embers"],
    "wall": ["wall", "glass", "tree"],
    "rough": ["mud", "rubble"],
    "cover": ["barricade", "bramble"],
}
rules = st.fixed_dictionaries(
    {
        "patches": st.fixed_dictionaries({name: st.integers(0, 9) for name in PATCHES}),
        "weights": st.fixed_dictionaries({tile: st.integers(1, 9) for tile in terrain}),
        "viability": st.fixed_dictionaries(
            {name: st.lists(st.sampled_from(sorted(terrain)), unique=True) for name in PATCHES}
        ),
    }
)


@given(seeds, layouts, rules)
@settings(max_examples=20)
def test_any_rules_give_floors_that_are_whole(
    seed: bytes, layout: LayoutName, drawn: dict[str, Any]
) -> None:
    changed = RoomRules.model_validate(
        {
            "shapes": {"rectangle": 1},
            "patches": drawn["patches"] | {"none": 1},
            "tiles": {
                tile: {"weight": drawn["weights"][tile], "terrain": tuple(keys)}
                for tile, keys in terrain.items()
            },
            "viability": {name: tuple(tiles) for name, tiles in drawn["viability"].items()},
        }
    )
    draft = patched(replace(game_with(rooms=changed), seed=seed), layout)
    assert len(parts_of(GAME.terrain.walkable[draft.tiles])) == 1


def test_the_same_seed_gives_the_same_patches() -> None:
    one, other = (patched(game_of(bytes(16))) for _ in range(2))
    assert one.rooms == other.rooms
    assert np.array_equal(one.tiles, other.tiles)
