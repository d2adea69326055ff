"""The screens to trade with a companion within reach (R17)."""

from collections.abc import Sequence
from typing import Final

from undertide_client.keys import Command, Context
from undertide_client.screens.hero.give_screen import NOBODY_NEAR, within_reach
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Pop, Send, ShowNote
from undertide_client.screens.widgets.drawing import wrapped
from undertide_client.screens.widgets.hints import Hints
from undertide_client.screens.widgets.list_screen import ListScreen
from undertide_client.screens.widgets.page_screen import Row
from undertide_client.screens.widgets.palette import legible, rgb
from undertide_client.screens.widgets.screen import NOTHING, Actions, Push
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.item_words import (
    consent_words,
    figure_rows,
    item_name,
    offer_words,
)
from undertide_client.screens.words.words import name_of_seat
from undertide_shared.messages import (
    AcceptTrade,
    EndTrade,
    OfferTrade,
    PackItem,
    PartyMember,
    TradeTable,
)

GOLD: Final = 0
"""The id that stands for gold among the things to offer: the pack gives none below 1."""
NAME_WIDTH: Final = 34
"""Width of a thing's name, in cells."""
OVER: Final = "The trade is over: the log says how it ended."
OFFERED: Final = "You offer that already: accept, or change it."
NOTHING_OFFERED: Final = "Choose what you give first: a gift needs nothing in return."


class PartnerScreen(ListScreen):
    """The companions with whom the hero can trade, if there are several."""

    title = "Trade with…"
    verb = "trade"
    lettered = True

    def __init__(self, ui: Ui, item: PackItem | None) -> None:
        super().__init__(ui)
        self._item = item

    def nothing(self) -> str:
        """Return the text for when every companion has moved away."""
        return NOBODY_NEAR

    def lines(self) -> Sequence[Row]:
        """Return one line per companion."""
        return [
            (("@ ", legible(rgb(one.colour))), (one.name, palette.INK)) for one in partners(self.ui)
        ]

    def choose(self, index: int) -> Actions:
        """Open the trade with the chosen companion."""
        seat = partners(self.ui)[index].seat
        return (Pop(), Push(TradeScreen(self.ui, seat, self._item)))


