"""Content as it is played: floors that were made by it, and stages on which its rules hold."""

from collections.abc import Iterable, Sequence
from functools import cached_property

from support.content.repertoire import REPERTOIRE
from support.content.shipped import unvaried
from support.worlds.staging import Stage
from undertide_server.content.records.changes import with_changes
from undertide_server.content.records.layouts import LayoutName
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.variety import Change
from undertide_server.worldgen.draft.plan import FloorPlan
from undertide_server.worldgen.floor import plan_floor
from undertide_server.worldgen.game.game import Game, make_game
from undertide_server.worldgen.game.run_tree import Branch, amulets_at, children_of, root_of

SEEDS = tuple(bytes([seed]) * 16 for seed in range(1, 7))
DEEP = Branch((0,) * 7, ("start", *["warren"] * 7))
"""A plain floor deep enough for every item and every difficulty."""
THRONG = 5_000
"""A weight against which that of all other themes is little."""


class Played:
    """Some content without its variety, and what it makes of a few seeds."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = unvaried(rules)
        self.games: tuple[Game, ...] = tuple(
            make_game(self.rules, seed, REPERTOIRE) for seed in SEEDS
        )

    @cached_property
    def floors(self) -> list[FloorPlan]:
        """Deep floors of rooms, for one hero of their level: halls with corridors, then keeps."""
        return [*self.dug("rooms_and_corridors"), *self.dug("small_keep")]

    def dug(self, layout: LayoutName) -> list[FloorPlan]:
        """Return a deep floor of each seed, dug in one way."""
        return [plan_floor(game, DEEP, (DEEP.number,), layout) for game in self.games]

    def full_of(self, theme: str) -> "Played":
        """Return the same content, but with nearly every room of one theme."""
        return Played(
            with_changes(self.rules, [Change(key=f"themes.{theme}.weight", value=THRONG)])
        )

    def with_amulets(self) -> list[FloorPlan]:
        """Return the first floor with an amulet of each seed, going down by the first stairs."""
        return [plan_floor(game, _first_with_amulet(game), (1,)) for game in self.games]

    def stage(self, rows: Sequence[str]) -> Stage:
        """Return a hand-drawn floor on which this content holds, as deep as `DEEP`."""
        stage = Stage(rows, self.games[0])
        stage.floor.state.number = DEEP.number
        return stage


def tiles_of(game: Game, plans: Iterable[FloorPlan], *terrain: str) -> int:
    """Return how many cells of floors are of these terrains."""
    codes = {game.terrain.codes[name] for name in terrain}
    return sum(int(code) in codes for plan in plans for code in plan.tiles.flat)


def _first_with_amulet(game: Game) -> Branch:
    branch = root_of(game)
    while not amulets_at(game, branch):
        branch = children_of(game, branch)[0]
    return branch
