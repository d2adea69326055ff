"""A floor as it is first entered."""

import numpy as np
import pytest

from undertide_server.content.load import list_presets, load_ruleset
from undertide_server.worldgen.floor import plan_floor
from undertide_server.worldgen.game import make_game

RULES = load_ruleset("default")
GAME = make_game(RULES, b"0123456789abcdef")


def test_the_same_floor_twice_is_the_same() -> None:
    one, other = plan_floor(GAME, 9, 2), plan_floor(GAME, 9, 2)
    assert np.array_equal(one.layout.tiles, other.layout.tiles)
    assert (one.spawns, one.loot, one.name) == (other.spawns, other.loot, other.name)


def test_more_heroes_change_neither_the_layout_nor_what_lies_about() -> None:
    one, other = plan_floor(GAME, 9, 1), plan_floor(GAME, 9, 5)
    assert np.array_equal(one.layout.tiles, other.layout.tiles)
    assert one.loot == other.loot


@pytest.mark.parametrize("preset", list_presets())
def test_every_floor_of_every_preset_can_be_planned(preset: str) -> None:
    game = make_game(load_ruleset(preset), b"fedcba9876543210")
    for floor in game.curve.floors:
        plan = plan_floor(game, floor.floor, 4)
        assert plan.depth == floor.floor
        assert plan.spawns
        assert plan.name


def test_stairs_lead_from_the_first_floor_to_the_last_and_no_further() -> None:
    plans = [plan_floor(GAME, depth, 1) for depth in range(1, 21)]
    assert [plan.layout.stairs_up is not None for plan in plans] == [False] + [True] * 19
    assert [len(plan.layout.stairs_down) for plan in plans] == [1] * 19 + [0]


def test_floors_have_names_and_deep_ones_go_by_the_last() -> None:
    assert plan_floor(GAME, 1, 1).name == RULES.floors.names[0]
    short = RULES.floors.model_copy(update={"names": ("the Top", "the Rest")})
    game = make_game(RULES.model_copy(update={"floors": short}), bytes(16))
    assert [plan_floor(game, depth, 1).name for depth in (1, 2, 3)] == [
        "the Top",
        "the Rest",
        "the Rest",
    ]


@pytest.mark.parametrize("depth", [0, 21, -1])
def test_a_depth_that_the_game_has_not_is_refused(depth: int) -> None:
    with pytest.raises(IndexError, match=f"floor {depth} of 20"):
        plan_floor(GAME, depth, 1)


def test_a_floor_entered_by_nobody_awake_is_filled_for_one() -> None:
    assert len(plan_floor(GAME, 3, 0).spawns) == len(plan_floor(GAME, 3, 1).spawns)
