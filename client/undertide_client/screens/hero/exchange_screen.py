"""The screen to turn essences into one of another sort at a forge (R8)."""

from collections.abc import Sequence

from undertide_client.keys import Command, Context
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Send, ShowNote
from undertide_client.screens.widgets.drawing import column, wrapped
from undertide_client.screens.widgets.hints import Hints
from undertide_client.screens.widgets.list_screen import ListScreen
from undertide_client.screens.widgets.page_screen import Row
from undertide_client.screens.widgets.palette import legible, rgb
from undertide_client.screens.widgets.screen import NOTHING, Actions
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.item_words import exchange_words
from undertide_shared.messages import Craft, PackItem

NAME_WIDTH = 30
"""Width of an essence's name, in cells."""


def can_exchange(item: PackItem, pack: Sequence[PackItem]) -> bool:
    """Return whether a pack has enough other essences to get one more of an essence at a forge."""
    if item.essence is None or not item.essence.exchange:
        return False
    return sum(other.count for other in _others(item, pack)) >= item.essence.exchange


def _others(item: PackItem, pack: Sequence[PackItem]) -> list[PackItem]:
    """Return the essences of other sorts."""
    return [other for other in pack if other.essence is not None and other.name != item.name]


class ExchangeScreen(ListScreen):
    """The essences that the hero can give for one of another sort, and how many of each.

    It stays open, so that the player can go on. If the server refuses, the player sees the reason.
    """

    context = Context.FORGE
    widest = 68
    details = 4

    def __init__(self, ui: Ui, wanted: PackItem) -> None:
        super().__init__(ui)
        self._wanted = wanted
        self._given: dict[int, int] = {}
        self._asked = False

    @property
    def _price(self) -> int:
        return self._wanted.essence.exchange if self._wanted.essence is not None else 0

    def heading(self) -> str:
        """Return the title, which names the essence."""
        return f"Give {self._price} for one {self._wanted.name}:"

    def nothing(self) -> str:
        """Say that the hero has no other essences."""
        return "You carry no other essences."

    def lines(self) -> Sequence[Row]:
        """Return one line for each essence: how many there are, and how many the hero gives."""
        return [_row(item, self._count(item)) for item in self._items()]

    def detail(self, index: int, width: int, /) -> Sequence[Row]:
        """Return why the forge refused, the price, and what the essence is."""
        refused = self._asked and self.ui.fate.stage == "refused"
        fault = wrapped(self.ui.fate.text, width)[:1] if refused else ()
        essence = self._wanted.essence
        price = () if essence is None else wrapped(exchange_words(essence), width)
        about = wrapped(self._items()[index].description, width)
        inks = ((fault, palette.BAD), (price, palette.INK), (about, palette.SOFT))
        return [((line, ink),) for lines, ink in inks for line in lines]

    def footer(self) -> Hints:
        """Return the hints for the keys in force."""
        pairs = (
            (Command.MORE, "give one more"),
            (Command.LESS, "one less"),
            (Command.CHOOSE, "exchange"),
            (Command.BACK, "back"),
        )
        return self.ui.hints(self.context, *pairs)

    def press(self, key: str) -> Actions:
        """Change how many the hero gives, exchange them or move in the list."""
        items = self._items()
        self.choice.hold(len(items))
        match self.ui.command(self.context, key):
            case Command.MORE if items:
                self._change(items[self.choice.index], +1)
            case Command.LESS if items:
                self._change(items[self.choice.index], -1)
            case None | Command.MORE | Command.LESS:
                return NOTHING
            case command:
                return self.command(command, len(items))
        return NOTHING

    def choose(self, _index: int) -> Actions:
        """Exchange the essences. With too few of them, tell the player how many it takes."""
        given = [(item.item, self._count(item)) for item in self._items() if self._count(item)]
        if sum(count for _, count in given) != self._price:
            return (ShowNote(f"Choose {self._price} essences to give first."),)
        self._given.clear()
        self._asked = True
        return (Send(Craft(self._wanted.item, given)),)

    def _items(self) -> list[PackItem]:
        return _others(self._wanted, self.ui.mirror.pack)

    def _count(self, item: PackItem) -> int:
        """Return how many of a stack the hero gives."""
        return min(item.count, self._given.get(item.item, 0))

    def _change(self, item: PackItem, by: int) -> None:
        """Give more or fewer of a stack, within its number and the price."""
        others = sum(self._count(each) for each in self._items() if each is not item)
        most = min(item.count, self._price - others)
        self._given[item.item] = max(0, min(most, self._count(item) + by))


def _row(item: PackItem, given: int) -> Row:
    ink = palette.BRIGHT if given else palette.INK
    words = f"give {given} of {item.count}" if given else f"{item.count} there"
    glyph = (f"{item.glyph} ", legible(rgb(item.colour)))
    return (glyph, (column(item.name, NAME_WIDTH), ink), (words, palette.GOLD))
