"""A floor as it is first entered."""

from collections import Counter
from itertools import pairwise
from typing import get_args

import numpy as np
import pytest

from undertide_server.content.fields import TableRow
from undertide_server.content.floors import FloorRules, LayoutUse
from undertide_server.content.layout_names import LayoutName
from undertide_server.content.load import list_presets, load_ruleset
from undertide_server.worldgen.floor import draw_layout, floor_name, plan_floor
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
        assert plan.number == floor.floor
        assert plan.spawns
        assert plan.name


def test_stairs_lead_from_the_first_floor_to_the_last_and_no_further() -> None:
    plans = [plan_floor(GAME, floor_number, 1) for floor_number in range(1, 21)]
    assert [plan.layout.stairs_up is not None for plan in plans] == [False] + [True] * 19
    assert [len(plan.layout.stairs_down) for plan in plans] == [1] * 19 + [0]


def test_floors_without_names_of_their_own_go_by_depth_and_deep_ones_by_the_last() -> None:
    assert plan_floor(GAME, 1, 1).name == RULES.floors.names[0]
    use = LayoutUse(weights=(TableRow(floor=1, value=1),))
    rules = FloorRules(names=("the Top", "the Rest"), layouts={"caverns": use})
    assert [
        floor_name(rules, "caverns", bytes(16), floor_number) for floor_number in (1, 2, 3)
    ] == [
        "the Top",
        "the Rest",
        "the Rest",
    ]


@pytest.mark.parametrize("layout", ["caverns", "arena", "small_keep"])
def test_a_floor_goes_by_a_name_of_its_layout(layout: LayoutName) -> None:
    own = set(RULES.floors.layouts[layout].names)
    names = [plan_floor(GAME, floor_number, 1, layout).name for floor_number in range(1, 21)]
    assert set(names) == own
    assert not own & set(RULES.floors.names)
    assert all(one != other for one, other in pairwise(names))


def test_a_layout_that_no_floor_is_drawn_with_still_has_a_name() -> None:
    assert plan_floor(GAME, 3, 1, "keep").name == RULES.floors.names[2]


def test_the_seed_draws_layouts_by_the_weights_that_hold_at_a_depth() -> None:
    for floor_number, expected in (
        (1, {"rooms_and_corridors": 100}),
        (2, {"rooms_and_corridors": 100}),
        (3, {"rooms_and_corridors": 60, "caverns": 25}),
        (20, {"rooms_and_corridors": 60, "caverns": 25, "small_keep": 10, "arena": 5}),
    ):
        drawn = Counter(
            draw_layout(RULES.floors, number.to_bytes(16, "little"), floor_number)
            for number in range(2000)
        )
        shares = {name: weight / sum(expected.values()) for name, weight in expected.items()}
        assert {name: count / 2000 for name, count in drawn.items()} == pytest.approx(
            shares, abs=0.04
        )


def test_a_floor_is_dug_as_it_was_drawn() -> None:
    for floor_number in range(1, 21):
        plan = plan_floor(GAME, floor_number, 1)
        drawn = draw_layout(RULES.floors, GAME.seed, floor_number)
        assert plan.layout_name == drawn
        forced = plan_floor(GAME, floor_number, 1, drawn)
        assert np.array_equal(plan.layout.tiles, forced.layout.tiles)
        assert (plan.spawns, plan.loot, plan.name) == (forced.spawns, forced.loot, forced.name)


def test_the_tutorial_keeps_to_rooms_and_corridors() -> None:
    rules = load_ruleset("tutorial")
    for number in range(50):
        for floor_number in range(1, 9):
            seed = number.to_bytes(16, "little")
            assert draw_layout(rules.floors, seed, floor_number) == "rooms_and_corridors"


@pytest.mark.parametrize("preset", list_presets())
@pytest.mark.parametrize("layout", get_args(LayoutName))
def test_every_preset_can_have_every_layout(preset: str, layout: LayoutName) -> None:
    game = make_game(load_ruleset(preset), b"fedcba9876543210")
    for heroes in (1, 8, 64):
        plan = plan_floor(game, 7, heroes, layout)
        assert plan.layout_name == layout
        assert 0 < len(plan.spawns) <= game.ruleset.population.most_alive


@pytest.mark.parametrize("floor_number", [0, 21, -1])
def test_a_depth_that_the_game_has_not_is_refused(floor_number: int) -> None:
    with pytest.raises(IndexError, match=f"floor {floor_number} of 20"):
        plan_floor(GAME, floor_number, 1)


def test_a_floor_entered_by_nobody_awake_is_filled_for_one() -> None:
    assert len(plan_floor(GAME, 3, 0).spawns) == len(plan_floor(GAME, 3, 1).spawns)
