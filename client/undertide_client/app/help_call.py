"""The call for help that a player's hero makes by itself when it is badly hurt (R17)."""

from typing import Final

from undertide_client.net.link import Link
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.mark_words import needs_help
from undertide_shared.messages import HeroStatus, MarkCell

RECOVERED: Final = 50
"""Percent of life from which on another fall below the limit is worth another call."""


class HelpCall:
    """A watch over the own hero's life. It marks the hero's cell, once for each fall of its life.

    It does so only in company, and only if the player wants it.
    """

    def __init__(self, ui: Ui, link: Link, *, wanted: bool) -> None:
        self._ui = ui
        self._link = link
        self._wanted = wanted
        self._called = False

    def look_at_hero(self) -> None:
        """Call for help if the hero needs it and hasn't called since it was better."""
        hero, cell = self._ui.mirror.hero, self._ui.mirror.cell
        if not self._wanted or hero is None or cell is None or self._ui.spectating:
            return
        if hero.life * 100 >= hero.max_life * RECOVERED:
            self._called = False
        elif needs_help(hero) and not self._called and self._can_be_heard(hero):
            self._called = True
            self._link.act(MarkCell("help", *cell))

    def _can_be_heard(self, hero: HeroStatus) -> bool:
        """Return whether the hero is awake, and a companion who could come is too."""
        others = (one for one in self._ui.mirror.party if one.seat != hero.seat)
        return hero.state == "alive" and any(
            one.state == "alive" and not one.dies_in for one in others
        )
