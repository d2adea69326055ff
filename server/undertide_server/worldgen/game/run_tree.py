"""R9: the run tree. A branch is a node of it: a pure function of the seed and the way there."""

from collections.abc import Iterable
from dataclasses import dataclass

from undertide_server.content.records.tree import may_come, room_for_amulets, weight_of
from undertide_server.util.rng import Rng, derive
from undertide_server.worldgen.game.game import Game

MOST_CHILDREN = 3
"""Most stairs down of a floor (R9)."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A node of the run tree."""

    path: tuple[int, ...]
    """Index of each floor among its siblings, from 0, from the root's child down; empty for the
    root.
    """
    types: tuple[str, ...]
    """The types of the floors on the way, the root first and this one last."""

    @property
    def type(self) -> str:
        """The key of its floor type."""
        return self.types[-1]

    @property
    def depth(self) -> int:
        """The number of floors above: 0 for the root."""
        return len(self.path)

    @property
    def number(self) -> int:
        """The number of its floor, from 1, for the curve and for tables."""
        return len(self.path) + 1

    @property
    def sibling(self) -> int:
        """Its index among its siblings, from 0."""
        return self.path[-1] if self.path else 0

    @property
    def origin(self) -> tuple[int, int]:
        """The column and the row from which the map of the run draws it.

        The row is its depth. The column counts from 0 at the left, among the 3 ** depth branches
        that such a row would have if every floor had three stairs down.
        """
        column = 0
        for sibling in self.path:
            column = column * MOST_CHILDREN + sibling
        return (column, self.depth)

    @property
    def key(self) -> str:
        """The key from which its random numbers are derived, unique in the run."""
        return ".".join(map(str, self.path)) or "root"


def root_of(game: Game) -> Branch:
    """Return the branch where the run begins."""
    types = game.ruleset.tree.types
    return Branch((), (next(key for key in types if types[key].persistence.kind == "start"),))


def children_of(game: Game, branch: Branch) -> tuple[Branch, ...]:
    """Return the branches below a floor, in the order of its stairs down.

    There are none at the last depth, else 1 to 3. They depend on nothing but the seed and the
    branch.
    """
    if branch.depth == _last_depth(game):
        return ()
    rng = derive(game.seed, "children", branch.key)
    count = rng.weighted((1, 2, 3), game.ruleset.tree.children)
    kinds = _drawn(rng, odds_below(game, branch), count)
    return tuple(
        Branch((*branch.path, sibling), (*branch.types, kind)) for sibling, kind in enumerate(kinds)
    )


def branch_at(game: Game, path: Iterable[int]) -> Branch:
    """Return the branch that a path leads to. Raises IndexError if there is none."""
    branch = root_of(game)
    for sibling in path:
        branch = children_of(game, branch)[sibling]
    return branch


def odds_below(game: Game, branch: Branch) -> dict[str, int]:
    """Return the types that may come right below a branch, by key, each with its weight.

    At the last depth there is one type, whatever the weights. Above it, a type may not come if it
    would leave the path without room for the amulets that it still lacks (R15). If only types
    without a weight are left then, all of them are equally likely.
    """
    tree, depth, last = game.ruleset.tree, branch.number, _last_depth(game)
    if depth >= last:
        return {tree.last: 1}
    lacking = len(game.ruleset.victory.amulets) - _amulets_on(game, branch.types)
    room = room_for_amulets(tree, range(depth + 1, last), lacking)
    odds = {
        key: weight_of(kind, depth, _since(branch, key))
        for key, kind in sorted(tree.types.items())
        if may_come(kind, depth) and lacking - kind.amulets <= room
    }
    return odds if any(odds.values()) else dict.fromkeys(odds, 1)


def amulets_at(game: Game, branch: Branch) -> tuple[str, ...]:
    """Return the keys of the amulets that a branch's floor holds (R15).

    The seed draws their order. Each path from the root to the last depth meets all of them in that
    order, each once.
    """
    order = derive(game.seed, "amulets").shuffled(game.ruleset.victory.amulets)
    above = _amulets_on(game, branch.types[:-1])
    return tuple(order[above : above + game.ruleset.tree.types[branch.type].amulets])


def _last_depth(game: Game) -> int:
    return len(game.curve.floors) - 1


def _amulets_on(game: Game, types: Iterable[str]) -> int:
    """Return the number of amulets that floors of these types can hold together."""
    return sum(game.ruleset.tree.types[key].amulets for key in types)


def _since(branch: Branch, key: str) -> int:
    """Return the number of floors, counted from a branch's own upwards, since a type last came."""
    return next(
        (count for count, kind in enumerate(reversed(branch.types)) if kind == key),
        len(branch.types),
    )


def _drawn(rng: Rng, odds: dict[str, int], count: int) -> list[str]:
    """Draw the types of siblings: none comes twice while another has a weight."""
    drawn: list[str] = []
    left: dict[str, int] = {}
    while len(drawn) < count:
        if not any(left.values()):
            left = dict(odds)
        drawn.append(rng.weighted(list(left), list(left.values())))
        del left[drawn[-1]]
    return drawn
