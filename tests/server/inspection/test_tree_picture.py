"""Where a picture of the run tree has its branches."""

from itertools import pairwise

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped
from undertide_server.inspection.tree import tree_data
from undertide_server.inspection.tree_picture import branch_spots

BRANCHES = tree_data(shipped("reference"), b"0123456789abcdef", REPERTOIRE, 6)["branches"]
SPOTS = branch_spots(BRANCHES)


def test_each_branch_has_a_spot_of_its_own_at_its_depth() -> None:
    assert len(set(SPOTS.values())) == len(BRANCHES)
    assert all(SPOTS[branch["id"]][1] == branch["depth"] for branch in BRANCHES)


def test_no_two_branches_of_a_depth_are_nearer_than_a_column() -> None:
    for depth in range(7):
        row = sorted(x for x, y in SPOTS.values() if y == depth)
        assert all(right - left >= 1 for left, right in pairwise(row))


def test_siblings_stand_in_order_around_their_parent() -> None:
    for parent in BRANCHES:
        below = [SPOTS[one["id"]][0] for one in BRANCHES if one["parent"] == parent["id"]]
        assert below == sorted(below)
        if below:
            assert below[0] <= SPOTS[parent["id"]][0] <= below[-1]
