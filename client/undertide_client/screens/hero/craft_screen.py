"""The screens to forge gear (R8)."""

from collections.abc import Sequence

from undertide_client.keys import Command, Context
from undertide_client.screens.hero.exchange_screen import ExchangeScreen, can_exchange
from undertide_client.screens.hero.forging import Chosen, most_level, outlook
from undertide_client.screens.hero.items_screen import ItemsScreen
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Home, Send, ShowNote
from undertide_client.screens.widgets.drawing import column, wrapped
from undertide_client.screens.widgets.hints import Hints
from undertide_client.screens.widgets.list_screen import ListScreen
from undertide_client.screens.widgets.page_screen import Row
from undertide_client.screens.widgets.palette import legible, rgb
from undertide_client.screens.widgets.screen import NOTHING, Actions, Push
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.item_words import change_rows, essence_words, item_name
from undertide_shared.messages import Craft, EssenceInfo, PackItem

NAME_WIDTH = 30
"""Width of an essence's name, in cells."""


class CraftScreen(ItemsScreen):
    """The list of plain gear that the hero carries but does not wear, and of its essences."""

    title = "Which plain gear do you work on, or which essence do you want more of?"
    widest = 74

    def nothing(self) -> str:
        """Return the text of a list without plain gear."""
        return "You carry no plain gear that you don't wear."

    def items(self) -> list[PackItem]:
        """Return the gear that the hero can forge, not worn and without affixes, then essences."""
        pack = self.ui.mirror.pack
        carried = [item for item in pack if item.slots and not item.slot]
        gear = [item for item in carried if not item.affixes]
        return gear + [item for item in pack if can_exchange(item, pack)]

    def choose(self, index: int) -> Actions:
        """Open the list of essences for the chosen piece, or of those to give for an essence."""
        item = self.items()[index]
        screen = EssencesScreen if item.essence is None else ExchangeScreen
        return (Push(screen(self.ui, item)),)


class EssencesScreen(ListScreen):
    """The essences that fit a piece, the level of each, and the figures of the result.

    The screen stays until the piece is forged. If the server refuses, the player sees the reason
    and can choose again.
    """

    context = Context.FORGE
    widest = 68
    details = 9

    def __init__(self, ui: Ui, piece: PackItem) -> None:
        super().__init__(ui)
        self._plain = piece
        self._levels: dict[int, int] = {}
        self._asked = False

    @property
    def _piece(self) -> PackItem:
        """The piece as it is now, or as it was if the hero no longer carries it."""
        pack = self.ui.mirror.pack
        return next((item for item in pack if item.item == self._plain.item), self._plain)

    @property
    def _forged(self) -> bool:
        return bool(self._piece.affixes)

    def heading(self) -> str:
        """Return the title, which names the piece."""
        return "At the forge" if self._forged else f"Work into the {self._piece.name}:"

    def nothing(self) -> str:
        """Name the forged piece, or say that no carried essence fits."""
        if self._forged:
            return f"You have made: {item_name(self._piece)}."
        return "You carry no essence that fits it. Break gear with affixes to get some."

    def lines(self) -> Sequence[Row]:
        """Return one line per essence: its count, the chosen level, and the cost of that level."""
        return [_row(chosen) for chosen in self._chosen()]

    def detail(self, index: int, width: int, /) -> Sequence[Row]:
        """Return why the forge refused, the figures of the result, and the essence's effect."""
        chosen = self._chosen()
        refused = self._asked and self.ui.fate.stage == "refused"
        fault = wrapped(self.ui.fate.text, width)[:1] if refused else ()
        then = outlook(self._piece, chosen)
        item, essence, _ = chosen[index]
        return [
            *(((line, palette.BAD),) for line in fault),
            *change_rows(dict(self._piece.figures), then.figures, then.rounded, width),
            *(((line, palette.INK),) for line in wrapped(essence_words(essence), width)),
            *(((line, palette.SOFT),) for line in wrapped(item.description, width)),
        ]

    def footer(self) -> Hints:
        """Return the hints for the keys in force."""
        if self._forged:
            return self.ui.hints(self.context, (Command.BACK, "back to the map"))
        pairs = (
            (Command.MORE, "level up"),
            (Command.LESS, "level down"),
            (Command.CHOOSE, "forge it"),
            (Command.BACK, "back"),
        )
        return self.ui.hints(self.context, *pairs)

    def press(self, key: str) -> Actions:
        """Change a level, forge the piece or move in the list. Once it is forged, leave."""
        count = len(self._essences())
        self.choice.hold(count)
        command = self.ui.command(self.context, key)
        if self._forged and command in {Command.CHOOSE, Command.BACK}:
            return (Home(),)
        match command:
            case Command.MORE if count:
                self._change(+1)
            case Command.LESS if count:
                self._change(-1)
            case None | Command.MORE | Command.LESS:
                return NOTHING
            case _:
                return self.command(command, count)
        return NOTHING

    def _change(self, by: int) -> None:
        """Change the selected essence's level by `by`, but not below 0."""
        item, _, level = self._chosen()[self.choice.index]
        self._levels[item.item] = max(0, level + by)

    def _chosen(self) -> list[Chosen]:
        """Return each essence with its level, at most the level that its stack can pay for."""
        chosen: list[Chosen] = []
        for item, essence in self._essences():
            most = most_level(item, essence, self._piece.item)
            level = min(most, self._levels.get(item.item, 0))
            chosen.append(Chosen(item, essence, level))
        return chosen

    def choose(self, _index: int) -> Actions:
        """Forge the piece with all chosen levels. Without any, tell the player to choose one."""
        spent = [(each.item.item, each.cost) for each in self._chosen() if each.level]
        if not spent:
            return (ShowNote("Choose a level for at least one essence first."),)
        self._asked = True
        return (Send(Craft(self._piece.item, spent)),)

    def _essences(self) -> list[tuple[PackItem, EssenceInfo]]:
        if self._forged:
            return []
        piece = self._piece.item
        return [
            (item, item.essence)
            for item in self.ui.mirror.pack
            if item.essence is not None and piece in item.essence.pieces
        ]


def _row(chosen: Chosen) -> Row:
    item, _, level = chosen
    ink = palette.BRIGHT if level else palette.INK
    takes = f"level {level}, takes {chosen.cost} of {item.count}"
    glyph = (f"{item.glyph} ", legible(rgb(item.colour)))
    words = takes if level else f"{item.count} there"
    return (glyph, (column(item.name, NAME_WIDTH), ink), (words, palette.GOLD))
