"""The pack."""

from undertide_client.screens.hero.item_screen import ItemScreen, use_item
from undertide_client.screens.hero.items_screen import ItemsScreen
from undertide_client.screens.widgets.actions import Actions, Push
from undertide_client.screens.widgets.hints import Hint, Hints


class PackScreen(ItemsScreen):
    """Everything that is carried. A letter opens an item, Enter uses or wears the chosen one."""

    verb = "use or wear"

    def heading(self) -> str:
        """Say how much the pack holds, and how much of it is worn."""
        worn = sum(bool(item.slot) for item in self.items())
        carried = f"{len(self.items()) - worn} carried"
        return f"Pack ({carried}, {worn} worn)" if worn else f"Pack ({carried})"

    def choose(self, index: int) -> Actions:
        """Use an item, or put gear on or off."""
        return use_item(self.ui, self.items()[index])

    def open(self, index: int) -> Actions:
        """Show one item, and all that can be done with it."""
        return (Push(ItemScreen(self.ui, self.items()[index])),)

    def footer(self) -> Hints:
        """Return the hints: letters do something else here than Enter."""
        return (Hint("", "a-z look at it"), *super().footer())
