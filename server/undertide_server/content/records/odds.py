"""R9 on records: where a floor type may come, its weight there, and its amulets (R15).

The run tree is drawn by it, and the checks use it to promise that the tree can be drawn.
"""

from undertide_server.content.records.tree import (
    AtStart,
    FloorType,
    Permanent,
    Segment,
    SemiPermanent,
    TreeRules,
)
from undertide_server.content.records.weights import WEIGHTS


def may_come(kind: FloorType, above: int) -> bool:
    """Return whether a type's persistence allows it with `above` floors above it."""
    match kind.persistence:
        case AtStart():
            return above == 0
        case Segment(first=first, length=length):
            return first <= above <= first + length
        case SemiPermanent(first=first):
            return above >= first
        case Permanent():
            return above > 0


def weight_of(kind: FloorType, above: int, since: int) -> int:
    """Return a type's weight, at least 0. `content.records.weights` explains the two numbers."""
    rule = kind.weight
    return max(0, WEIGHTS[rule.kind](rule.base, rule.growth, above, since))


def most_amulets(tree: TreeRules, above: int) -> int:
    """Return the most amulets that one floor can hold with `above` floors above it."""
    return max((kind.amulets for kind in tree.types.values() if may_come(kind, above)), default=0)


def room_for_amulets(tree: TreeRules, depths: range, wanted: int) -> int:
    """Return how many amulets floors of these depths can hold; stop counting at `wanted`."""
    room = 0
    for above in depths:
        if room >= wanted:
            break
        room += most_amulets(tree, above)
    return room
