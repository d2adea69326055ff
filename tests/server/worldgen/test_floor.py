"""A floor as it is first entered: all stages together."""

from collections import Counter
from itertools import pairwise
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped, unvaried
from support.worlds.drafts import plain_branch
from undertide_server.content.load import list_presets
from undertide_server.content.records.layouts import LayoutName
from undertide_server.worldgen.draft.plan import FloorPlan, Loot
from undertide_server.worldgen.floor import draw_layout, floor_name, plan_floor, type_of
from undertide_server.worldgen.game.game import Game, make_game
from undertide_server.worldgen.game.run_tree import (
    Branch,
    amulets_at,
    branch_at,
    children_of,
    root_of,
)
from undertide_server.worldgen.layouts.layout import FAR, steps_from

SEED = b"0123456789abcdef"
RULES = unvaried(shipped("default"))
GAME = make_game(RULES, SEED, REPERTOIRE)


def way_down(game: Game) -> list[Branch]:
    """Return the branches of a run that always takes the first stairs down."""
    branches = [root_of(game)]
    while children := children_of(game, branches[-1]):
        branches.append(children[0])
    return branches


WAY = way_down(GAME)


def things_of(plan: FloorPlan) -> tuple[object, ...]:
    """Return all that a plan says but its tiles."""
    monsters = (plan.rooms, plan.spawns)
    return (*monsters, plan.name, plan.loot, plan.treasures, plan.traps, plan.portals)


def finds_of(plan: FloorPlan) -> set[Loot]:
    """Return all that lies on a floor but gold."""
    return {loot for loot in plan.loot if loot.item != RULES.loot.gold}


def test_the_same_floor_twice_is_the_same() -> None:
    for branch in WAY[::4]:
        one, other = (
            plan_floor(make_game(RULES, SEED, REPERTOIRE), branch, (9, 9)) for _ in range(2)
        )
        assert np.array_equal(one.tiles, other.tiles)
        assert things_of(one) == things_of(other)


def test_more_heroes_change_nothing_of_the_floor_and_find_all_that_one_finds() -> None:
    for branch in WAY[::4]:
        one, other = plan_floor(GAME, branch, (1,)), plan_floor(GAME, branch, (9,) * 5)
        assert np.array_equal(one.tiles, other.tiles)
        assert (one.traps, one.portals) == (other.traps, other.portals)
        assert one.treasures == other.treasures
        assert finds_of(one) < finds_of(other)
        assert len(one.spawns) <= len(other.spawns)


@pytest.mark.parametrize("preset", list_presets())
def test_every_floor_of_every_preset_can_be_planned(preset: str) -> None:
    game = make_game(shipped(preset), b"fedcba9876543210", REPERTOIRE)
    for branch in way_down(game):
        plan = plan_floor(game, branch, (branch.number,) * 4)
        assert plan.branch == branch
        assert plan.name
        assert not plan.tiles.flags.writeable


def test_stairs_lead_to_each_child_of_a_branch_and_no_further() -> None:
    plans = [plan_floor(GAME, branch, (1,)) for branch in WAY]
    assert [plan.layout.stairs_up is not None for plan in plans] == [False] + [True] * 19
    for branch, plan in zip(WAY, plans, strict=True):
        assert len(plan.layout.stairs_down) == len(children_of(GAME, branch))
    assert plans[-1].layout.stairs_down == ()


@given(
    seed=st.binary(min_size=16, max_size=16),
    number=st.integers(1, 20),
    heroes=st.integers(1, 8),
    preset=st.sampled_from(["default", "keep"]),
)
@settings(max_examples=40)
def test_a_floor_is_whole_and_no_two_are_or_lie_in_one_place(
    seed: bytes, number: int, heroes: int, preset: str
) -> None:
    game = make_game(shipped(preset), seed, REPERTOIRE)
    branches = way_down(game)
    branch = branches[min(number, len(branches)) - 1]
    check_whole(game, plan_floor(game, branch, (number,) * heroes))


def test_no_way_leads_over_ice_that_thaws() -> None:
    game = make_game(
        shipped("default"), bytes.fromhex("57d2fbaf8352630b19a4997c202f6695"), REPERTOIRE
    )
    plan = plan_floor(game, way_down(game)[0], (1,) * 3)
    assert (plan.tiles == game.terrain.codes["thick_ice"]).any()
    check_whole(game, plan)


