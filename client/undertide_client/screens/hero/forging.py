"""What a piece of gear would be, forged with the essences that were chosen for it. Pure."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from undertide_shared.messages import EssenceInfo, PackItem

Figures = Mapping[str, int]


class Chosen(NamedTuple):
    """A stack of essences, and the level that the piece is to have of it; 0: none."""

    item: PackItem
    essence: EssenceInfo
    level: int

    @property
    def cost(self) -> int:
        """How many essences it takes."""
        return self.essence.costs[self.level - 1] if self.level else 0


class Outlook(NamedTuple):
    """What a piece would give."""

    figures: Figures
    rounded: frozenset[str] = frozenset()
    """Figures that rounding may make a point more or less: several essences add to them."""


def most_level(item: PackItem, essence: EssenceInfo, piece: int) -> int:
    """Return the highest level that a piece can have of an essence, as far as there is enough."""
    enough = sum(cost <= item.count for cost in essence.costs)
    return min(enough, max(0, len(_makes(essence, piece)) - 1))


def outlook(piece: PackItem, chosen: Sequence[Chosen]) -> Outlook:
    """Return what a piece would give, or what it gives where no level is chosen."""
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
    """Return what a piece would give by level of an essence, from 0; nothing if it has no room."""
    return dict(zip(essence.pieces, essence.makes, strict=False)).get(piece, [])


def _change(before: Figures, after: Figures) -> Figures:
    """Return by how much each figure changes, without those that stay."""
    keys = dict.fromkeys([*before, *after])
    changes = {key: after.get(key, 0) - before.get(key, 0) for key in keys}
    return {key: change for key, change in changes.items() if change}
