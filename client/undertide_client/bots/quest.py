"""The choice of the next floor: to grow on the way down, and back to amulets left behind. Pure.

A party that is weak for its depth first clears the other floors of that depth.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Final

from undertide_client.bots.survey import Survey
from undertide_shared.geometry import Cell
from undertide_shared.messages import BranchInfo, Climb, Intent, Travel


def side_floors(survey: Survey, within_reach: Collection[int]) -> list[BranchInfo]:
    """Return the floors that nobody has entered and that lie no deeper than any entered one.

    The deepest come first. `within_reach` are the branches that known stairs lead to.
    """
    entered = [each.depth for each in survey.tree.values() if each.visited]
    deepest = max(entered, default=0)
    others = [
        each
        for each in survey.tree.values()
        if each.depth <= deepest and not each.visited and each.id in within_reach
    ]
    return sorted(others, key=lambda each: (-each.depth, each.id))


def is_worthwhile(survey: Survey) -> bool:
    """Return whether the party should grow before it goes deeper, and has the food for it.

    A party is weak where its least experienced hero is more than a level behind the floor.
    """
    here = survey.tree.get(survey.branch)
    levels = [survey.hero.level, *(one.level for one in survey.party)]
    return here is not None and min(levels) < here.depth and survey.hero.hunger == "sated"


def way_to(survey: Survey, branch: int) -> Iterator[Intent]:
    """Yield the next part of the way to a floor of the run: the climb, or the walk to stairs."""
    below = _next(survey, branch)
    for cell in _stairs_to(survey, below):
        yield Climb() if cell == survey.cell else Travel(*cell)


def _next(survey: Survey, branch: int) -> int:
    """Return the branch, above or below this one, through which the way to another leads."""
    step, above = branch, survey.tree.get(branch)
    while above is not None and above.parent != survey.branch:
        step = above.parent
        above = survey.tree.get(step)
    if above is not None:
        return step
    here = survey.tree.get(survey.branch)
    return here.parent if here else 0


def _stairs_to(survey: Survey, branch: int) -> list[Cell]:
    stairs = [*survey.stairs("down"), *survey.stairs("up")]
    return [cell for cell in stairs if survey.leads_to(cell) == branch]


MOST_RETURNS: Final = 3
"""How often a hero comes back to a floor for its amulets: some can't be reached."""


class Quest:
    """A memory of the amulets that a hero has seen, and of its returns to their floors."""

    def __init__(self) -> None:
        self._seen: dict[int, set[str]] = {}
        """Keys of amulets, by branch."""
        self._returns: Counter[int] = Counter()
        self._branch = 0

    def observe_amulets(self, survey: Survey) -> None:
        """Take in the amulets that are known to lie on this floor."""
        came_back = survey.branch != self._branch and survey.branch in self._seen
        self._returns[survey.branch] += came_back
        self._branch = survey.branch
        self._seen.pop(survey.branch, None)
        if survey.amulets:
            self._seen[survey.branch] = set(survey.amulets)

    def go_back(self, survey: Survey) -> Iterator[Intent]:
        """Yield the ways to floors where amulets lie that the party lacks, the nearest first."""
        floors = [
            branch
            for branch, keys in self._seen.items()
            if keys & survey.lacking and self._returns[branch] < MOST_RETURNS
        ]
        here = survey.tree.get(survey.branch)
        depth = here.depth if here else 0
        for branch in sorted(floors, key=lambda each: (_apart(survey, each, depth), each)):
            if branch != survey.branch:
                yield from way_to(survey, branch)


def _apart(survey: Survey, branch: int, depth: int) -> int:
    """Return the difference of depth between a floor and the hero's."""
    there = survey.tree.get(branch)
    return abs(there.depth - depth) if there else 0
