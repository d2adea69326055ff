"""The keys in force, and where to change them."""

from collections.abc import Iterator
from itertools import zip_longest

from undertide_client.keys import Binding, Context, shown
from undertide_client.net.address import LOBBY, Place, page_link
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import column, wrapped
from undertide_client.screens.widgets.page_screen import PageScreen, Row
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.ability_words import ability_rows

KEYS_WIDTH = 31
"""Width of the column of keys, in cells."""


class HelpScreen(PageScreen):
    """A page made from the keymap itself, so that it is never out of date."""

    title = "Help"

    def rows(self, width: int) -> list[Row]:
        """Return the address to share, the file of keys, the callings, and each context's keys."""
        rows = [] if self.ui.replaying else list(_sharing(self.ui, width))
        rows += _changing(self.ui, width)
        first, *others = self._contexts()
        rows += _section(self.ui, first)
        if not self.ui.replaying:
            rows += _callings(self.ui, width)
        for context in others:
            rows += _section(self.ui, context)
        return rows if rows[0] else rows[1:]

    def _contexts(self) -> list[Context]:
        """Return all contexts; the one in use comes first."""
        here = Context.WATCH if self.ui.spectating else Context.PLAY
        if self.ui.replaying:
            here = Context.REPLAY
        elif not self.ui.mirror.session:
            here = Context.LOBBY
        return [here, *(context for context in Context if context is not here)]


def _sharing(ui: Ui, width: int) -> Iterator[Row]:
    yield (("Others watch in a browser, or join with", palette.SOFT),)
    door = ui.mirror.session
    if ui.invite is not None and ui.invite.session == door:
        door = ui.invite.code
    link = page_link(ui.address, Place("play", door) if door else LOBBY)
    for words in (link, f"undertide join {link}"):
        for line in wrapped(words, width - 2):
            yield ((f"  {line}", palette.BRIGHT),)


def _changing(ui: Ui, width: int) -> Iterator[Row]:
    """Yield where the player can change keys, if there is such a file."""
    if ui.keys_file:
        yield ()
        yield (
            ("Keys are changed in a file; `undertide keys` prints what to write:", palette.SOFT),
        )
        for line in wrapped(ui.keys_file, width - 2):
            yield ((f"  {line}", palette.BRIGHT),)


def _callings(ui: Ui, width: int) -> Iterator[Row]:
    """Yield the abilities of all callings: those of companions matter too (R17)."""
    if any(calling.abilities for calling in ui.lobby.callings):
        yield ()
        yield (("What callings can do", palette.GOLD),)
    for calling in ui.lobby.callings:
        if calling.abilities:
            yield ((f"  {calling.name}", palette.INK),)
        for row in ability_rows(ui, calling.abilities, width - 4):
            yield (("    ", palette.SOFT), *row)


def _section(ui: Ui, context: Context) -> Iterator[Row]:
    yield ()
    yield ((context.value.capitalize(), palette.GOLD),)
    for text, bindings in _by_help(ui, context).items():
        for index, keys in enumerate(_lines_of_keys(bindings)):
            words = text if index == 0 else ""
            yield ((column(f"  {keys}", KEYS_WIDTH + 2), palette.BRIGHT), (words, palette.INK))


def _by_help(ui: Ui, context: Context) -> dict[str, list[Binding]]:
    """Return a context's bindings by their help text: the eight directions share one."""
    groups: dict[str, list[Binding]] = {}
    for binding in ui.keymap.bindings:
        if binding.context is context:
            groups.setdefault(binding.help, []).append(binding)
    return groups


def _lines_of_keys(bindings: list[Binding]) -> list[str]:
    """Return lines of keys: one command has a single list, a group one line per kind of key."""
    if len(bindings) == 1:
        keys = "  ".join(shown(key) for key in bindings[0].keys)
        return list(wrapped(keys, KEYS_WIDTH - 1))
    kinds = zip_longest(*(binding.keys for binding in bindings), fillvalue="")
    lines = (" ".join(shown(key) for key in kind if key) for kind in kinds)
    return ["num " + line.replace("num ", "") if "num " in line else line for line in lines]