def check_whole(game: Game, plan: FloorPlan) -> None:
    layout, walkable = plan.layout, game.terrain.walkable[plan.tiles]
    for ground in (walkable, game.terrain.lasting[plan.tiles]):
        assert (steps_from(layout.arrival, ground)[ground] < FAR).all()
    stood_on = [(spawn.x, spawn.y) for spawn in plan.spawns]
    lain_on = [(loot.x, loot.y) for loot in plan.loot]
    for cells in (stood_on, lain_on):
        assert len(set(cells)) == len(cells)
        assert not set(cells) & {layout.stairs_up, *layout.stairs_down, *plan.portals}
        assert all(walkable[y, x] for x, y in cells)
    amulets = set(amulets_at(game, plan.branch))
    assert amulets <= {loot.item for treasure in plan.treasures for loot in treasure.loot}
    assert {loot for treasure in plan.treasures for loot in treasure.loot} <= set(plan.loot)


def test_floors_of_types_without_names_go_by_number_and_deep_ones_by_the_last() -> None:
    tree = RULES.tree.model_copy(update={"names": ("the Top", "the Rest")})
    types = {**tree.types, "warren": tree.types["warren"].model_copy(update={"names": ()})}
    tree = tree.model_copy(update={"types": types})
    game = make_game(RULES.model_copy(update={"tree": tree}), SEED, REPERTOIRE)
    names = [floor_name(game, plain_branch(number)) for number in (1, 2, 3)]
    assert names == ["the Top", "the Rest", "the Rest"]


@pytest.mark.parametrize("kind", [key for key, type_ in RULES.tree.types.items() if type_.names])
def test_a_floor_goes_by_a_name_of_its_type(kind: str) -> None:
    own = RULES.tree.types[kind].names
    names = [floor_name(GAME, plain_branch(number, kind)) for number in range(1, 21)]
    assert set(names) == set(own)
    assert len(own) == 1 or all(one != other for one, other in pairwise(names))


@pytest.mark.parametrize("kind", RULES.tree.types)
def test_the_seed_draws_layouts_by_the_weights_of_the_type(kind: str) -> None:
    branches = [Branch((0,) * number, ("start",) * number + (kind,)) for number in range(400)]
    drawn = Counter(draw_layout(GAME, branch) for branch in branches)
    weights = RULES.tree.types[kind].layouts
    for name, weight in weights.items():
        share = weight / sum(weights.values())
        assert drawn[name] / 400 == pytest.approx(share, abs=0.08)
    assert set(drawn) <= {name for name, weight in weights.items() if weight}


def test_a_floor_is_dug_as_it_was_drawn() -> None:
    for branch in WAY[::3]:
        plan = plan_floor(GAME, branch, (1,))
        drawn = draw_layout(GAME, branch)
        assert plan.layout_name == drawn
        assert type_of(GAME, branch).layouts[drawn] > 0
        forced = plan_floor(GAME, branch, (1,), drawn)
        assert np.array_equal(plan.tiles, forced.tiles)
        assert things_of(plan) == things_of(forced)


def test_the_tutorial_keeps_to_rooms_and_corridors() -> None:
    rules = shipped("tutorial")
    for number in range(20):
        game = make_game(rules, number.to_bytes(16, "little"), REPERTOIRE)
        assert {draw_layout(game, branch) for branch in way_down(game)} == {"rooms_and_corridors"}


@pytest.mark.parametrize("preset", list_presets())
@pytest.mark.parametrize("layout", get_args(LayoutName))
def test_every_preset_can_have_every_layout(preset: str, layout: LayoutName) -> None:
    game = make_game(shipped(preset), b"fedcba9876543210", REPERTOIRE)
    branch = way_down(game)[-1]
    for heroes in (1, 8, 64):
        plan = plan_floor(game, branch, (7,) * heroes, layout)
        assert plan.layout_name == layout
        assert len(plan.spawns) <= game.ruleset.population.most_alive
        check_whole(game, plan)


def test_a_floor_entered_by_nobody_awake_is_filled_for_one() -> None:
    assert plan_floor(GAME, WAY[2], ()).spawns == plan_floor(GAME, WAY[2], (1,)).spawns


def test_a_branch_that_there_is_not_is_no_floor() -> None:
    with pytest.raises(IndexError):
        branch_at(GAME, (*WAY[-1].path, 0))
