"""Where a type of floor may come, and how likely."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.content.tree_examples import GAME, floor_type, floor_types, with_types
from undertide_server.content.records.tree import (
    WEIGHTS,
    FloorType,
    WeightRule,
    may_come,
    most_amulets,
    room_for_amulets,
    weight_of,
)


@pytest.mark.parametrize(
    ("name", "weight"), [("constant", 5), ("linear", 25), ("linear_reset", 11)]
)
def test_a_weight_is_what_its_formula_gives(name: str, weight: int) -> None:
    assert WEIGHTS[name](5, 2, 10, 3) == weight


@pytest.mark.parametrize("name", WEIGHTS)
def test_content_may_name_every_function(name: str) -> None:
    assert WeightRule(kind=name, base=1).kind == name


def test_content_may_name_no_other() -> None:
    with pytest.raises(ValueError, match="one of constant, linear, linear_reset"):
        WeightRule(kind="cubic", base=1)


def lasting(persistence: dict[str, object]) -> FloorType:
    return floor_type(persistence, {"kind": "constant", "base": 1}, 0)


def depths_of(persistence: dict[str, object]) -> list[int]:
    return [depth for depth in range(10) if may_come(lasting(persistence), depth)]


def test_persistence_says_where_a_type_may_come() -> None:
    assert depths_of({"kind": "start"}) == [0]
    assert depths_of({"kind": "segment", "first": 3, "length": 2}) == [3, 4, 5]
    assert depths_of({"kind": "segment", "first": 3, "length": 0}) == [3]
    assert depths_of({"kind": "semi_permanent", "first": 6}) == [6, 7, 8, 9]
    assert depths_of({"kind": "permanent"}) == list(range(1, 10))


@pytest.mark.parametrize(
    ("kind", "weights"),
    [("constant", [7, 7, 7]), ("linear", [37, 37, 37]), ("linear_reset", [7, 13, 37])],
)
def test_each_weight_goes_by_its_own_number(kind: str, weights: list[int]) -> None:
    rule: dict[str, object] = {"kind": kind, "base": 7, "growth": 6}
    found = floor_type({"kind": "permanent"}, rule, 0)
    assert [weight_of(found, 5, since) for since in (0, 1, 5)] == weights


@given(floor_types, st.integers(0, 50), st.integers(0, 50))
def test_no_weight_is_below_nothing(kind: FloorType, above: int, since: int) -> None:
    assert weight_of(kind, above, since) >= 0


def test_a_floor_holds_what_the_fittest_type_holds_that_may_come() -> None:
    early = {"kind": "segment", "first": 1, "length": 2}
    tree = with_types(
        start={"amulets": 2}, vault={"amulets": 3, "persistence": early}, keep={"amulets": 1}
    )
    assert [most_amulets(tree, depth) for depth in range(6)] == [2, 3, 3, 3, 1, 1]


def test_room_is_counted_as_far_as_it_is_wanted() -> None:
    tree = GAME.ruleset.tree
    assert room_for_amulets(tree, range(2, 19), 3) == 3
    assert room_for_amulets(tree, range(17, 19), 3) == 2
    assert room_for_amulets(tree, range(2), 3) == 0
    assert room_for_amulets(tree, range(2, 19), 0) == 0
