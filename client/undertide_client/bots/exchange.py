"""Essences that a forge turns into one of choice (R8): candidates, best first. Pure.

A hero exchanges essences that its best piece doesn't use for one more level of an affix of that
piece. It begins only if it has enough for the whole level.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from undertide_client.bots.survey import Survey
from undertide_shared.messages import Craft, EssenceInfo, PackItem


@dataclass(frozen=True, slots=True)
class Improvement:
    """One affix at one level that a forge can work into a piece."""

    essence: int
    """Id of the stack of essences."""
    cost: int
    gain: float
    """Percent by which it makes the hero stronger."""
    level: int = 1


def exchange(survey: Survey, used: Sequence[Improvement]) -> Iterator[tuple[float, Craft]]:
    """Yield the gain of the next level of each improvement, and the exchange that leads to it.

    `used` are the improvements of one piece. The gain is that of an average level so far.
    """
    stacks = {item.item: item for item in survey.pack if item.essence is not None}
    spare = [item for key, item in stacks.items() if key not in {each.essence for each in used}]
    for each in used:
        stack = stacks[each.essence]
        told = stack.essence
        if told is None or not told.exchange or each.level >= len(told.costs):
            continue
        missing = told.costs[each.level] - stack.count
        if 0 < missing * told.exchange <= sum(item.count for item in spare):
            yield each.gain / each.level, Craft(stack.item, _given(spare, told))


def _given(spare: Sequence[PackItem], told: EssenceInfo) -> list[tuple[int, int]]:
    """Return the essences to give for one: from the smallest stacks first."""
    given: list[tuple[int, int]] = []
    left = told.exchange
    for item in sorted(spare, key=lambda item: (item.count, item.item)):
        count = min(left, item.count)
        if count:
            given.append((item.item, count))
        left -= count
    return given
