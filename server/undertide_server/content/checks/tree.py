"""Checks of the run tree: a valid tree can be drawn to the last depth by every path."""

from collections.abc import Iterator

from undertide_server.content.checks.findings import Check, Finding, expected, no_such
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.tree import FloorType, may_come, room_for_amulets, weight_of

TYPES = ("tree", "types")


def one_type_begins(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield a fault unless exactly one type can be the root (R9)."""
    starts = [key for key, kind in ruleset.tree.types.items() if may_come(kind, 0)]
    if len(starts) != 1:
        yield expected(TYPES, 'one type of persistence "start"', starts)


def one_type_ends(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield a fault if the type of the last depth doesn't exist, or may not come there (R9)."""
    tree, last_depth = ruleset.tree, ruleset.curve.floors - 1
    if tree.last not in tree.types:
        yield no_such(("tree", "last"), "floor type", tree.last, tree.types)
    elif last_depth > 0 and not may_come(tree.types[tree.last], last_depth):
        wanted = f"a type that may come below {last_depth} floors"
        yield expected(("tree", "last"), wanted, tree.last)


def the_last_floor_has_a_boss(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield a fault if the last boss must fall but the last floor has no monsters (R15)."""
    tree = ruleset.tree
    last = tree.types.get(tree.last)
    if ruleset.victory.boss and last is not None and last.monsters_percent == 0:
        where = (*TYPES, tree.last, "monsters_percent")
        yield expected(where, "more than 0, as its boss must fall", 0)


def floors_have_stairs_down(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield a fault if no number of children has a weight (R9)."""
    if not any(ruleset.tree.children):
        yield expected(("tree", "children"), "a weight above 0", ruleset.tree.children)


def a_type_can_come_at_every_depth(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each depth between the root and the last at which no type always has a weight (R9)."""
    for depth in range(1, ruleset.curve.floors - 1):
        if not any(_least_weight(kind, depth) for kind in ruleset.tree.types.values()):
            where = f"below {depth} floors" if depth > 1 else "below 1 floor"
            yield TYPES, f"expected a type that always has a weight above 0 {where}"


def _least_weight(kind: FloorType, depth: int) -> int:
    """Return a type's least weight at a depth, over all times since it last came.

    It is 0 where the type may not come.
    """
    if not may_come(kind, depth):
        return 0
    return min(weight_of(kind, depth, since) for since in range(depth + 1))


def somebody_can_win(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield a fault if there are neither amulets to hold nor a boss to fight (R15)."""
    if not ruleset.victory.amulets and not ruleset.victory.boss:
        yield expected(("victory", "boss"), "true where there are no amulets", False)


def every_path_has_room_for_the_amulets(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield a fault if the floors above the last depth can't hold all amulets (R15)."""
    tree, wanted = ruleset.tree, len(ruleset.victory.amulets)
    depths = range(max(1, ruleset.curve.floors - 1))
    room = room_for_amulets(tree, depths, wanted)
    if room < wanted:
        held = f"types that hold {wanted} amulets on every path before the last floor"
        yield expected(TYPES, held, room)


def types_can_be_dug(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each type in which no layout has a weight (R10)."""
    for key, kind in ruleset.tree.types.items():
        if not any(kind.layouts.values()):
            yield (*TYPES, key, "layouts"), "expected a layout whose weight is above 0"


def types_know_their_themes(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each theme that a type weighs but that doesn't exist (R12)."""
    for key, kind in ruleset.tree.types.items():
        for theme in kind.themes:
            if theme not in ruleset.themes:
                yield no_such((*TYPES, key, "themes", theme), "theme", theme, ruleset.themes)


CHECKS = (
    Check(("tree",), one_type_begins),
    Check(("curve", "tree"), one_type_ends),
    Check(("tree", "victory"), the_last_floor_has_a_boss),
    Check(("tree",), floors_have_stairs_down),
    Check(("curve", "tree"), a_type_can_come_at_every_depth),
    Check(("victory",), somebody_can_win),
    Check(("curve", "tree", "victory"), every_path_has_room_for_the_amulets),
    Check(("tree",), types_can_be_dug),
    Check(("themes", "tree"), types_know_their_themes),
)
"""These checks, each with the catalogues that it reads."""
