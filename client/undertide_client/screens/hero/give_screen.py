"""The screens to give an item to a companion."""

from collections.abc import Sequence

from undertide_client.screens.map.map_view import kind_of
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Home, Send, ShowNote
from undertide_client.screens.widgets.line_screen import LineScreen
from undertide_client.screens.widgets.list_screen import ListScreen
from undertide_client.screens.widgets.page_screen import Row
from undertide_client.screens.widgets.palette import legible, rgb
from undertide_client.screens.widgets.screen import Actions, Push
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.errors import BadTextError
from undertide_shared.geometry import Cell, distance, line
from undertide_shared.messages import Give, PackItem, PartyMember

DIGITS = 3
"""Most digits of a count: no stack holds a thousand items."""
NOBODY_NEAR = "Nobody of your party is within reach."


class GiveScreen(ListScreen):
    """The companions within reach, if there are several."""

    verb = "give"
    lettered = True

    def nothing(self) -> str:
        """Return the text for when every companion has moved away."""
        return NOBODY_NEAR

    def __init__(self, ui: Ui, item: PackItem) -> None:
        super().__init__(ui)
        self._item = item

    def heading(self) -> str:
        """Return the title, which names the item."""
        return f"Give {self._item.name} to…"

    def lines(self) -> Sequence[Row]:
        """Return one line per companion."""
        return [
            (("@ ", legible(rgb(one.colour))), (one.name, palette.INK))
            for one in within_reach(self.ui)
        ]

    def choose(self, index: int) -> Actions:
        """Give the item to the chosen companion."""
        return _hand_over(self.ui, self._item, within_reach(self.ui)[index])


class CountScreen(LineScreen):
    """The count to give from a stack. The line starts with the whole stack."""

    prompt = "How many:"

    def __init__(self, ui: Ui, item: PackItem, seat: int) -> None:
        super().__init__(ui, DIGITS, str(item.count))
        self._item, self._seat = item, seat

    def finish(self, text: str) -> Actions:
        """Give the typed number of items. Raises BadTextError if the stack holds fewer."""
        count = int(text) if text.isascii() and text.isdigit() else 0
        if not 1 <= count <= self._item.count:
            raise BadTextError(f"a number from 1 to {self._item.count}")
        return (Home(), Send(Give(self._item.item, self._seat, count)))


def give(ui: Ui, item: PackItem) -> Actions:
    """Return the actions that give an item away. If several companions are near, ask for one."""
    near = within_reach(ui)
    match near:
        case []:
            return (ShowNote(NOBODY_NEAR),)
        case [companion]:
            return _hand_over(ui, item, companion)
        case _:
            return (Push(GiveScreen(ui, item)),)


def _hand_over(ui: Ui, item: PackItem, companion: PartyMember) -> Actions:
    """Give an item to a companion. If it is a stack, ask for the count first.

    A fallen companion takes one, which revives it.
    """
    if item.count > 1 and companion.dies_in <= 0:
        return (Push(CountScreen(ui, item, companion.seat)),)
    return (Home(), Send(Give(item.item, companion.seat)))


def within_reach(ui: Ui) -> list[PartyMember]:
    """Return the companions in sight to whom the player's own hero can hand things (R17).

    A fallen one must be beside it.
    """
    mirror = ui.mirror
    here, hero = mirror.cell, mirror.hero
    if here is None or hero is None:
        return []
    found: list[PartyMember] = []
    for seen in mirror.sightings.values():
        cell, seat = (seen.x, seen.y), kind_of(mirror, seen).seat
        member = next((one for one in mirror.party if one.seat == seat), None)
        if member is None or member.seat == mirror.seat:
            continue
        reach = 1 if member.dies_in > 0 else hero.reach
        if distance(cell, here) <= reach and all(_is_open(ui, each) for each in line(here, cell)):
            found.append(member)
    return sorted(found, key=lambda one: one.seat)


def _is_open(ui: Ui, cell: Cell) -> bool:
    look = ui.mirror.look_at(cell)
    return look is not None and look.walkable
