"""R12: furnishing rooms by their themes, with walls, strewn terrain, traps and people."""

from undertide_server.content.records.rooms import ShapeName
from undertide_server.content.records.themes import Decor
from undertide_server.util.rng import Rng
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.draft.laying import strew
from undertide_server.worldgen.draft.plan import RoomPlan
from undertide_server.worldgen.stages.patterns import pattern_cells
from undertide_server.worldgen.stages.peopling import settle_people
from undertide_server.worldgen.stages.portals import link_portals
from undertide_server.worldgen.stages.trapping import set_traps
from undertide_server.worldgen.stages.wares import offer_wares

CLEAR: frozenset[ShapeName] = frozenset({"rectangle", "cross", "circle", "ell"})
"""Shapes without walls in their middle: only these have space for preset walls."""


def furnish_rooms(draft: Draft) -> None:
    """Furnish every room of a floor, and build all walls first."""
    decors = [_decor_of(draft, plan) for plan in draft.rooms]
    for index, (plan, decor) in enumerate(zip(draft.rooms, decors, strict=True)):
        _build(draft, plan, decor, draft.rng("build", index))
    link_portals(draft, [decor.portals for decor in decors])
    for index, (plan, decor) in enumerate(zip(draft.rooms, decors, strict=True)):
        set_traps(draft, plan.room, decor.traps, draft.rng("traps", index))
        offer_wares(draft, plan.room, decor.wares, draft.rng("wares", index))
    settle_people(draft, [decor.people for decor in decors])


def _decor_of(draft: Draft, plan: RoomPlan) -> Decor:
    theme = draft.game.ruleset.themes[plan.theme]
    return theme.special if plan.special else theme.decor


def _build(draft: Draft, plan: RoomPlan, decor: Decor, rng: Rng) -> None:
    """Lay a room's ground, its walls if it was dug as a rectangle, and the terrain strewn in it."""
    room = plan.room
    if decor.ground is not None:
        draft.lay(draft.open_cells(room), decor.ground)
    if draft.layout.shapable:
        if plan.shape in CLEAR:
            draft.lay(pattern_cells(decor.pattern, room), decor.built_of)
        walls = rng.between(decor.walls.low, decor.walls.high)
        draft.lay(rng.sample(draft.open_cells(room), walls), decor.built_of)
    strew(draft, room, decor.strewn, rng)
