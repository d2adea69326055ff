"""The screen to choose stairs."""

from collections.abc import Sequence

from undertide_client.screens.map.routes import Way, intent_to_climb, stairs_to_take
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Pop, Send
from undertide_client.screens.widgets.list_screen import ListScreen
from undertide_client.screens.widgets.page_screen import Row
from undertide_client.screens.widgets.palette import legible, rgb
from undertide_client.screens.widgets.screen import Actions
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.agreement_words import proposal_words
from undertide_client.screens.words.words import branch_words, heroes_words
from undertide_shared.geometry import Cell


class StairsScreen(ListScreen):
    """The known stairs that lead one way, each with its destination.

    Those on which companions have agreed come first, then the nearest.
    """

    verb = "go there"
    widest = 56
    lettered = True

    def __init__(self, ui: Ui, way: Way) -> None:
        super().__init__(ui)
        self._way: Way = way

    @property
    def _stairs(self) -> list[Cell]:
        return stairs_to_take(self.ui.mirror, self._way)

    def heading(self) -> str:
        """Return the title, with the direction of the stairs."""
        return f"Stairs {self._way}"

    def lines(self) -> Sequence[Row]:
        """Return one line per stairs: where they lead, and who is there."""
        return [self._row(cell) for cell in self._stairs]

    def _row(self, cell: Cell) -> Row:
        mirror = self.ui.mirror
        branch = mirror.tree.get(mirror.stairs.get(cell, 0))
        if branch is None:
            return (("? nobody knows where they lead", palette.INK),)
        told = [heroes_words(mirror, branch.id), proposal_words(mirror, branch.id)]
        words = "; ".join([branch_words(mirror, branch), *filter(None, told)])
        return ((f"{branch.glyph} ", legible(rgb(branch.colour))), (words, palette.INK))

    def choose(self, index: int) -> Actions:
        """Travel to the chosen stairs, or take them if the hero stands on them."""
        return (Pop(), Send(intent_to_climb(self.ui.mirror, self._stairs[index])))
