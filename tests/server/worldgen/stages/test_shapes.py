"""R11: shapes of rooms."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.content.own_rules import game_with
from support.worlds.any_layouts import settings_of_layouts
from support.worlds.drafts import dug
from support.worlds.staging import make_test_game
from undertide_server.content.records.layouts import LayoutName, Layouts
from undertide_server.content.records.rooms import LEAST_SIDES, ShapeName
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.game.game import Game
from undertide_server.worldgen.layouts.masks import parts_of
from undertide_server.worldgen.stages.shapes import SHAPES, shape_rooms

GAME = make_test_game()
ROOMS = GAME.ruleset.rooms
ALIKE: Mapping[ShapeName, int] = {"ring": 1, "ell": 1, "cross": 1, "circle": 1, "pillared": 1}
SHAPED: tuple[LayoutName, ...] = ("rooms_and_corridors", "keep", "small_keep")

seeds = st.binary(min_size=16, max_size=16)


def game_of(seed: bytes, shapes: Mapping[ShapeName, int] = ALIKE) -> Game:
    """Return a game in which these shapes are drawn by weight."""
    return replace(game_with(rooms=ROOMS.model_copy(update={"shapes": shapes})), seed=seed)


def shaped(game: Game, layout: LayoutName) -> Draft:
    draft = dug(game, 2, layout_name=layout)
    shape_rooms(draft)
    return draft


def test_shapes_are_those_that_content_can_name() -> None:
    assert set(SHAPES) == set(LEAST_SIDES) == set(get_args(ShapeName))


@pytest.mark.parametrize("name", get_args(ShapeName))
@given(st.integers(0, 25), st.integers(0, 25))
def test_a_shape_is_one_open_whole_that_touches_every_side(
    name: ShapeName, wider: int, higher: int
) -> None:
    width, height = LEAST_SIDES[name] + wider, LEAST_SIDES[name] + higher
    mask = SHAPES[name](width, height)
    assert mask.shape == (height, width)
    assert len(parts_of(np.pad(mask, 1))) == 1
    for side in (mask[0], mask[-1], mask[:, 0], mask[:, -1]):
        assert side.any()
    assert 5 * mask.sum() > 2 * width * height
    assert mask.all() == (name == "rectangle")


@given(st.integers(6, 30), st.integers(6, 30))
def test_no_two_shapes_are_the_same(width: int, height: int) -> None:
    drawn = {SHAPES[name](width, height).tobytes() for name in SHAPES}
    assert len(drawn) == len(SHAPES)


@pytest.mark.parametrize("layout", SHAPED)
@given(seeds)
@settings(max_examples=8)
def test_a_floor_with_shaped_rooms_is_whole(layout: LayoutName, seed: bytes) -> None:
    draft = shaped(game_of(seed), layout)
    assert len(parts_of(GAME.terrain.walkable[draft.tiles])) == 1


@pytest.mark.parametrize("layout", SHAPED)
@given(seeds)
@settings(max_examples=8)
def test_a_room_is_what_is_open_of_its_rectangle(layout: LayoutName, seed: bytes) -> None:
    draft = shaped(game_of(seed), layout)
    for plan, dug_room in zip(draft.rooms, draft.layout.rooms, strict=True):
        room = plan.room
        assert (room.x, room.y, room.width, room.height) == (
            dug_room.x, dug_room.y, dug_room.width, dug_room.height,
        )  # fmt: skip
        assert list(room.cells()) == [cell for cell in dug_room.cells() if draft.is_walkable(cell)]
        assert (plan.shape == "rectangle") == (room == dug_room)


@pytest.mark.parametrize("layout", SHAPED)
@given(seeds)
@settings(max_examples=8)
def test_a_shape_leaves_out_nothing_but_its_own_and_a_straight_way_in_from_each_doorway(
    layout: LayoutName, seed: bytes
) -> None:
    draft = shaped(game_of(seed), layout)
    for plan in draft.rooms:
        room = plan.room
        box = draft.tiles[room.y : room.y + room.height, room.x : room.x + room.width]
        is_open = GAME.terrain.walkable[box]
        mask = SHAPES[plan.shape](room.width, room.height)
        turned = [mask, mask[::-1], mask[:, ::-1], mask[::-1, ::-1]]
        ways_in = [is_open & ~each for each in turned if not (each & ~is_open).any()]
        assert ways_in
        fewest = min(ways_in, key=lambda ways: int(ways.sum()))
        for y, x in np.argwhere(fewest):
            row, column = is_open[y], is_open[:, x]
            lines = (row[:x], row[x + 1 :], column[:y], column[y + 1 :])
            assert any(len(line) == 0 or line.all() for line in lines)


@given(
    seeds,
    st.dictionaries(st.sampled_from(get_args(ShapeName)), st.integers(0, 9)),
    settings_of_layouts,
    st.sampled_from(get_args(LayoutName)),
)
@settings(max_examples=30)
def test_rooms_of_any_layout_take_any_shapes_or_stay_as_they_are(
    seed: bytes, shapes: dict[ShapeName, int], layouts: Layouts, layout: LayoutName
) -> None:
    game = game_of(seed, shapes)
    rules = game.ruleset.model_copy(update={"layouts": layouts})
    draft = shaped(replace(game, ruleset=rules), layout)
    assert len(parts_of(GAME.terrain.walkable[draft.tiles])) == 1
    for plan in draft.rooms:
        assert plan.shape == "rectangle" or shapes[plan.shape]
        side = min(plan.room.width, plan.room.height)
        assert LEAST_SIDES[plan.shape] <= side


def test_stairs_and_the_arrival_stay_where_they_were() -> None:
    for number in range(10):
        draft = shaped(game_of(number.to_bytes(16, "little")), "small_keep")
        layout = draft.layout
        for x, y in (layout.arrival, *layout.stairs_down, *filter(None, [layout.stairs_up])):
            assert draft.tiles[y, x] == layout.tiles[y, x]


@pytest.mark.parametrize("layout", ["caverns", "arena"])
def test_rooms_that_are_no_rectangles_take_no_shape(layout: LayoutName) -> None:
    draft = shaped(game_of(bytes(16)), layout)
    assert {plan.shape for plan in draft.rooms} == {"rectangle"}
    assert np.array_equal(draft.tiles, draft.layout.tiles)


def test_shapes_come_as_often_as_their_weights_say() -> None:
    weights: Mapping[ShapeName, int] = {"rectangle": 2, "pillared": 1, "ring": 1, "ell": 0}
    drawn = Counter(
        plan.shape
        for number in range(8)
        for plan in shaped(game_of(number.to_bytes(16, "little"), weights), "keep").rooms
    )
    assert set(drawn) == {"rectangle", "pillared", "ring"}
    assert drawn["rectangle"] / drawn.total() == pytest.approx(0.5, abs=0.06)
    assert drawn["ring"] / drawn.total() == pytest.approx(0.25, abs=0.06)


def test_a_room_too_small_for_every_shape_that_has_a_weight_stays_a_rectangle() -> None:
    game = game_of(bytes(16), {"ring": 1})
    sizes = game.ruleset.layouts
    keep = sizes.small_keep.model_copy(update={"side": 3})
    layouts = sizes.model_copy(update={"small_keep": keep})
    small = replace(game, ruleset=game.ruleset.model_copy(update={"layouts": layouts}))
    draft = shaped(small, "small_keep")
    assert {plan.shape for plan in draft.rooms} == {"rectangle"}


def test_the_same_seed_gives_the_same_shapes() -> None:
    one, other = (shaped(game_of(bytes(16)), "keep") for _ in range(2))
    assert one.rooms == other.rooms
    assert np.array_equal(one.tiles, other.tiles)
