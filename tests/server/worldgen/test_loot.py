"""R8: what lies about."""

from collections import Counter
from typing import get_args

import pytest

from undertide_server.content.layout_names import LayoutName
from undertide_server.content.load import load_ruleset
from undertide_server.worldgen.floor import FloorPlan, plan_floor
from undertide_server.worldgen.game import make_game

RULES = load_ruleset("default")


def plans(floor_number: int, count: int, layout: LayoutName | None = None) -> list[FloorPlan]:
    return [
        plan_floor(make_game(RULES, number.to_bytes(16, "little")), floor_number, 1, layout)
        for number in range(count)
    ]


@pytest.mark.parametrize(("floor_number", "most"), [(1, 1), (3, 1), (4, 2), (20, 2)])
@pytest.mark.parametrize("layout", get_args(LayoutName))
def test_a_room_holds_from_none_to_the_tables_most(
    floor_number: int, most: int, layout: LayoutName
) -> None:
    counts: Counter[int] = Counter()
    for plan in plans(floor_number, 30, layout):
        for index, room in enumerate(plan.layout.rooms):
            if index in plan.layout.treasures:
                continue
            cells = set(room.cells())
            counts[sum((loot.x, loot.y) in cells for loot in plan.loot)] += 1
    assert set(counts) == set(range(most + 1))


@pytest.mark.parametrize(
    ("floor_number", "weights"),
    [
        (1, {"health_potion": 35}),
        (2, {"health_potion": 35, "confusion_scroll": 10}),
        (4, {"health_potion": 35, "confusion_scroll": 10, "lightning_scroll": 25}),
        (
            6,
            {
                "health_potion": 35,
                "confusion_scroll": 10,
                "lightning_scroll": 25,
                "fireball_scroll": 25,
            },
        ),
    ],
)
def test_items_come_by_their_weights(floor_number: int, weights: dict[str, int]) -> None:
    counts = Counter(loot.item for plan in plans(floor_number, 120) for loot in plan.loot)
    assert set(counts) == set(weights)
    for item, weight in weights.items():
        share = weight / sum(weights.values())
        assert counts[item] / counts.total() == pytest.approx(share, abs=0.06)


@pytest.mark.parametrize("layout", get_args(LayoutName))
def test_items_lie_on_cells_of_their_own_never_on_stairs(layout: LayoutName) -> None:
    for plan in plans(10, 20, layout):
        cells = [(loot.x, loot.y) for loot in plan.loot]
        assert len(set(cells)) == len(cells)
        assert not set(cells) & {plan.layout.stairs_up, *plan.layout.stairs_down}


@pytest.mark.parametrize("layout", get_args(LayoutName))
def test_a_floor_is_never_littered_beyond_its_bound(layout: LayoutName) -> None:
    loot = RULES.loot.model_copy(update={"most_on_floor": 4, "treasure": 3})
    game = make_game(RULES.model_copy(update={"loot": loot}), bytes(16))
    plan = plan_floor(game, 20, 1, layout)
    assert len(plan.loot) == 4
    assert len(plan.treasures) <= 1


@pytest.mark.parametrize("layout", ["keep", "small_keep"])
def test_each_dead_end_holds_a_heap_in_its_middle_and_nothing_else(layout: LayoutName) -> None:
    for plan in plans(10, 10, layout):
        rooms = plan.layout.rooms
        assert [treasure.room for treasure in plan.treasures] == list(plan.layout.treasures)
        for treasure in plan.treasures:
            inside = set(rooms[treasure.room].cells())
            assert {loot for loot in plan.loot if (loot.x, loot.y) in inside} == set(treasure.loot)
            assert len(treasure.loot) == RULES.loot.treasure
            x, y = rooms[treasure.room].centre
            assert all(max(abs(loot.x - x), abs(loot.y - y)) <= 2 for loot in treasure.loot)


@pytest.mark.parametrize(
    ("layout", "count"), [("rooms_and_corridors", 0), ("caverns", 0), ("arena", 2)]
)
def test_other_layouts_have_treasures_only_in_the_stores_of_an_arena(
    layout: LayoutName, count: int
) -> None:
    assert [len(plan.treasures) for plan in plans(10, 3, layout)] == [count] * 3


def test_without_items_for_a_floor_nothing_lies_there() -> None:
    late = {"fireball_scroll": RULES.items["fireball_scroll"]}
    game = make_game(RULES.model_copy(update={"items": late}), bytes(16))
    for layout in get_args(LayoutName):
        early = plan_floor(game, 5, 1, layout)
        assert (early.loot, early.treasures) == ((), ())
        assert plan_floor(game, 6, 1, layout).loot != ()
