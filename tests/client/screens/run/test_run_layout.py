from itertools import pairwise

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
from undertide_client.model.run_tree import RunTree, below, grown
from undertide_client.screens.run.run_layout import PITCH, STOREY, laid_out
from undertide_shared.messages import BranchInfo


def test_an_unknown_run_has_no_floors() -> None:
    assert laid_out({}) == {}


def test_depth_goes_down_and_siblings_go_right() -> None:
    places = laid_out(grown(TREE))
    assert {branch: y for branch, (_, y) in places.items()} == {
        ROOT: 0,
        WARREN: STOREY,
        KEEP: STOREY,
        CAVERNS: STOREY,
        CRYPT: 2 * STOREY,
        SANCTUARY: 2 * STOREY,
        ARENA: 3 * STOREY,
        VAULT: 3 * STOREY,
    }
    assert places[WARREN][0] < places[KEEP][0] < places[CAVERNS][0]
    assert places[ROOT][0] == places[KEEP][0]


def test_a_branch_that_goes_deep_takes_no_room_from_its_siblings() -> None:
    places = laid_out(grown(TREE))
    assert places[CAVERNS][0] - places[WARREN][0] == 2 * PITCH


@st.composite
def trees(draw: st.DrawFn) -> RunTree:
    branches = [BranchInfo(1, 0, 0, 0, "", "s", 0, True)]
    for number in range(2, draw(st.integers(2, 40))):
        above = draw(st.sampled_from(branches))
        branches.append(BranchInfo(number, above.id, above.depth + 1, number, "", "s", 0, True))
    return grown(branches)


@given(trees())
def test_no_two_floors_of_a_depth_come_too_near_each_other(tree: RunTree) -> None:
    places = laid_out(tree)
    by_row: dict[int, list[int]] = {}
    for x, y in places.values():
        by_row.setdefault(y, []).append(x)
    for columns in by_row.values():
        ordered = sorted(columns)
        gaps = [later - earlier for earlier, later in pairwise(ordered)]
        assert all(gap >= PITCH for gap in gaps)
    assert min(x for x, _ in places.values()) == 0


@given(trees())
def test_every_floor_stands_over_the_middle_of_those_below_it(tree: RunTree) -> None:
    places = laid_out(tree)
    for branch, children in below(tree).items():
        columns = [places[child.id][0] for child in children]
        assert columns == sorted(columns)
        if columns:
            assert abs(2 * places[branch][0] - columns[0] - columns[-1]) <= 1
