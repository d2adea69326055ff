"""R9 on records: where a floor type may come, how likely it is there, what amulets fit (R15).

For whoever draws the run tree, and for the checks that promise that it can be drawn.
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
    """Whether a type's persistence allows it where so many floors lie above."""
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
    """Return a type's weight, at least 0; `content.weights` says what the two numbers are."""
    rule = kind.weight
    return max(0, WEIGHTS[rule.kind](rule.base, rule.growth, above, since))


def most_amulets(tree: TreeRules, above: int) -> int:
    """Return how many amulets one floor can hold where so many lie above."""
    return max((kind.amulets for kind in tree.types.values() if may_come(kind, above)), default=0)


def room_for_amulets(tree: TreeRules, depths: range, wanted: int) -> int:
    """Return how many amulets fit on floors of these depths; it counts no further than `wanted`."""
    room = 0
    for above in depths:
        if room >= wanted:
            break
        room += most_amulets(tree, above)
    return room
