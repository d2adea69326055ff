"""The screen to mark a cell for the companions on the floor (R17)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from undertide_client.keys import Command, Context
from undertide_client.screens.map.cursor_screen import CursorScreen
from undertide_client.screens.map.map_view import kind_of
from undertide_client.screens.map.routes import foes_in_sight, is_foe, sights
from undertide_client.screens.widgets.actions import Pop, Send, ShowNote
from undertide_client.screens.widgets.hints import Hints
from undertide_client.screens.widgets.screen import Actions
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.mark_words import needs_help
from undertide_shared.geometry import Cell
from undertide_shared.messages import MarkCell, MarkKind

KINDS: Final[Mapping[Command, MarkKind]] = MappingProxyType(
    {
        Command.MARK_DANGER: "danger",
        Command.MARK_LOOT: "loot",
        Command.MARK_HERE: "here",
        Command.MARK_HELP: "help",
    }
)
"""The mark that each command places."""


class MarkScreen(CursorScreen):
    """A cursor that starts at the nearest foe. One key says what the mark on its cell means."""

    title = "Mark"
    context = Context.MARK

    def __init__(self, ui: Ui) -> None:
        foes = foes_in_sight(ui.mirror)
        super().__init__(ui, foes[0] if foes else None)

    def stops(self) -> list[Cell]:
        """Return the marks, then everything in sight."""
        return list(dict.fromkeys([*self.ui.mirror.marks, *sights(self.ui.mirror)]))

    def heading(self) -> str:
        """Return the title, with the mark that suits the cell."""
        return f"{self.title} ({self._fitting()}?)"

    def hints(self) -> Hints:
        """Return the keys of the marks."""
        kinds = tuple((command, kind) for command, kind in KINDS.items())
        others = ((Command.UNMARK, "remove"), (Command.BACK, "back"))
        return self.ui.hints(self.context, *kinds, *others)

    def obey(self, command: Command | None) -> Actions:
        """Place or remove a mark, or move the cursor."""
        kind = KINDS.get(command) if command else None
        if kind is not None:
            return self._place_mark(kind)
        if command is Command.UNMARK:
            return self._remove_mark()
        return super().obey(command)

    def choose(self) -> Actions:
        """Place the mark that suits the cell."""
        return self._place_mark(self._fitting())

    def _place_mark(self, kind: MarkKind) -> Actions:
        """Place a mark. The same mark in the same cell again removes it."""
        mirror = self.ui.mirror
        there = mirror.marks.get(self.cell)
        if there is not None and there.mark == kind:
            return self._remove_mark()
        if mirror.look_at(self.cell) is None:
            return (Pop(), ShowNote("You can't mark a place that nobody has seen."))
        return (Pop(), Send(MarkCell(kind, *self.cell)))

    def _remove_mark(self) -> Actions:
        if self.cell not in self.ui.mirror.marks:
            return (Pop(), ShowNote("There is no mark."))
        return (Pop(), Send(MarkCell("", *self.cell)))

    def _fitting(self) -> MarkKind:
        """Return the mark that suits the cell: danger for a foe, loot for an item, or here.

        It is help in the cell of the player's own hero, if that is badly hurt.
        """
        mirror = self.ui.mirror
        if self.cell == mirror.cell and needs_help(mirror.hero):
            return "help"
        things = mirror.at(self.cell)
        if any(is_foe(mirror, one) for one in things):
            return "danger"
        return "loot" if any(kind_of(mirror, one).role == "item" for one in things) else "here"
