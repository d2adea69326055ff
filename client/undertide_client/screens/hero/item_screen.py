"""One item, and every action with it."""

from collections.abc import Callable
from typing import Final

from undertide_client.displays.cells import Console
from undertide_client.keys import Command, Context
from undertide_client.screens.hero.give_screen import give
from undertide_client.screens.hero.trade_screen import trade
from undertide_client.screens.map.blast_area import Aim
from undertide_client.screens.map.target_screen import TargetScreen
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Home, Pop, Send, ShowNote
from undertide_client.screens.widgets.drawing import draw_text, put_spans, wrapped
from undertide_client.screens.widgets.hints import Hints
from undertide_client.screens.widgets.page_screen import Row
from undertide_client.screens.widgets.palette import legible, rgb
from undertide_client.screens.widgets.screen import NOTHING, Actions, Push, Screen
from undertide_client.screens.widgets.screen_text import UNBROKEN, ScreenText, plain_rows
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.effect_words import effects_words
from undertide_client.screens.words.item_words import (
    SLOTS,
    essence_words,
    figure_rows,
    item_name,
    suits_words,
)
from undertide_shared.messages import Break, Doff, Drop, PackItem, Sell, Use, Wear

WIDTH = 60
ItemAction = Callable[[Ui, PackItem], Actions]


class ItemScreen(Screen):
    """An item's description and figures, and the keys for its actions."""

    context: Context = Context.ITEM

    def __init__(self, ui: Ui, item: PackItem) -> None:
        super().__init__(ui)
        self._item = item

    def draw(self, console: Console) -> None:
        """Draw the item's name, description and figures."""
        item = self._item
        rows = _about(self.ui, item, WIDTH - 4)
        title = f"{item.glyph} {item_name(item)}"
        inside = self.box(console, (WIDTH, len(rows) + 2), title, self._hints())
        draw_text(console, inside.x + 1, inside.y - 1, item.glyph, legible(rgb(item.colour)))
        for y, row in enumerate(rows, inside.y):
            put_spans(console, inside.x, y, row, inside.width)

    def _hints(self) -> Hints:
        return self.ui.hints(Context.ITEM, *_actions_of(self._item), (Command.BACK, "back"))

    def as_text(self) -> ScreenText:
        """Return the item's name, description and figures."""
        about = plain_rows(_about(self.ui, self._item, UNBROKEN))
        return ScreenText(item_name(self._item), about, hints=self._hints())

    def press(self, key: str) -> Actions:
        """Do the chosen action with the item, or go back."""
        command = self.ui.command(self.context, key)
        if command is Command.BACK:
            return (Pop(),)
        offered = {offered for offered, _ in _actions_of(self._item)}
        action = ACTIONS.get(command) if command is not None else None
        if action is None or (command not in offered and command is not Command.USE):
            return NOTHING
        return action(self.ui, self._item)


def use_item(ui: Ui, item: PackItem) -> Actions:
    """Return the actions for an item's main use.

    Gear is worn or taken off. Anything else is used, after the player aims if it needs a target.
    """
    if item.slot:
        return (Home(), Send(Doff(item.item)))
    if item.slots:
        return (Home(), Send(Wear(item.item)))
    if not item.usable:
        return (ShowNote("You can only carry this."),)
    if item.target == "cell":
        aim = Aim(item.name, item.radius, lambda cell: Use(item.item, *cell))
        return (Home(), Push(TargetScreen(ui, aim)))
    return (Home(), Send(Use(item.item)))


def _drop(_ui: Ui, item: PackItem) -> Actions:
    return (Home(), Send(Drop(item.item)))


def _break(_ui: Ui, item: PackItem) -> Actions:
    return (Home(), Send(Break(item.item)))


def _sell(_ui: Ui, item: PackItem) -> Actions:
    return (Home(), Send(Sell(item.item)))


ACTIONS: Final[dict[Command, ItemAction]] = {
    Command.USE: use_item,
    Command.WEAR: use_item,
    Command.DOFF: use_item,
    Command.DROP: _drop,
    Command.GIVE: give,
    Command.TRADE: trade,
    Command.BREAK: _break,
    Command.SELL: _sell,
}


def _actions_of(item: PackItem) -> list[tuple[Command, str]]:
    """Return the commands that make sense for an item, with their hints."""
    actions: list[tuple[Command, str]] = []
    if item.slot:
        actions.append((Command.DOFF, "take off"))
    elif item.slots:
        actions.append((Command.WEAR, "wear"))
    elif item.usable:
        actions.append((Command.USE, "use"))
    actions += [(Command.DROP, "drop"), (Command.GIVE, "give")]
    if not item.slot:
        actions.append((Command.TRADE, "trade"))
    if (item.affixes or item.scrap) and not item.slot:
        actions.append((Command.BREAK, "break"))
    if item.offer:
        actions.append((Command.SELL, "sell"))
    return actions


def _about(ui: Ui, item: PackItem, width: int) -> list[Row]:
    """Return the text about an item: description, slots, figures, affixes and essence."""
    rows: list[Row] = [((text, palette.INK),) for text in wrapped(item.description, width)]
    does = effects_words(ui.mirror, item.effects)
    rows += [((line, palette.BRIGHT),) for line in wrapped(does, width)] if does else []
    if item.slots:
        where = " or ".join(SLOTS[slot] for slot in item.slots)
        worn = f"worn: {SLOTS[item.slot]}" if item.slot else f"goes on: {where}"
        rows += [(), ((worn, palette.GOLD),)]
    rows += figure_rows(item, ui.mirror.pack, width)
    if item.affixes:
        parts = ", ".join(f"{name} {level}" for name, level in item.affixes)
        rows += [((line, palette.SOFT),) for line in wrapped(f"Worked into it: {parts}.", width)]
    suits = suits_words(item, ui.mirror.party)
    rows += [((line, palette.GOOD),) for line in wrapped(suits, width)]
    gold = [f"Breaking it gives {item.scrap} gold."] if item.scrap else []
    gold += [f"The trader next to you pays {item.offer} gold."] if item.offer else []
    rows += [((line, palette.SOFT),) for line in wrapped(" ".join(gold), width)]
    if item.essence is not None:
        words = essence_words(item.essence)
        rows += [(), *(((line, palette.SOFT),) for line in wrapped(words, width))]
    return rows
