"""The screen to choose stairs."""

from collections.abc import Sequence

from undertide_client.screens.map.routes import Way, intent_to_climb, stairs_to_take
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Pop, Send, ShowNote
from undertide_client.screens.widgets.list_screen import ListScreen
from undertide_client.screens.widgets.page_screen import Row
from undertide_client.screens.widgets.palette import legible, rgb
from undertide_client.screens.widgets.screen import Actions, Push
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.agreement_words import proposal_words
from undertide_client.screens.words.words import branch_words, heroes_words
from undertide_shared.geometry import Cell

ON = "On to the stairs that you chose. Esc forgets them."


class StairsScreen(ListScreen):
    """The known stairs that lead one way, each with its destination.

    Those on which companions had agreed when it opened come first, then those that were nearest.
    They keep their letters while it is open; stairs that come into view then get the next ones.
    """

    verb = "go there"
    widest = 56
    lettered = True

    def __init__(self, ui: Ui, way: Way) -> None:
        super().__init__(ui)
        self._way: Way = way
        self._order: list[Cell] = []

    @property
    def _stairs(self) -> list[Cell]:
        known = stairs_to_take(self.ui.mirror, self._way)
        self._order += [cell for cell in known if cell not in self._order]
        return [cell for cell in self._order if cell in known]

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
        stairs = self._stairs[index]
        self.ui.chosen_stairs[_floor(self.ui), self._way] = stairs
        return (Pop(), Send(intent_to_climb(self.ui.mirror, stairs)))


def climb(ui: Ui, way: Way) -> Actions:
    """Take the stairs that the player can only mean, or chose before. If there are several, ask.

    What companions agree on is asked about, whatever the player chose.
    """
    stairs = stairs_to_take(ui.mirror, way)
    if not stairs:
        return (ShowNote(f"You know of no stairs {way} on this floor yet."),)
    if len(stairs) == 1:
        return (Send(intent_to_climb(ui.mirror, stairs[0])),)
    chosen = ui.chosen_stairs.get((_floor(ui), way))
    if chosen in stairs and not ui.mirror.agreements:
        return (Send(intent_to_climb(ui.mirror, chosen)), ShowNote(ON))
    return (Push(StairsScreen(ui, way)),)


def forget_stairs(ui: Ui) -> None:
    """Forget the stairs that the player chose on the hero's floor."""
    for way in ("up", "down"):
        ui.chosen_stairs.pop((_floor(ui), way), None)


def _floor(ui: Ui) -> int:
    return ui.mirror.floor.branch if ui.mirror.floor is not None else 0
