"""The figures that a piece of gear would have with the chosen essences. Pure."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from undertide_shared.messages import EssenceInfo, PackItem

Figures = Mapping[str, int]


class Chosen(NamedTuple):
    """A stack of essences and the level that the piece would have of them; 0 means none."""

    item: PackItem
    essence: EssenceInfo
    level: int

    @property
    def cost(self) -> int:
        """The number of essences that the level takes."""
        return self.essence.costs[self.level - 1] if self.level else 0


class Outlook(NamedTuple):
    """The figures of a piece after forging."""

    figures: Figures
    rounded: frozenset[str] = frozenset()
    """Keys of figures that may be off by one: several essences add to them, and each is rounded."""


def most_level(item: PackItem, essence: EssenceInfo, piece: int) -> int:
    """Return the highest level of an essence that a piece can take and the stack can pay for."""
    enough = sum(cost <= item.count for cost in essence.costs)
    return min(enough, max(0, len(_makes(essence, piece)) - 1))


def outlook(piece: PackItem, chosen: Sequence[Chosen]) -> Outlook:
    """Return a piece's figures with the chosen levels; without any level, its present figures."""
    steps = [(_makes(each.essence, piece.item), each.level) for each in chosen if each.level]
    if not steps:
        return Outlook(dict(piece.figures))
    plain = dict(steps[0][0][0])
    changes = [_change(dict(makes[0]), dict(makes[level])) for makes, level in steps]
    keys = dict.fromkeys([*plain, *(key for change in changes for key in change)])
    total = {key: plain.get(key, 0) + sum(each.get(key, 0) for each in changes) for key in keys}
    added = Counter(key for change in changes for key in change)
    rounded = frozenset(key for key, times in added.items() if times > 1)
    return Outlook({key: figure for key, figure in total.items() if figure}, rounded)


def _makes(essence: EssenceInfo, piece: int) -> list[list[tuple[str, int]]]:
    """Return a piece's figures at each level of an essence, from level 0; empty if none fits."""
    return dict(zip(essence.pieces, essence.makes, strict=False)).get(piece, [])


def _change(before: Figures, after: Figures) -> Figures:
    """Return the change of each figure, without the figures that stay the same."""
    keys = dict.fromkeys([*before, *after])
    changes = {key: after.get(key, 0) - before.get(key, 0) for key in keys}
    return {key: change for key, change in changes.items() if change}
