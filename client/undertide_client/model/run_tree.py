"""The run tree as the party knows it: entered floors, and those that their stairs lead to. Pure."""

from collections.abc import Iterable, Mapping

from undertide_shared.limits import MAX_BRANCHES, MAX_TREE_DEPTH
from undertide_shared.messages import BranchInfo

RunTree = Mapping[int, BranchInfo]
"""Branches by id, each after the one above it. The first is the only root."""


def grown(branches: Iterable[BranchInfo]) -> dict[int, BranchInfo]:
    """Return the tree of `branches`, without those that no other branch leads to."""
    tree: dict[int, BranchInfo] = {}
    for branch in branches:
        if branch.id not in tree and len(tree) < MAX_BRANCHES and _fits(tree, branch):
            tree[branch.id] = branch
    return tree


def _fits(tree: RunTree, branch: BranchInfo) -> bool:
    """Return whether a branch is the root, or lies right below a branch of the tree."""
    above = tree.get(branch.parent)
    if above is None:
        return not tree and branch.depth == 0
    return branch.depth == above.depth + 1 <= MAX_TREE_DEPTH


def root_of(tree: RunTree) -> BranchInfo | None:
    """Return the root of the tree, or None if it is unknown."""
    return next(iter(tree.values()), None)


def below(tree: RunTree) -> dict[int, list[BranchInfo]]:
    """Return the branches right below each branch of the tree, in the order of their stairs."""
    children: dict[int, list[BranchInfo]] = {branch: [] for branch in tree}
    for branch in sorted(tree.values(), key=lambda each: (each.sibling, each.id)):
        if branch.parent in children and branch.depth > 0:
            children[branch.parent].append(branch)
    return children


def way(tree: RunTree, start: int, goal: int) -> list[int]:
    """Return the branches on the way from `start` to `goal`: first up, then down.

    The way leaves `start` out. It is empty if the two are the same, or either is not in the tree.
    """
    up, down = _to_root(tree, start), _to_root(tree, goal)
    if not (up and down):
        return []
    while len(up) > 1 and len(down) > 1 and up[-2] == down[-2]:
        up.pop()
        down.pop()
    return up[1:] + down[-2::-1]


def _to_root(tree: RunTree, branch_id: int) -> list[int]:
    """Return a branch and all above it, the root last. Empty if the branch is not in the tree."""
    line: list[int] = []
    branch = tree.get(branch_id)
    while branch is not None:
        line.append(branch.id)
        branch = tree.get(branch.parent) if branch.depth > 0 else None
    return line
