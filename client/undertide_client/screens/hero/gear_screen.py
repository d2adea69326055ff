"""The gear that the hero wears (R6)."""

from collections.abc import Sequence

from undertide_client.screens.hero.items_screen import ItemsScreen
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Home, Send
from undertide_client.screens.widgets.drawing import column
from undertide_client.screens.widgets.list_screen import ListScreen
from undertide_client.screens.widgets.page_screen import Row
from undertide_client.screens.widgets.palette import legible, rgb
from undertide_client.screens.widgets.screen import NOTHING, Actions, Push
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.item_words import SLOTS, figure_rows, item_name
from undertide_shared.messages import Doff, PackItem, Slot, Wear

SLOT_WIDTH = 11
"""Width of a slot's name, in cells."""


class GearScreen(ListScreen):
    """The slots and the gear in each. A choice opens the list of gear that fits the slot."""

    title = "What you wear"
    verb = "change"
    widest = 64
    details = 4
    lettered = True

    def lines(self) -> Sequence[Row]:
        """Return one line per slot."""
        return [_slot_row(SLOTS[slot], self._worn(slot)) for slot in SLOTS]

    def detail(self, index: int, width: int, /) -> Sequence[Row]:
        """Return the figures of the gear in a slot, and how many pieces in the pack would fit."""
        slot = list(SLOTS)[index]
        item = self._worn(slot)
        figures = figure_rows(item, self.ui.mirror.pack, width) if item is not None else []
        count = len(fitting(self.ui, slot))
        text = f"{count} in your pack would fit." if count else "Nothing in your pack fits."
        return [*figures[: self.details - 1], ((text, palette.SOFT),)]

    def choose(self, index: int) -> Actions:
        """Open the list for a slot, unless nothing is worn there and nothing fits."""
        screen = SlotScreen(self.ui, list(SLOTS)[index])
        return (Push(screen),) if screen.items() else NOTHING

    def _worn(self, slot: Slot) -> PackItem | None:
        return next(iter(worn_in(self.ui, slot)), None)


class SlotScreen(ItemsScreen):
    """The gear in a slot, to take off, and the gear in the pack that could replace it."""

    verb = "wear or take off"

    def __init__(self, ui: Ui, slot: Slot) -> None:
        super().__init__(ui)
        self.slot: Slot = slot

    def heading(self) -> str:
        """Return the title, which names the slot."""
        return f"For the slot “{SLOTS[self.slot]}”"

    def items(self) -> list[PackItem]:
        """Return the worn piece first, then the pieces that fit and are not worn."""
        return [*worn_in(self.ui, self.slot), *fitting(self.ui, self.slot)]

    def choose(self, index: int) -> Actions:
        """Wear the chosen piece in this slot, or take it off if it is worn."""
        item = self.items()[index]
        intent = Doff(item.item) if item.slot else Wear(item.item, self.slot)
        return (Home(), Send(intent))


def worn_in(ui: Ui, slot: Slot) -> list[PackItem]:
    """Return the piece in a slot, as a list of at most one."""
    return [item for item in ui.mirror.pack if item.slot == slot][:1]


def fitting(ui: Ui, slot: Slot) -> list[PackItem]:
    """Return the pieces in the pack that fit a slot and are not worn."""
    return [item for item in ui.mirror.pack if slot in item.slots and not item.slot]


def _slot_row(name: str, item: PackItem | None) -> Row:
    label = (column(name, SLOT_WIDTH), palette.SOFT)
    if item is None:
        return (label, ("free", palette.FAINT))
    glyph = (f"{item.glyph} ", legible(rgb(item.colour)))
    return (label, glyph, (item_name(item), palette.INK))
