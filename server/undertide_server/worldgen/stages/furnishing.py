"""R12: furnishing rooms by their themes, with walls, strewn terrain, traps, people and wares."""

from undertide_server.content.records.items import ItemRules, Teach
from undertide_server.content.records.rooms import ShapeName
from undertide_server.content.records.themes import Count, Decor
from undertide_server.util.rng import Rng
from undertide_server.util.rounding import divided
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.draft.ground import fill, strew
from undertide_server.worldgen.draft.plan import Loot, RoomPlan
from undertide_server.worldgen.items.catalogue import ItemKind
from undertide_server.worldgen.items.finds import wares_of
from undertide_server.worldgen.layouts.layout import Room
from undertide_server.worldgen.stages.patterns import inlay_cells, pattern_cells
from undertide_server.worldgen.stages.peopling import settle_people
from undertide_server.worldgen.stages.portals import link_portals
from undertide_server.worldgen.stages.trapping import set_traps, standing_cells

CLEAR: frozenset[ShapeName] = frozenset({"rectangle", "cross", "circle", "ell"})
"""Shapes without walls in their middle: only these have space for preset walls."""


def furnish_rooms(draft: Draft) -> None:
    """Furnish every room of a floor: the floors first, then people and portals, then all walls.

    So no wall takes the space of people, or of a portal in the middle of its room.
    """
    themes = draft.game.ruleset.themes
    decors = [themes[plan.theme].furnishings(special=plan.special) for plan in draft.rooms]
    rooms = list(enumerate(zip(draft.rooms, decors, strict=True)))
    for _, (plan, decor) in rooms:
        _pave(draft, plan.room, decor)
    settle_people(draft, decors)
    link_portals(draft, [decor.portals for decor in decors])
    for index, (plan, decor) in rooms:
        _build(draft, plan, decor, draft.rng("build", index))
    for index, (plan, decor) in rooms:
        set_traps(draft, plan.room, decor.traps, draft.rng("traps", index))
        offer_wares(draft, plan.room, decor.wares, draft.rng("wares", index))


def _pave(draft: Draft, room: Room, decor: Decor) -> None:
    """Lay a room's ground, and the pattern in it."""
    if decor.ground is not None:
        draft.lay(draft.open_cells(room), decor.ground)
    if decor.inlay is not None:
        draft.lay(inlay_cells(decor.inlay.pattern, room), decor.inlay.terrain)


def _build(draft: Draft, plan: RoomPlan, decor: Decor, rng: Rng) -> None:
    """Lay a room's walls if it was dug as a rectangle, and the terrain that fills it."""
    room = plan.room
    if draft.layout.shapable:
        if plan.shape in CLEAR:
            draft.lay(pattern_cells(decor.pattern, room), decor.built_of)
        walls = rng.between(decor.walls.low, decor.walls.high)
        draft.lay(rng.sample(draft.open_cells(room), walls), decor.built_of)
    if decor.filled_with is not None:
        inner = standing_cells(draft, room)
        draft.taken |= set(draft.open_cells(room)).difference(inner)  # the ways in stay open
        fill(draft, rng.shuffled(inner), decor.filled_with)
    strew(draft, room, decor.strewn, rng)


def offer_wares(draft: Draft, room: Room, count: Count, rng: Rng) -> None:
    """Lay things for sale into a room: items with a price, by the weights of the floor (R8)."""
    loot = draft.game.ruleset.loot
    wares = wares_of(draft.game.ruleset, draft.branch.number)
    wanted = rng.between(count.low, count.high)
    if not wanted or not wares.are_any:
        return
    for cell in rng.sample(standing_cells(draft, room), wanted):
        item, number = wares.draw(rng, loot.ware_gear)
        price = _price_of(draft.game.items.kind(item), number, loot)
        draft.loot.append(Loot(item, number, *cell, price=price))
        draft.taken.add(cell)


def _price_of(kind: ItemKind, number: int, loot: ItemRules) -> int:
    """Return what a shop asks for some of a kind; prices of spells vary besides (R14)."""
    besides = loot.spell_price_percent if isinstance(kind.effect, Teach) else 100
    return max(1, divided(kind.price * number * loot.price_percent * besides, 100 * 100))