class TradeScreen(ListScreen):
    """What the hero offers, line by line, and below it what the companion offers.

    Enter sends the offer, and another key accepts what both offer, so that nobody accepts by
    pressing Enter twice. The trade stays open when the player leaves the screen.
    """

    context = Context.TRADE
    widest = 72
    details = 9

    def __init__(self, ui: Ui, seat: int, item: PackItem | None = None) -> None:
        super().__init__(ui)
        self._seat = seat
        self._was_open = self._asked = False
        table = ui.mirror.trade
        self._offer = {} if table is None else {**dict(table.gives), GOLD: table.gives_gold}
        if item is not None and not item.slot:
            self._offer.setdefault(item.item, 1)

    @property
    def _table(self) -> TradeTable | None:
        """The open trade; None before it begins and after it ended."""
        table = self.ui.mirror.trade
        self._was_open |= table is not None
        return table

    @property
    def _is_over(self) -> bool:
        return self._table is None and self._was_open

    @property
    def _name(self) -> str:
        return name_of_seat(self.ui.mirror, self._seat)

    def heading(self) -> str:
        """Return the title, which names the companion."""
        return f"Trade with {self._name}: what do you offer?"

    def nothing(self) -> str:
        """Return the text for when the trade has ended."""
        return OVER

    def lines(self) -> Sequence[Row]:
        """Return a line for gold and one for each thing that the hero doesn't wear."""
        if self._is_over:
            return []
        gold = (("$ ", palette.GOLD), (f"{'gold':<{NAME_WIDTH}}", palette.INK))
        rows: list[Row] = [(*gold, self._count_words(GOLD))]
        for item in self._items():
            glyph = (f"{item.glyph} ", legible(rgb(item.colour)))
            name = f"{item_name(item)[:NAME_WIDTH]:<{NAME_WIDTH}}"
            rows.append((glyph, (name, palette.INK), self._count_words(item.item)))
        return rows

    def detail(self, _index: int, width: int, /) -> Sequence[Row]:
        """Return what the companion offers, how its gear compares, and who accepts."""
        table, refused = self._table, self._asked and self.ui.fate.stage == "refused"
        said = wrapped(offer_words(self._name, table), width)
        rows: list[Row] = [((line, palette.INK),) for line in said]
        if table is not None:
            for item in table.gets:
                rows += figure_rows(item, self.ui.mirror.pack, width)[:2]
        rows = rows[: self.details - 2]
        changed = table is None or self._is_changed
        consent = consent_words(self._name, table, is_changed=changed)
        rows += [((line, palette.GOLD),) for line in wrapped(consent, width)[:1]]
        fault = self.ui.fate.text if refused else ""
        return [*rows, *(((line, palette.BAD),) for line in wrapped(fault, width)[:1])]

    def footer(self) -> Hints:
        """Return the hints for the keys in force."""
        if self._is_over:
            return self.ui.hints(self.context, (Command.BACK, "back"))
        pairs = [(Command.MORE, "offer more"), (Command.LESS, "less")]
        pairs += [
            (Command.CHOOSE, "offer this") if self._is_changed else (Command.ACCEPT, "accept")
        ]
        pairs += [(Command.END_TRADE, "end it")] if self._table is not None else []
        return self.ui.hints(self.context, *pairs, (Command.BACK, "back"))

    def press(self, key: str) -> Actions:
        """Change what the hero offers, send it, accept, end the trade or move in the list."""
        if self._is_over:
            return (Pop(),)
        ids = self._ids()
        self.choice.hold(len(ids))
        chosen = ids[self.choice.index]
        if key.isdecimal() or key == "backspace":
            self._type(chosen, key)
            return NOTHING
        match self.ui.command(self.context, key):
            case Command.MORE:
                self._set(chosen, self._count(chosen) + 1)
            case Command.LESS:
                self._set(chosen, self._count(chosen) - 1)
            case Command.ACCEPT:
                return self._accept()
            case Command.END_TRADE if self._table is not None:
                return (Pop(), Send(EndTrade()))
            case command if command is not None:
                return self.command(command, len(ids))
        return NOTHING

    def choose(self, _index: int) -> Actions:
        """Send the offer, if it has changed."""
        self._asked = True
        items = [(each, self._count(each)) for each in self._ids() if each != GOLD]
        offer = [(item, count) for item, count in items if count]
        if not self._is_changed:
            given = offer or self._count(GOLD)
            return (ShowNote(OFFERED if given else NOTHING_OFFERED),)
        return (Send(OfferTrade(self._seat, offer, self._count(GOLD))),)

    def _accept(self) -> Actions:
        """Accept what both offer, if the player's own offer was sent."""
        self._asked = True
        table = self._table
        if table is None or self._is_changed:
            return (ShowNote("Send your offer first."),)
        if table.accepts:
            return (ShowNote(f"You accept already: {self._name} has to accept, too."),)
        return (Send(AcceptTrade(table.number)),)

    def _items(self) -> list[PackItem]:
        return [item for item in self.ui.mirror.pack if not item.slot]

    def _ids(self) -> list[int]:
        """Return the ids of all lines."""
        return [GOLD, *(item.item for item in self._items())]

    def _most(self, chosen: int) -> int:
        """Return how much of a thing the hero has."""
        if chosen == GOLD:
            return self.ui.mirror.hero.gold if self.ui.mirror.hero is not None else 0
        return next((item.count for item in self._items() if item.item == chosen), 0)

    def _count(self, chosen: int) -> int:
        """Return how much of a thing the hero would offer."""
        return min(self._most(chosen), self._offer.get(chosen, 0))

    def _set(self, chosen: int, count: int) -> None:
        self._offer[chosen] = max(0, min(self._most(chosen), count))

    def _type(self, chosen: int, key: str) -> None:
        """Add a digit to the count of a thing, or remove the last one.

        A digit that would make it more than the hero has begins a new number.
        """
        count = self._count(chosen)
        if key == "backspace":
            self._set(chosen, count // 10)
            return
        longer = 10 * count + int(key)
        self._set(chosen, longer if longer <= self._most(chosen) else int(key))

    @property
    def _is_changed(self) -> bool:
        """Whether the server doesn't have the present offer yet."""
        table = self._table
        if table is None:
            return True
        offered = {**dict(table.gives), GOLD: table.gives_gold}
        return any(self._count(each) != offered.get(each, 0) for each in self._ids())

    def _count_words(self, chosen: int) -> tuple[str, palette.Colour]:
        count, most = self._count(chosen), self._most(chosen)
        return (f"{count} of {most}", palette.BRIGHT) if count else (f"of {most}", palette.SOFT)


def trade(ui: Ui, item: PackItem | None = None) -> Actions:
    """Return the actions that open a trade, the one under way if there is one.

    An item is offered in it at once. If several companions are near, ask for one.
    """
    if ui.mirror.trade is not None:
        return (Push(TradeScreen(ui, ui.mirror.trade.seat, item)),)
    match partners(ui):
        case []:
            return (ShowNote(NOBODY_NEAR),)
        case [companion]:
            return (Push(TradeScreen(ui, companion.seat, item)),)
        case _:
            return (Push(PartnerScreen(ui, item)),)


def partners(ui: Ui) -> list[PartyMember]:
    """Return the companions with whom the hero can trade now."""
    return [one for one in within_reach(ui) if one.state == "alive" and one.dies_in <= 0]
