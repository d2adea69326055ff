"""R11: shapes of rooms. The rest of a room's rectangle is filled with wall."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from undertide_server.content.records.rooms import LEAST_SIDES, ShapeName
from undertide_server.util.rng import Rng
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.draft.plan import RoomPlan
from undertide_server.worldgen.layouts.layout import Room
from undertide_server.worldgen.layouts.masks import cells_of
from undertide_shared.geometry import Cell

Shape = Callable[[int, int], NDArray[np.bool_]]
"""A function that returns a mask of a room's open cells, of shape (height, width), for its width
and height.
"""

AISLE = 2
"""Least width of a ring: two actors can pass each other."""
PILLARS = 3
"""Cells from one pillar to the next."""
FILLING = "wall"
"""Terrain outside a shape, the same as the room's own walls."""


def shape_rooms(draft: Draft) -> None:
    """Give each room a shape, by weight, if the layout's rooms can take shapes.

    A straight way in from each doorway stays open. A room whose stairs would be outside the shape
    stays a rectangle, and so does one with a set piece.
    """
    if draft.layout.shapable:
        for index, plan in enumerate(draft.rooms):
            if plan.set_piece is None:
                draft.rooms[index] = _shaped(draft, plan, draft.rng("shape", index))


def _shaped(draft: Draft, plan: RoomPlan, rng: Rng) -> RoomPlan:
    room = plan.room
    shape = _draw_shape(draft, room, rng)
    if shape == "rectangle":
        return plan
    mask = SHAPES[shape](room.width, room.height)
    mask = mask[:: rng.pick((1, -1)), :: rng.pick((1, -1))].copy()
    for doorway in _doorways(draft, room):
        _open_way_in(mask, room, doorway)
    left_out = [(room.x + x, room.y + y) for x, y in cells_of(~mask)]
    if not left_out or not draft.taken.isdisjoint(left_out):
        return plan
    filled = set(draft.lay(_outside_in(left_out, room), FILLING))
    ground = tuple(cell for cell in room.cells() if cell not in filled)
    return replace(plan, shape=shape, room=replace(room, ground=ground))


def _draw_shape(draft: Draft, room: Room, rng: Rng) -> ShapeName:
    """Draw one of the shapes that a room is large enough for; a rectangle if there are none."""
    weights = draft.game.ruleset.rooms.shapes
    side = min(room.width, room.height)
    fitting = [shape for shape in SHAPES if weights.get(shape) and LEAST_SIDES[shape] <= side]
    if not fitting:
        return "rectangle"
    return rng.weighted(fitting, [weights[shape] for shape in fitting])


def _doorways(draft: Draft, room: Room) -> list[Cell]:
    """Return the open cells along a room's sides, without corners."""
    right, bottom = room.x + room.width, room.y + room.height
    along = [(x, y) for y in (room.y - 1, bottom) for x in range(room.x, right)]
    along += [(x, y) for x in (room.x - 1, right) for y in range(room.y, bottom)]
    return [cell for cell in along if draft.is_walkable(cell)]


def _open_way_in(mask: NDArray[np.bool_], room: Room, doorway: Cell) -> None:
    """Open the cells of a mask straight in from a doorway, up to the first open one."""
    x, y = doorway[0] - room.x, doorway[1] - room.y
    dx, dy = int(x < 0) - int(x == room.width), int(y < 0) - int(y == room.height)
    x, y = x + dx, y + dy
    while 0 <= x < room.width and 0 <= y < room.height and not mask[y, x]:
        mask[y, x] = True
        x, y = x + dx, y + dy


def _outside_in(cells: list[Cell], room: Room) -> list[Cell]:
    """Return cells in an order in which walls can grow over them, never round open ground.

    They grow from the room's sides; separate parts grow from their first cell.
    """
    order = [cell for cell in cells if _at_side(cell, room)]
    rest = {cell: None for cell in cells if not _at_side(cell, room)}
    reached = 0
    while reached < len(cells):
        if reached == len(order):
            order.append(next(iter(rest)))
            del rest[order[-1]]
        x, y = order[reached]
        for beside in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)):
            if beside in rest:
                del rest[beside]
                order.append(beside)
        reached += 1
    return order


def _at_side(cell: Cell, room: Room) -> bool:
    x, y = cell[0] - room.x, cell[1] - room.y
    return x in (0, room.width - 1) or y in (0, room.height - 1)


def _rectangle(width: int, height: int) -> NDArray[np.bool_]:
    return np.ones((height, width), dtype=np.bool_)


def _cross(width: int, height: int) -> NDArray[np.bool_]:
    """Leave out a third of each side at each corner."""
    mask = _rectangle(width, height)
    across, down = width // 3, height // 3
    for rows in (slice(0, down), slice(height - down, height)):
        for columns in (slice(0, across), slice(width - across, width)):
            mask[rows, columns] = False
    return mask


def _circle(width: int, height: int) -> NDArray[np.bool_]:
    """Leave out all outside the oval that touches all sides. In whole numbers: x²/a² + y²/b²."""
    ys, xs = np.ogrid[:height, :width]
    across, down = (2 * xs - width + 1) * height, (2 * ys - height + 1) * width
    return np.asarray(across**2 + down**2 <= (width * height) ** 2)


def _ell(width: int, height: int) -> NDArray[np.bool_]:
    """Leave out a quarter."""
    mask = _rectangle(width, height)
    mask[: height // 2, width - width // 2 :] = False
    return mask


def _ring(width: int, height: int) -> NDArray[np.bool_]:
    """Leave out the middle."""
    mask = _rectangle(width, height)
    aisle = max(AISLE, min(width, height) // 4)
    mask[aisle : height - aisle, aisle : width - aisle] = False
    return mask


def _pillared(width: int, height: int) -> NDArray[np.bool_]:
    """Leave out pillars in rows, one step off the walls."""

    def stands(length: int) -> NDArray[np.bool_]:
        places = np.arange(length)
        return np.asarray(np.minimum(places, places[::-1]) % PILLARS == 1)

    return ~np.outer(stands(height), stands(width))


SHAPES: Mapping[ShapeName, Shape] = {
    "rectangle": _rectangle,
    "cross": _cross,
    "circle": _circle,
    "ell": _ell,
    "ring": _ring,
    "pillared": _pillared,
}
"""Functions of shapes by the names that content uses."""
