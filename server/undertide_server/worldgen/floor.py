"""A floor, made stage by stage: dug, furnished and filled (R3, R4, R8, R10 to R13)."""

from collections.abc import Callable, Sequence

from undertide_server.content.records.layouts import LayoutName
from undertide_server.content.records.tree import FloorType
from undertide_server.util.rng import derive
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.draft.plan import FloorPlan, RoomPlan
from undertide_server.worldgen.game.game import Game
from undertide_server.worldgen.game.run_tree import Branch, children_of
from undertide_server.worldgen.layouts.lair import lair_of
from undertide_server.worldgen.layouts.layout import Layout, Stairs
from undertide_server.worldgen.layouts.registry import lay_out
from undertide_server.worldgen.stages.extras import add_extras
from undertide_server.worldgen.stages.furnishing import furnish_rooms
from undertide_server.worldgen.stages.loot import place_lesson, place_loot
from undertide_server.worldgen.stages.patches import lay_patches
from undertide_server.worldgen.stages.population import populate
from undertide_server.worldgen.stages.regions import spread_regions
from undertide_server.worldgen.stages.set_pieces import build_set_piece
from undertide_server.worldgen.stages.shapes import shape_rooms
from undertide_server.worldgen.stages.themes import choose_themes
from undertide_server.worldgen.stages.treasures import place_treasures
from undertide_shared.geometry import Cell

STAGES: tuple[Callable[[Draft], None], ...] = (
    build_set_piece,
    shape_rooms,
    choose_themes,
    furnish_rooms,
    lay_patches,
    add_extras,
    place_treasures,
    spread_regions,
    place_lesson,
    place_loot,
    populate,
)
"""The stages that turn a layout into a floor, in this order."""


def plan_floor(
    game: Game,
    branch: Branch,
    levels: Sequence[int],
    layout_name: LayoutName | None = None,
    built: frozenset[str] = frozenset(),
) -> FloorPlan:
    """Return the plan of a branch's floor, filled for heroes of these levels (R3, R4).

    The layout is the same for any heroes, and further heroes find more than one does (R8). The seed
    draws the layout unless `layout_name` names it. `built` holds the set pieces of the run's other
    floors, which this one can't have (R12).
    """
    chosen = layout_name or draw_layout(game, branch)
    layout = _lay_out(game, branch, chosen)
    draft = _draft(game, branch, tuple(levels) or (1,), layout, built)
    for stage in STAGES:
        stage(draft)
    draft.tiles.flags.writeable = False
    return FloorPlan(
        branch=branch,
        name=floor_name(game, branch),
        layout_name=chosen,
        layout=layout,
        tiles=draft.tiles,
        rooms=tuple(draft.rooms),
        spawns=tuple(draft.spawns),
        loot=tuple(draft.loot[: game.ruleset.loot.most_on_floor]),
        treasures=tuple(draft.treasures),
        traps=dict(draft.traps),
        portals=dict(draft.portals),
        set_piece=draft.set_piece,
    )


def set_pieces_above(game: Game, branch: Branch) -> frozenset[str]:
    """Return the set pieces of the floors above a branch, for a party that came straight down."""
    built: frozenset[str] = frozenset()
    for depth in range(branch.depth):
        above = Branch(branch.path[:depth], branch.types[: depth + 1])
        layout = _lay_out(game, above, draw_layout(game, above))
        draft = _draft(game, above, (1,), layout, built)
        build_set_piece(draft)
        built |= {draft.set_piece} - {""}
    return built


def type_of(game: Game, branch: Branch) -> FloorType:
    """Return the floor type of a branch."""
    return game.ruleset.tree.types[branch.type]


def draw_layout(game: Game, branch: Branch) -> LayoutName:
    """Return the name of a branch's layout, drawn by the weights of its floor type."""
    uses = type_of(game, branch).layouts
    names = sorted(uses)
    return derive(game.seed, "layout", branch.key).weighted(names, [uses[name] for name in names])


def floor_name(game: Game, branch: Branch) -> str:
    """Return the name of a floor: one of its type's own, or else one by its number.

    The seed draws the order of a type's names. Floors that follow each other, and siblings, have
    different names as far as possible.
    """
    own, names = type_of(game, branch).names, game.ruleset.tree.names
    if not own:
        return names[min(branch.number, len(names)) - 1]
    order = derive(game.seed, "floor names", branch.type).shuffled(own)
    return order[(branch.depth + sum(branch.path)) % len(own)]


def _lay_out(game: Game, branch: Branch, name: LayoutName) -> Layout:
    """Return the layout of a branch's floor, dug in the named way."""
    stairs = Stairs(up=branch.depth > 0, down=len(children_of(game, branch)))
    return lay_out(
        game.repertoire.layouts[name],
        game.ruleset.layouts,
        stairs,
        game.terrain,
        game.seed,
        branch.key,
    )


def _draft(
    game: Game, branch: Branch, levels: tuple[int, ...], layout: Layout, built: frozenset[str]
) -> Draft:
    """Return the draft of a floor that was just dug."""
    return Draft(
        game=game,
        branch=branch,
        levels=levels,
        layout=layout,
        tiles=layout.tiles.copy(),
        rooms=[RoomPlan(room) for room in layout.rooms],
        lair=lair_of(layout, game.terrain),
        taken=_taken(game, layout),
        built=built,
    )


def _taken(game: Game, layout: Layout) -> set[Cell]:
    """Return the cells that must stay unchanged: the arrival, stairs, and doors.

    The cells beside a door stay too, so that no doorway is blocked.
    """
    taken = {layout.arrival, *layout.stairs_down}
    if layout.stairs_up:
        taken.add(layout.stairs_up)
    doors = game.terrain.opens_to[layout.tiles] > 0
    for y, x in zip(*doors.nonzero(), strict=True):
        taken |= {
            (int(x) + dx, int(y) + dy) for dx, dy in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))
        }
    return taken
