"""R9 and R15: the run tree, and the amulets on every path through it."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.content.tree_examples import (
    AMULETS,
    GAME,
    Example,
    examples,
    random_path,
    seeds,
    whole_tree,
    with_tree,
    with_types,
)
from undertide_server.content.records.tree import Segment, may_come
from undertide_server.worldgen.game.game import Game
from undertide_server.worldgen.game.run_tree import (
    Branch,
    amulets_at,
    branch_at,
    children_of,
    odds_below,
    root_of,
)

WEIGHTLESS = {"kind": "constant", "base": 0}


def found_on(game: Game, path: list[Branch]) -> list[str]:
    return [amulet for branch in path for amulet in amulets_at(game, branch)]


# --- whatever the content says ------------------------------------------------------------------


@given(examples())
def test_any_valid_content_leads_to_the_last_depth(example: Example) -> None:
    game = example.game()
    path = random_path(game)
    assert [branch.depth for branch in path] == list(range(len(game.curve.floors)))
    assert path[0].types == ("start",)
    if len(path) > 1:
        assert path[-1].type == game.ruleset.tree.last


@given(examples())
def test_a_type_comes_only_where_its_persistence_allows_it(example: Example) -> None:
    game = example.game()
    types = game.ruleset.tree.types
    assert all(may_come(types[branch.type], branch.depth) for branch in random_path(game))


@given(examples())
def test_every_path_comes_by_all_amulets_once(example: Example) -> None:
    game = example.game()
    found = found_on(game, random_path(game))
    assert sorted(found) == sorted(game.ruleset.victory.amulets)


@given(examples())
def test_siblings_differ_where_they_can(example: Example) -> None:
    game = example.game()
    for above in random_path(game)[:-1]:
        kinds = {child.type for child in children_of(game, above)}
        likely = [key for key, weight in odds_below(game, above).items() if weight]
        assert len(kinds) == min(len(children_of(game, above)), len(likely))


# --- what ships ---------------------------------------------------------------------------------


@given(seeds, st.integers(0, 1000))
def test_three_amulets_lie_on_every_path_above_the_last_floor(seed: bytes, way: int) -> None:
    game = with_tree(seed=seed)
    path = random_path(game, way)
    assert sorted(found_on(game, path[:-1])) == sorted(AMULETS)
    assert amulets_at(game, path[-1]) == ()


@given(seeds)
def test_segments_keep_to_their_bounds(seed: bytes) -> None:
    types = GAME.ruleset.tree.types
    for branch in random_path(with_tree(seed=seed)):
        rule = types[branch.type].persistence
        if isinstance(rule, Segment):
            assert rule.first <= branch.depth <= rule.first + rule.length


@given(seeds)
def test_the_odds_of_linear_reset_fall_back_after_an_appearance(seed: bytes) -> None:
    game = with_tree(seed=seed)
    rule = GAME.ruleset.tree.types["keep"].weight
    last = -1
    for branch in random_path(game)[:-2]:
        last = branch.depth if branch.type == "keep" else last
        since = branch.depth - last
        if branch.depth > 1:
            assert odds_below(game, branch)["keep"] == rule.base + rule.growth * since


@given(seeds)
def test_every_floor_but_the_last_leads_to_one_to_three(seed: bytes) -> None:
    game = with_tree(seed=seed)
    for branch in random_path(game)[:-1]:
        children = children_of(game, branch)
        assert 1 <= len(children) <= 3
        assert [child.path for child in children] == [
            (*branch.path, sibling) for sibling in range(len(children))
        ]


def test_one_two_and_three_stairs_come_as_often_as_their_weights_say() -> None:
    numbers: Counter[int] = Counter()
    for number in range(400):
        game = with_tree(seed=number.to_bytes(16, "little"))
        numbers.update(len(children_of(game, branch)) for branch in random_path(game)[:10])
    total = numbers.total()
    assert total == 4000
    for count, weight in zip((1, 2, 3), GAME.ruleset.tree.children, strict=True):
        assert abs(100 * numbers[count] / total - weight) < 2.4  # three deviations of such a sample


# --- small trees, whole -------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(20))
def test_every_path_of_a_small_tree_comes_by_all_amulets(number: int) -> None:
    game = with_tree(seed=number.to_bytes(16, "little"), floors=8)
    branches = whole_tree(game)
    by_path = {branch.path: branch for branch in branches}
    ends = [branch for branch in branches if branch.depth == 7]
    assert ends
    for end in ends:
        path = [by_path[end.path[:depth]] for depth in range(8)]
        assert sorted(found_on(game, path)) == sorted(AMULETS)


def test_the_branches_of_a_tree_have_keys_of_their_own() -> None:
    branches = whole_tree(with_tree(floors=7))
    assert len({branch.key for branch in branches}) == len(branches)


def test_all_floors_at_the_last_depth_are_of_the_last_type() -> None:
    branches = whole_tree(with_tree(floors=6))
    assert {branch.type for branch in branches if branch.depth == 5} == {"boss"}
    assert "boss" not in {branch.type for branch in branches if branch.depth < 5}


# --- by example ---------------------------------------------------------------------------------


def test_the_run_begins_at_the_root() -> None:
    root = root_of(GAME)
    assert (root.path, root.types, root.key) == ((), ("start",), "root")
    assert (root.depth, root.number, root.sibling) == (0, 1, 0)


def test_a_branch_knows_where_it_is() -> None:
    branch = Branch((0, 2), ("start", "warren", "keep"))
    assert (branch.type, branch.depth, branch.number) == ("keep", 2, 3)
    assert (branch.sibling, branch.key) == (2, "0.2")


def test_a_branch_has_the_same_children_whoever_asks_first() -> None:
    path = random_path(GAME)
    asked = [children_of(GAME, branch) for branch in reversed(path)]
    again = with_tree()
    assert [children_of(again, branch) for branch in path] == asked[::-1]
    assert branch_at(again, path[-1].path) == path[-1]


def test_another_seed_grows_another_tree() -> None:
    trees = {
        tuple(branch.types for branch in whole_tree(with_tree(seed=bytes([number]) * 16, floors=9)))
        for number in range(20)
    }
    assert len(trees) == 20


def test_the_order_of_types_in_content_changes_nothing() -> None:
    tree = GAME.ruleset.tree
    turned = tree.model_copy(update={"types": dict(reversed(list(tree.types.items())))})
    assert whole_tree(with_tree(turned, floors=7)) == whole_tree(with_tree(floors=7))


def test_there_is_no_branch_beyond_the_stairs() -> None:
    with pytest.raises(IndexError):
        branch_at(GAME, (3,))
    with pytest.raises(IndexError):
        branch_at(GAME, (0,) * 20)


def test_a_game_of_one_floor_has_its_root_and_no_more() -> None:
    game = with_tree(with_types(start={"amulets": 3}), floors=1)
    assert children_of(game, root_of(game)) == ()
    assert sorted(amulets_at(game, root_of(game))) == sorted(AMULETS)


def test_a_keep_is_forced_where_a_path_would_run_out_of_depths() -> None:
    tree = with_types(keep={"weight": WEIGHTLESS})
    types = random_path(with_tree(tree))[-1].types
    assert types[-4:] == ("keep", "keep", "keep", "boss")
    assert "keep" not in types[:-4]


def test_a_type_that_ends_early_is_forced_while_it_may_still_come() -> None:
    segment = {"kind": "segment", "first": 2, "length": 4}
    tree = with_types(keep={"weight": WEIGHTLESS, "persistence": segment})
    assert random_path(with_tree(tree))[-1].types[4:7] == ("keep",) * 3


def test_which_type_with_amulets_is_forced_goes_by_weight() -> None:
    late = Branch((0,) * 15, ("start", *["warren"] * 15))
    heavy = {"amulets": 1, "weight": {"kind": "constant", "base": 30}}
    light = {"amulets": 1, "weight": {"kind": "constant", "base": 10}}
    tree = with_types(keep=heavy, vault=light)
    assert odds_below(with_tree(tree), late) == {"keep": 30, "vault": 10}
    tree = with_types(keep={"weight": WEIGHTLESS}, vault={"amulets": 1, "weight": WEIGHTLESS})
    assert odds_below(with_tree(tree), late) == {"keep": 1, "vault": 1}


def test_nothing_is_forced_while_there_is_room_below() -> None:
    early = Branch((0,) * 14, ("start", *["warren"] * 14))
    assert "warren" in odds_below(GAME, early)


def test_a_floor_holds_as_many_amulets_as_its_type_says_while_the_path_needs_some() -> None:
    tree = with_types(start={"amulets": 1}, keep={"amulets": 3})
    game = with_tree(tree)
    path = random_path(game)
    keeps = [branch for branch in path if branch.type == "keep"]
    held = [len(amulets_at(game, branch)) for branch in keeps]
    assert len(amulets_at(game, path[0])) == 1
    assert held == [2] + [0] * (len(keeps) - 1)


def test_the_seed_draws_the_order_of_the_amulets() -> None:
    orders = {
        tuple(found_on(game, random_path(game)))
        for game in (with_tree(seed=bytes([number]) * 16) for number in range(50))
    }
    assert len(orders) == 6


def test_all_paths_of_a_run_come_by_the_amulets_in_one_order() -> None:
    assert len({tuple(found_on(GAME, random_path(GAME, way))) for way in range(50)}) == 1


def test_a_weight_that_falls_stays_at_nothing() -> None:
    falling = {"kind": "linear", "base": 50, "growth": -10}
    game = with_tree(with_types(caverns={"weight": falling}))
    odds = [odds_below(game, branch).get("caverns") for branch in random_path(game)[:12]]
    assert odds == [40, 30, 20, 10, 0, 0, 0, 0, 0, 0, 0, 0]


def test_a_floor_below_its_own_kind_is_the_least_likely_of_linear_reset() -> None:
    branches = [
        Branch((0,) * len(types[1:]), types)
        for types in (
            ("start", "warren", "warren", "warren"),
            ("start", "warren", "keep", "warren"),
            ("start", "warren", "warren", "keep"),
        )
    ]
    odds = [odds_below(GAME, branch)["keep"] for branch in branches]
    assert all(earlier > later for earlier, later in pairwise(odds))
