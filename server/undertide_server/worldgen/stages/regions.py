"""R13: guardians of amulets, and the elements of the rooms around them."""

from dataclasses import replace

from undertide_server.content.records.regions import Region
from undertide_server.content.records.terrain import Element
from undertide_server.util.rng import Rng
from undertide_server.worldgen.creatures.people import kind_id
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.draft.ground import free_ground
from undertide_server.worldgen.draft.laying import strew
from undertide_server.worldgen.draft.plan import Loot, PlannedTrap
from undertide_server.worldgen.layouts.layout import Room
from undertide_server.worldgen.layouts.maze import rooms_away
from undertide_server.worldgen.stages.peopling import settle
from undertide_server.worldgen.stages.trapping import arm, can_bear, change_trap
from undertide_shared.geometry import Cell

CORNER = 2
"""Greatest distance in cells of a corner trap from the corner of its room's rectangle."""


def spread_regions(draft: Draft) -> None:
    """Give each amulet of a floor its guardian, and its element to the rooms around it.

    Its own room comes first, then the nearest rooms by connections that no other region has.
    """
    found = _amulets(draft)
    for element, (index, amulet) in found.items():
        _post_guardian(draft, draft.game.ruleset.regions[element], amulet)
        _claim(draft, index, element)
    for element, (index, _) in found.items():
        for other in _nearest_free(draft, index)[: draft.game.ruleset.regions[element].rooms]:
            _claim(draft, other, element)
    for index, plan in enumerate(draft.rooms):
        if plan.region is not None:
            _change(draft, plan.room, plan.region, draft.rng("region", index))


def _amulets(draft: Draft) -> dict[Element, tuple[int, Loot]]:
    """Return each region whose amulet lies on the floor, with the amulet's room and place."""
    lying = {loot.item: (hoard.room, loot) for hoard in draft.treasures for loot in hoard.loot}
    regions = sorted(draft.game.ruleset.regions.items())
    return {element: lying[region.amulet] for element, region in regions if region.amulet in lying}


def _post_guardian(draft: Draft, region: Region, amulet: Loot) -> None:
    """Put an amulet's guardian, awake, on the free cell nearest to it."""
    free = free_ground(draft)
    cells = [(int(x), int(y)) for y, x in zip(*free.nonzero(), strict=True)]
    if cells:
        near = min(cells, key=lambda cell: _squared((amulet.x, amulet.y), cell))
        guardian = draft.game.people[kind_id(region.guardian, draft.branch.number)]
        settle(draft, guardian, near, asleep=False)


def _claim(draft: Draft, index: int, element: Element) -> None:
    """Make a room part of a region, unless it is already part of another."""
    if draft.rooms[index].region is None:
        draft.rooms[index] = replace(draft.rooms[index], region=element)


def _nearest_free(draft: Draft, index: int) -> list[int]:
    """Return the rooms without a region, the nearest by connections first."""
    away = rooms_away(index, draft.layout.connections)
    free = [room for room in away if draft.rooms[room].region is None]
    return sorted(free, key=lambda room: (away[room], room))


def _change(draft: Draft, room: Room, element: Element, rng: Rng) -> None:
    """Change a room's traps and terrain, and put traps into its corners."""
    region = draft.game.ruleset.regions[element]
    for cell, trap in list(draft.traps.items()):
        if _belongs(room, cell, trap):
            change_trap(draft, cell, region.wall_trap if any(trap.facing) else region.floor_trap)
    for cell in _corners(draft, room):
        if can_bear(draft, cell, draft.game.ruleset.traps[region.floor_trap].terrain):
            arm(draft, cell, PlannedTrap(region.floor_trap, hidden=False))
    _turn(draft, room, element, region.turned, rng)
    strew(draft, room, region.strewn, rng)


def _belongs(room: Room, cell: Cell, trap: PlannedTrap) -> bool:
    """Return whether a trap is in a room's floor, or fires into the room."""
    return (cell[0] + trap.facing[0], cell[1] + trap.facing[1]) in room.cells()


def _corners(draft: Draft, room: Room) -> list[Cell]:
    """Return the open cells nearest to the corners of a room, if any are near enough."""
    cells = draft.open_cells(room)
    right, bottom = room.x + room.width - 1, room.y + room.height - 1
    corners: list[Cell] = []
    for corner in ((room.x, room.y), (right, room.y), (room.x, bottom), (right, bottom)):
        near = [cell for cell in cells if _squared(corner, cell) <= CORNER**2]
        if near:
            corners.append(min(near, key=lambda cell: _squared(corner, cell)))
    return list(dict.fromkeys(corners))


def _turn(draft: Draft, room: Room, element: Element, percent: int, rng: Rng) -> None:
    """Bring an element to some cells of a room: each changes as its terrain says."""
    table = draft.game.terrain
    for x, y in room.cells():
        becomes = table.touched[element][draft.tiles[y, x]]
        if becomes and rng.percent(percent):
            draft.lay([(x, y)], table.names[becomes])


def _squared(one: Cell, other: Cell) -> int:
    """Return the square of the distance between two cells."""
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
