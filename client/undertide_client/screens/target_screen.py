"""Choosing what a scroll is aimed at."""

from tcod.console import Console

from undertide_client.screens import palette
from undertide_client.screens.camera import Camera, Cell
from undertide_client.screens.cursor_screen import CursorScreen
from undertide_client.screens.screen import NOTHING, Actions, Home, Send
from undertide_client.screens.ui import Ui
from undertide_client.screens.ways import monsters_in_sight
from undertide_shared.messages import PackItem, Use

MAX_PREVIEW = 20
"""Cells of a radius that are shown at most: as far as anyone sees."""


class TargetScreen(CursorScreen):
    """Aims an item of the pack, beginning at the nearest monster; shows the cells it strikes."""

    title = "Aim"

    def __init__(self, ui: Ui, item: PackItem) -> None:
        monsters = monsters_in_sight(ui.mirror)
        super().__init__(ui, monsters[0] if monsters else None)
        self._item = item

    def stops(self) -> list[Cell]:
        """Return the monsters in sight."""
        return monsters_in_sight(self.ui.mirror)

    def draw_marks(self, console: Console, camera: Camera) -> None:
        """Light up the cells that would be struck, as far as they are in sight."""
        radius = min(MAX_PREVIEW, max(0, self._item.radius))
        x, y = self.cell
        for row in range(y - radius, y + radius + 1):
            for column in range(x - radius, x + radius + 1):
                self._mark(console, camera, (column, row))

    def _mark(self, console: Console, camera: Camera, cell: Cell) -> None:
        spot = camera.on_screen(cell)
        look = self.ui.mirror.look_at(cell)
        if spot is not None and look is not None and look.walkable and self._sees(cell):
            console.rgb[spot[1], spot[0] : spot[0] + 1]["bg"] = palette.STRUCK

    def _sees(self, cell: Cell) -> bool:
        return bool(self.ui.mirror.sight[cell[1], cell[0]])

    def choose(self) -> Actions:
        """Use the item there, if the place is in sight."""
        if self.ui.mirror.look_at(self.cell) is None or not self._sees(self.cell):
            return NOTHING
        return (Home(), Send(Use(self._item.item, *self.cell)))
