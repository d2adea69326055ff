"""The bestiary: the kinds of monsters that the party has met (R2)."""

from collections.abc import Sequence

from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import column, wrapped
from undertide_client.screens.widgets.list_screen import ListScreen
from undertide_client.screens.widgets.page_screen import Row
from undertide_client.screens.widgets.palette import legible, rgb
from undertide_client.screens.widgets.screen import NOTHING, Actions
from undertide_shared.messages import MetKind

NAME_WIDTH = 34
"""Width of a kind's name, in cells."""


class BestiaryScreen(ListScreen):
    """The met kinds, in the order of their meeting. Each kind that falls reveals more of itself."""

    verb = ""
    widest = 72
    details = 7

    def heading(self) -> str:
        """Return the title with the number of kinds."""
        return f"Bestiary ({len(self._kinds)})"

    @property
    def _kinds(self) -> list[MetKind]:
        return self.ui.bestiary or []

    def lines(self) -> Sequence[Row]:
        """Return one line per kind."""
        return [_row(kind) for kind in self._kinds]

    def detail(self, index: int, width: int, /) -> Sequence[Row]:
        """Return the description of a kind and the facts that the party knows about it."""
        kind = self._kinds[index]
        about = [((text, palette.SOFT),) for text in wrapped(kind.description, width)]
        facts = [((text, palette.INK),) for text in wrapped(" ".join(kind.facts), width)]
        return [*about, *facts]

    def choose(self, _index: int) -> Actions:
        """Do nothing: this list is only for reading."""
        return NOTHING

    def nothing(self) -> str:
        """Return the text of an empty list: either no answer has come yet, or nothing was met."""
        return "Asking…" if self.ui.bestiary is None else "The party has met no monster yet."


def _row(kind: MetKind) -> Row:
    fell = f"{kind.fell} fell" if kind.fell else "none fell yet"
    glyph = (f"{kind.glyph} ", legible(rgb(kind.colour)))
    return (glyph, (column(kind.name, NAME_WIDTH), palette.INK), (fell, palette.SOFT))
