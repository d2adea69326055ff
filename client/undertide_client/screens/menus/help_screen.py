"""The help: pages about the place where the player is, what is in sight, the game and the keys."""

from collections.abc import Callable, Iterator
from typing import Final

from undertide_client.keys import Command, Context
from undertide_client.screens.menus import help_pages
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import Span
from undertide_client.screens.widgets.hints import Hints
from undertide_client.screens.widgets.page_screen import PageScreen, Row
from undertide_client.screens.widgets.screen import NOTHING, Actions
from undertide_client.screens.widgets.ui import Ui

GAP: Final = "  "
"""The gap between the names of two pages."""
PANEL: Final = "Panel"
"""The name of the page about the figures of the side panel."""
Page = Callable[[int], Iterator[Row]]
"""Yields the rows of a page, for a width in cells."""


class HelpScreen(PageScreen):
    """Pages of which one is shown. Its keys are made from the keymap, so that they are current.

    `about` is the context of the screen that asked for help; None for the map or the lobby. `page`
    is the name of the first page; empty for the one about the place.
    """

    title = "Help"
    context = Context.HELP
    is_read_at_once = False

    def __init__(self, ui: Ui, about: Context | None = None, page: str = "") -> None:
        super().__init__(ui)
        self._about = about
        self._index = [*self._pages()].index(page) if page else 0

    def heading(self) -> Row:
        """Return the names of all pages, with that of the shown one marked."""
        names: list[Span] = []
        for index, name in enumerate(self._pages()):
            chosen = index == self._index
            words, ink = (f"[{name}]", palette.GOLD) if chosen else (name, palette.SOFT)
            names += [(GAP, ink)] if names else []
            names.append((words, ink))
        return tuple(names)

    def rows(self, width: int) -> list[Row]:
        """Return the rows of the shown page."""
        pages = list(self._pages().values())
        return list(pages[self._index % len(pages)](width))

    def footer(self) -> Hints:
        """Return the hints at the page's foot: how to turn the pages."""
        turning = ((Command.LESS, ""), (Command.MORE, "other pages"))
        return (*self.ui.hints(self.context, *turning), *super().footer())

    def press(self, key: str) -> Actions:
        """Turn the pages, scroll, or go back."""
        command = self.ui.command(self.context, key)
        if command in {Command.MORE, Command.LESS}:
            self._index += 1 if command is Command.MORE else -1
            self._index %= len(self._pages())
            self.scroll_to_start()
            return NOTHING
        return super().press(key)

    def _pages(self) -> dict[str, Page]:
        """Return the pages that say something here, by name. The first is about the place."""
        ui, mirror = self.ui, self.ui.mirror
        here = self._about or _context_of(ui)
        others = [context for context in Context if context is not here]
        pages: dict[str, Page] = {"Here": lambda _width: help_pages.key_rows(ui, [here])}
        if mirror.floor is not None:
            pages["In sight"] = lambda width: help_pages.legend(mirror, width)
            pages[PANEL] = lambda width: help_pages.panel(mirror, width)
        pages["Goal"] = lambda width: help_pages.goal(ui, width)
        if mirror.variations:
            pages["Run"] = lambda width: help_pages.run(mirror, width)
        pages["Tide"] = lambda width: help_pages.tide(mirror, width)
        pages["Time"] = lambda width: help_pages.time(mirror, width)
        if any(calling.abilities for calling in ui.lobby.callings):
            pages["Callings"] = lambda width: help_pages.callings(ui, width)
        pages["Keys"] = lambda width: _all_keys(ui, others, width)
        if not ui.replaying:
            pages["Invite"] = lambda width: help_pages.sharing(ui, width)
        return pages


def _context_of(ui: Ui) -> Context:
    """Return the context whose keys the player uses now."""
    if ui.replaying:
        return Context.REPLAY
    if not ui.mirror.session:
        return Context.LOBBY
    return Context.WATCH if ui.spectating else Context.PLAY


def _all_keys(ui: Ui, contexts: list[Context], width: int) -> Iterator[Row]:
    """Yield where keys are changed, and the keys of all contexts but the present one."""
    yield from help_pages.changing(ui, width)
    yield from help_pages.key_rows(ui, contexts)
