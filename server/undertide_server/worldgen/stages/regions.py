"""R13: guardians of amulets, and the elements of the rooms around them."""

from collections.abc import Collection
from dataclasses import replace

from undertide_server.content.records.terrain import Element
from undertide_server.content.records.themes import Region
from undertide_server.util.rng import Rng
from undertide_server.worldgen.creatures.people import kind_id
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.draft.ground import free_ground, strew
from undertide_server.worldgen.draft.plan import Loot, PlannedTrap
from undertide_server.worldgen.layouts.layout import Room
from undertide_server.worldgen.layouts.masks import cells_of
from undertide_server.worldgen.layouts.maze import rooms_away
from undertide_server.worldgen.stages.peopling import settle
from undertide_server.worldgen.stages.trapping import arm, can_bear, change_trap
from undertide_shared.geometry import Cell

TOWER = 2
"""Cells of a tower's side."""


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
            room = _change(draft, plan.room, plan.region, draft.rng("region", index))
            draft.rooms[index] = replace(plan, room=room)


def _amulets(draft: Draft) -> dict[Element, tuple[int, Loot]]:
    """Return each region whose amulet lies on the floor, with the amulet's room and place."""
    lying = {loot.item: (hoard.room, loot) for hoard in draft.treasures for loot in hoard.loot}
    regions = sorted(draft.game.ruleset.regions.items())
    return {element: lying[region.amulet] for element, region in regions if region.amulet in lying}


def _post_guardian(draft: Draft, region: Region, amulet: Loot) -> None:
    """Put an amulet's guardian, awake, on the free cell nearest to it."""
    free = free_ground(draft)
    cells = cells_of(free)
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


def _change(draft: Draft, room: Room, element: Element, rng: Rng) -> Room:
    """Change a room's traps and terrain, and put traps and perhaps a tower into it.

    Return the room with the cells that it has then.
    """
    region = draft.game.ruleset.regions[element]
    for cell, trap in list(draft.traps.items()):
        if _belongs(room, cell, trap):
            change_trap(draft, cell, region.wall_trap if any(trap.facing) else region.floor_trap)
    room = _arm_corners(draft, room, region.floor_trap)
    if region.tower is not None and rng.percent(region.tower_percent):
        _raise_tower(draft, room, region.tower, rng)
    _turn(draft, [cell for cell in room.cells() if rng.percent(region.turned)], element)
    strew(draft, room, region.strewn, rng)
    return room


def _belongs(room: Room, cell: Cell, trap: PlannedTrap) -> bool:
    """Return whether a trap is in a room's floor, or fires into the room."""
    return (cell[0] + trap.facing[0], cell[1] + trap.facing[1]) in room.cells()


def _arm_corners(draft: Draft, room: Room, kind: str) -> Room:
    """Put a visible trap near each corner of a room; return the room with the cells it has then.

    The trap stands in the corner's quarter if any cell there will do: on free ground, in place of
    what is solid in the room, or else in a niche of the rock around it. Among these the nearest
    cell to the corner is taken that leaves a way around the trap.
    """
    right, bottom = room.x + room.width - 1, room.y + room.height - 1
    terrain = draft.game.ruleset.traps[kind].terrain
    for corner in [(room.x, room.y), (right, room.y), (room.x, bottom), (right, bottom)]:
        for cell in _corner_cells(draft, room, corner):
            if can_bear(draft, cell, terrain):
                arm(draft, cell, PlannedTrap(kind, hidden=False))
                room = _with_cell(room, cell)
                break
    return room


def _corner_cells(draft: Draft, room: Room, corner: Cell) -> list[Cell]:
    """Return the cells for the trap of a room's corner that aren't taken, the best ones first.

    They are the room's own, and those of the rectangle around it that touch no other ground.
    """
    own = set(room.cells())
    opposite = (2 * room.x + room.width - 1 - corner[0], 2 * room.y + room.height - 1 - corner[1])

    def rank(cell: Cell) -> tuple[bool, bool, bool, int]:
        sides = zip(cell, corner, opposite, strict=True)
        is_in_quarter = all(abs(place - one) < abs(place - other) for place, one, other in sides)
        is_solid = not draft.is_walkable(cell)
        return not is_in_quarter, cell not in own, is_solid, _squared(corner, cell)

    cells = [
        cell
        for cell in replace(room, ground=()).cells()
        if cell not in draft.taken and (cell in own or _touches_only(draft, cell, own))
    ]
    return sorted(cells, key=rank)


def _touches_only(draft: Draft, cell: Cell, ground: Collection[Cell]) -> bool:
    """Return whether a cell and those next to it are part of some ground or solid."""
    around = _square((cell[0] - 1, cell[1] - 1), 3)
    return all(each in ground or not draft.is_walkable(each) for each in around)


def _with_cell(room: Room, cell: Cell) -> Room:
    """Return a room that has a cell of the rectangle around it too."""
    cells = room.cells()
    if cell in cells:
        return room
    return replace(room, ground=tuple(sorted([*cells, cell], key=lambda each: each[::-1])))


def _raise_tower(draft: Draft, room: Room, terrain: str, rng: Rng) -> None:
    """Build a tower of `TOWER` cells a side, with harmless ground of the room all around it."""
    table, inside, free = draft.game.terrain, set(room.cells()), set(draft.open_cells(room))
    harmless = table.walkable & ~table.shunned
    sites = [
        (x, y)
        for x, y in sorted(free)
        if free.issuperset(_square((x, y), TOWER))
        and all(
            cell in inside and harmless[draft.tiles[cell[1], cell[0]]]
            for cell in _square((x - 1, y - 1), TOWER + 2)
        )
    ]
    if sites:
        draft.lay(_square(rng.pick(sites), TOWER), terrain)


def _square(corner: Cell, side: int) -> list[Cell]:
    """Return the cells of a square, from its upper left corner, row after row."""
    return [(corner[0] + dx, corner[1] + dy) for dy in range(side) for dx in range(side)]


def _turn(draft: Draft, cells: list[Cell], element: Element) -> None:
    """Bring an element to cells: each changes as its terrain says.

    New ground opens from its edge inwards, over several passes; each but the last changes a cell.
    In the end, ground that may not turn into harm becomes what the region spares.
    """
    left, before = cells, len(cells) + 1
    while len(left) < before:
        before = len(left)
        left = [cell for cell in left if not _is_done(draft, cell, element)]
    spared = draft.game.ruleset.regions[element].spared
    if spared is not None:
        draft.resurface(left, spared)


def _is_done(draft: Draft, cell: Cell, element: Element) -> bool:
    """Turn a cell if an element changes it; return False if it may not become what it would."""
    table = draft.game.terrain
    becomes = int(table.touched[element][draft.tiles[cell[1], cell[0]]])
    if not becomes:
        return True
    name = table.names[becomes]
    return bool(draft.lay([cell], name) or draft.resurface([cell], name))


def _squared(one: Cell, other: Cell) -> int:
    """Return the square of the distance between two cells."""
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
