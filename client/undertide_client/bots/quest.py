"""The way back to amulets that a hero saw on other floors and left there. Pure."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from undertide_client.bots import growth
from undertide_client.bots.survey import Survey
from undertide_shared.messages import Intent

MOST_RETURNS: Final = 3
"""How often a hero comes back to a floor for its amulets: some can't be reached."""


class Quest:
    """A memory of the amulets that a hero has seen, and of its returns to their floors."""

    def __init__(self) -> None:
        self._seen: dict[int, set[str]] = {}
        """Keys of amulets, by branch."""
        self._returns: Counter[int] = Counter()
        self._branch = 0

    def tell(self, survey: Survey) -> None:
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
                yield from growth.way_to(survey, branch)


def _apart(survey: Survey, branch: int, depth: int) -> int:
    """Return the difference of depth between a floor and the hero's."""
    there = survey.tree.get(branch)
    return abs(there.depth - depth) if there else 0
