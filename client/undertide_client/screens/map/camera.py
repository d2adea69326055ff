"""The visible part of a floor. Pure."""

from dataclasses import dataclass

from undertide_client.screens.widgets.drawing import Area
from undertide_shared.geometry import Cell


@dataclass(frozen=True, slots=True)
class Camera:
    """A window onto a floor: the floor's cell (left, top) lies at the area's top left corner."""

    area: Area
    left: int
    top: int

    def on_screen(self, cell: Cell) -> Cell | None:
        """Return the cell of the screen that shows a floor's cell; None outside the area."""
        x, y = cell[0] - self.left + self.area.x, cell[1] - self.top + self.area.y
        return (x, y) if self.area.contains(x, y) else None

    def on_floor(self, x: int, y: int) -> Cell | None:
        """Return the floor's cell at (x, y) of the screen; None outside the area."""
        if not self.area.contains(x, y):
            return None
        return x - self.area.x + self.left, y - self.area.y + self.top


def aim(area: Area, floor: tuple[int, int], focus: Cell) -> Camera:
    """Return the camera for a floor of (width, height) cells that shows `focus`.

    A smaller floor stands in the middle of the area. A larger one scrolls with the focus, and stops
    at the area's edges.
    """
    left = _start(area.width, floor[0], focus[0])
    return Camera(area, left, _start(area.height, floor[1], focus[1]))


def _start(room: int, length: int, focus: int) -> int:
    if length <= room:
        return -((room - length) // 2)
    return min(length - room, max(0, focus - room // 2))
