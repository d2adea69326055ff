"""The hero's pack."""

from undertide_client.screens.hero.item_screen import ItemScreen, use_item
from undertide_client.screens.hero.items_screen import ItemsScreen
from undertide_client.screens.widgets.actions import Actions, Push
from undertide_client.screens.words.item_words import slots_used


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
