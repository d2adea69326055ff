"""Floors that were only dug: what a single stage of `worldgen.floor` is tried on."""

from support.content.repertoire import REPERTOIRE
from undertide_server.content.records.layouts import LayoutName
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.draft.plan import RoomPlan
from undertide_server.worldgen.game.game import Game
from undertide_server.worldgen.game.run_tree import Branch
from undertide_server.worldgen.layouts.lair import lair_of
from undertide_server.worldgen.layouts.layout import Stairs
from undertide_server.worldgen.layouts.registry import lay_out

PLAIN_TYPE = "warren"
"""A floor type without amulets that holds as many monsters as R3 says."""


def plain_branch(number: int, kind: str = PLAIN_TYPE) -> Branch:
    """Return a branch of a floor's number and type, below plain floors."""
    return Branch((0,) * (number - 1), (*[PLAIN_TYPE] * (number - 1), kind))


def dug(
    game: Game,
    number: int = 1,
    levels: tuple[int, ...] = (1,),
    layout_name: LayoutName = "rooms_and_corridors",
    kind: str = PLAIN_TYPE,
) -> Draft:
    """Return a floor with one way up, but on the first, and one down, and nothing on it yet."""
    branch = plain_branch(number, kind)
    stairs = Stairs(up=branch.depth > 0, down=1)
    layout = lay_out(
        REPERTOIRE.layouts[layout_name],
        game.ruleset.layouts,
        stairs,
        game.terrain,
        game.seed,
        branch.key,
    )
    return Draft(
        game=game,
        branch=branch,
        levels=levels,
        layout=layout,
        tiles=layout.tiles.copy(),
        rooms=[RoomPlan(room) for room in layout.rooms],
        lair=lair_of(layout, game.terrain),
        taken={cell for cell in (layout.arrival, layout.stairs_up, *layout.stairs_down) if cell},
    )
