"""Lists of items to choose from: the pack, and parts of it."""

from collections.abc import Sequence

from undertide_client.screens.hero.item_screen import ItemScreen, use_item
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import wrapped
from undertide_client.screens.widgets.list_screen import ListScreen
from undertide_client.screens.widgets.page_screen import Row
from undertide_client.screens.widgets.screen import Actions, Push
from undertide_client.screens.words.effect_words import effects_words
from undertide_client.screens.words.item_words import (
    figure_rows,
    item_row,
    pack_letters,
    slots_used,
    suits_words,
)
from undertide_shared.messages import PackItem, Slot


class ItemsScreen(ListScreen):
    """A list of items: each with its description and, for gear, how it compares with worn gear."""

    widest = 64
    details = 5
    lettered = True
    slot: Slot | None = None
    """The slot for the comparison; None means the slot that the gear would take first."""

    def nothing(self) -> str:
        """Return the text of an empty list."""
        return "You carry nothing."

    def items(self) -> list[PackItem]:
        """Return the listed items: all that the hero carries."""
        return self.ui.mirror.pack

    def letters(self) -> Sequence[str]:
        """Return the letter of each item, which it has in every list."""
        letters = pack_letters(self.ui.mirror.pack)
        return [letters[item.item] for item in self.items()]

    def lines(self) -> Sequence[Row]:
        """Return one line per item."""
        return [item_row(item) for item in self.items()]

    def detail(self, index: int, width: int, /) -> Sequence[Row]:
        """Return an item's description, how gear compares, and whom it suits better."""
        item = self.items()[index]
        figures = figure_rows(item, self.ui.mirror.pack, width, self.slot)
        suits = suits_words(item, self.ui.mirror.party)
        figures = [*(((line, palette.GOOD),) for line in wrapped(suits, width)), *figures]
        figures = figures[: self.details]
        does = effects_words(self.ui.mirror, item.effects)
        about: list[Row] = [((text, palette.INK),) for text in wrapped(does, width)] if does else []
        about += [((text, palette.SOFT),) for text in wrapped(item.description, width)]
        return [*about[: self.details - len(figures)], *figures]


class PackScreen(ItemsScreen):
    """Everything that the hero carries. A letter opens an item; Enter uses or wears it."""

    verb = "use or wear"

    def heading(self) -> str:
        """Return the title: how many slots are taken, of how many if the server tells."""
        hero = self.ui.mirror.hero
        size = hero.pack_size if hero is not None else 0
        used = slots_used(self.items())
        return f"Pack ({used} of {size} slots taken)" if size else f"Pack ({used} slots taken)"

    def choose(self, index: int) -> Actions:
        """Use an item, or wear gear or take it off."""
        return use_item(self.ui, self.items()[index])

    def look(self, index: int) -> Actions:
        """Open the screen of one item."""
        return (Push(ItemScreen(self.ui, self.items()[index])),)
