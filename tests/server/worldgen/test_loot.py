"""R8: what lies about."""

from collections import Counter

import pytest

from undertide_server.content.load import load_ruleset
from undertide_server.worldgen.floor import FloorPlan, plan_floor
from undertide_server.worldgen.game import make_game

RULES = load_ruleset("default")


def plans(depth: int, count: int) -> list[FloorPlan]:
    return [
        plan_floor(make_game(RULES, number.to_bytes(16, "little")), depth, 1)
        for number in range(count)
    ]


@pytest.mark.parametrize(("depth", "most"), [(1, 1), (3, 1), (4, 2), (20, 2)])
def test_a_room_holds_from_none_to_the_tables_most(depth: int, most: int) -> None:
    counts: Counter[int] = Counter()
    for plan in plans(depth, 30):
        for room in plan.layout.rooms:
            cells = set(room.cells())
            counts[sum((loot.x, loot.y) in cells for loot in plan.loot)] += 1
    assert set(counts) == set(range(most + 1))


@pytest.mark.parametrize(
    ("depth", "weights"),
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
def test_items_come_by_their_weights(depth: int, weights: dict[str, int]) -> None:
    counts = Counter(loot.item for plan in plans(depth, 120) for loot in plan.loot)
    assert set(counts) == set(weights)
    for item, weight in weights.items():
        share = weight / sum(weights.values())
        assert counts[item] / counts.total() == pytest.approx(share, abs=0.06)


def test_items_lie_on_cells_of_their_own_never_on_stairs() -> None:
    for plan in plans(10, 30):
        cells = [(loot.x, loot.y) for loot in plan.loot]
        assert len(set(cells)) == len(cells)
        assert not set(cells) & {plan.layout.stairs_up, *plan.layout.stairs_down}


def test_a_floor_is_never_littered_beyond_its_bound() -> None:
    loot = RULES.loot.model_copy(update={"most_on_floor": 3})
    game = make_game(RULES.model_copy(update={"loot": loot}), bytes(16))
    assert len(plan_floor(game, 20, 1).loot) == 3


def test_without_items_for_a_floor_nothing_lies_there() -> None:
    late = {"fireball_scroll": RULES.items["fireball_scroll"]}
    game = make_game(RULES.model_copy(update={"items": late}), bytes(16))
    assert plan_floor(game, 5, 1).loot == ()
    assert plan_floor(game, 6, 1).loot != ()
