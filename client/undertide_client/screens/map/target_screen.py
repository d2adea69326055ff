"""The screen to choose a target."""

from undertide_client.displays.cells import Console
from undertide_client.model.mirror import Mirror
from undertide_client.screens.map.blast_area import Aim, struck_cells, struck_words
from undertide_client.screens.map.cursor_screen import CursorScreen
from undertide_client.screens.map.map_view import Camera
from undertide_client.screens.map.routes import foes_in_sight, friends_in_sight, most_hurt_first
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Home, Send, ShowNote
from undertide_client.screens.widgets.drawing import Span
from undertide_client.screens.widgets.screen import NOTHING, Actions, Push
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.geometry import Cell
from undertide_shared.messages import Shoot

STRUCK = "◊"
"""The glyph on empty cells that would be struck, so that the mark does not depend on colour."""


class TargetScreen(CursorScreen):
    """A cursor that starts at the nearest foe and shows which cells and whom it would strike.

    For an aim that helps, the cursor starts at the most hurt of the player's own hero and the
    friends in sight and reach; of equals, at the own hero. `start` overrides both.
    """

    title = "Aim"
    verb = "let go"

    def __init__(self, ui: Ui, aim: Aim, start: Cell | None = None) -> None:
        super().__init__(ui, start or next(iter(_likely_targets(ui.mirror, aim)), None))
        self._aim = aim

    def heading(self) -> str:
        """Return the title, with the name of the aimed thing."""
        return f"{self.title} {self._aim.name}"

    def stops(self) -> list[Cell]:
        """Return the foes in sight, then the friends, and last the hero's own cell.

        For an aim that helps, the order is the hero's own cell, friends, foes.
        """
        here = self.ui.mirror.cell
        own = [here] if here is not None else []
        foes, friends = foes_in_sight(self.ui.mirror), friends_in_sight(self.ui.mirror)
        return [*own, *friends, *foes] if self._aim.helps else [*foes, *friends, *own]

    def draw_marks(self, console: Console, camera: Camera) -> None:
        """Mark the visible cells that would be struck, if the target is valid."""
        if self._fault():
            return
        for cell in struck_cells(self.ui.mirror, self.cell, self._aim.radius):
            spot = camera.on_screen(cell)
            if spot is not None:
                self._mark(console, spot, empty=not self.ui.mirror.at(cell))

    def _mark(self, console: Console, spot: Cell, *, empty: bool) -> None:
        x, y = spot
        cell = console.rgb[y, x : x + 1]
        cell["bg"] = palette.STRUCK
        if empty and self._aim.radius:
            cell["ch"] = ord(STRUCK)

    def remarks(self) -> list[Span]:
        """Return why the cell is no target, or whom the aim would strike: friends as a warning."""
        fault = self._fault()
        if fault:
            return [(fault, palette.WARNING)]
        return struck_words(self.ui.mirror, self.cell, self._aim.radius) if self._aim.radius else []

    def _fault(self) -> str:
        """Return why the cell is no target; empty if it is one."""
        x, y = self.cell
        mirror = self.ui.mirror
        if mirror.look_at(self.cell) is None or not mirror.sight[y, x]:
            return "You can't see that place."
        if not self._aim.reaches(mirror.cell, self.cell):
            return f"That is too far: it reaches {self._aim.range} cells."
        return ""

    def choose(self) -> Actions:
        """Fire at the cell if it is in sight and reach."""
        return NOTHING if self._fault() else (Home(), Send(self._aim.intent(self.cell)))


def _likely_targets(mirror: Mirror, aim: Aim) -> list[Cell]:
    """Return the cells that an aim is most likely meant for, likeliest first."""
    if not aim.helps:
        return foes_in_sight(mirror)
    own = [mirror.cell] if mirror.cell is not None else []
    near = [cell for cell in friends_in_sight(mirror) if aim.reaches(mirror.cell, cell)]
    return most_hurt_first(mirror, [*own, *near])


def aim_weapon(ui: Ui) -> Actions:
    """Return the actions that aim the wielded weapon, or say that it doesn't shoot."""
    reach = ui.mirror.hero.range if ui.mirror.hero else 0
    if not reach:
        return (ShowNote("You hold nothing that shoots."),)
    return (Push(TargetScreen(ui, Aim("your shot", 0, lambda cell: Shoot(*cell), reach))),)
