from hypothesis import given
from hypothesis import strategies as st

from support.client.client_examples import (
    ARENA,
    CAVERNS,
    CRYPT,
    KEEP,
    ROOT,
    SANCTUARY,
    TREE,
    VAULT,
    WARREN,
)
from undertide_client.model.run_tree import below, grown, root_of, way
from undertide_shared.limits import MAX_BRANCHES, MAX_TREE_DEPTH
from undertide_shared.messages import BranchInfo

KNOWN = grown(TREE)
SMALL = st.integers(0, 6)


def branch(number: int, parent: int, depth: int, sibling: int = 0) -> BranchInfo:
    return BranchInfo(number, parent, depth, sibling, "a keep", "K", 0, True)


def test_the_tree_holds_what_was_told() -> None:
    assert list(KNOWN.values()) == TREE
    assert root_of(KNOWN) == TREE[0]
    assert root_of({}) is None


def test_what_hangs_on_nothing_is_left_out() -> None:
    root = branch(1, 0, 0)
    odd = [
        branch(1, 0, 0, 2),
        branch(2, 0, 0),
        branch(3, 9, 1),
        branch(4, 1, 2),
        branch(5, 5, 1),
        branch(6, 1, -1),
    ]
    assert list(grown([root, *odd])) == [1]
    assert grown([branch(1, 0, 1)]) == {}


def test_its_size_and_its_depth_are_bounded() -> None:
    wide = [branch(1, 0, 0), *(branch(number, 1, 1) for number in range(2, 2 * MAX_BRANCHES))]
    deep = [branch(number, number - 1, number - 1) for number in range(1, 2 * MAX_TREE_DEPTH)]
    assert len(grown(wide)) == MAX_BRANCHES
    assert len(grown(deep)) == MAX_TREE_DEPTH + 1


def test_those_below_come_in_the_order_of_their_stairs() -> None:
    tree = grown([branch(1, 0, 0), branch(5, 1, 1, 1), branch(6, 1, 1, 0)])
    assert [child.id for child in below(tree)[1]] == [6, 5]
    assert below(tree)[5] == []


def test_the_way_goes_up_as_far_as_needed_and_then_down() -> None:
    assert way(KNOWN, CRYPT, ARENA) == [ARENA]
    assert way(KNOWN, ARENA, VAULT) == [CRYPT, VAULT]
    assert way(KNOWN, ARENA, WARREN) == [CRYPT, KEEP, ROOT, WARREN]
    assert way(KNOWN, ROOT, SANCTUARY) == [KEEP, SANCTUARY]
    assert way(KNOWN, CAVERNS, ROOT) == [ROOT]


def test_there_is_no_way_to_where_one_is_or_to_what_is_not_there() -> None:
    assert way(KNOWN, KEEP, KEEP) == []
    assert way(KNOWN, KEEP, 99) == []
    assert way(KNOWN, 99, KEEP) == []


@given(st.lists(st.builds(branch, SMALL, SMALL, SMALL, SMALL), max_size=12), SMALL, SMALL)
def test_whatever_is_told_makes_a_tree(told: list[BranchInfo], start: int, goal: int) -> None:
    tree = grown(told)
    ids = list(tree)
    for one in tree.values():
        above = ids[: ids.index(one.id)]
        assert one.depth == 0 or one.parent in above
    assert sum(one.depth == 0 for one in tree.values()) <= 1
    steps = way(tree, start, goal)
    if start != goal and start in tree and goal in tree:
        assert steps[-1] == goal
        assert len(steps) == len(set(steps))
    else:
        assert steps == []
