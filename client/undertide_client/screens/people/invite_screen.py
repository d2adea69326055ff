"""The invite to a session: a link to copy, its QR code, and a code to read aloud."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import zip_longest
from urllib.parse import urlsplit

from undertide_client.displays.cells import Console
from undertide_client.keys import Command, Context
from undertide_client.net.address import Place, is_local
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Copy, Pop
from undertide_client.screens.widgets.drawing import draw_text, wrapped
from undertide_client.screens.widgets.hints import Hints
from undertide_client.screens.widgets.palette import Colour
from undertide_client.screens.widgets.screen import NOTHING, Actions, Screen
from undertide_client.screens.widgets.screen_text import UNBROKEN, ScreenText
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.errors import BadTextError
from undertide_shared.messages import Invited
from undertide_shared.qr import Modules, qr_modules

WIDTH = 78
BORDER = 2
"""Light modules around a QR code: half of what the standard asks for, and cameras read it."""
GAP = 2
"""Cells between the words and the code."""
FRAME_ROWS = 5
"""Rows of the box besides the link and what stands below it: its frame, and blank ones."""
LEAST_WORDS = 30
"""The narrowest column of words that is left beside a code."""
HALVES = "▀"
"""A cell that shows two modules, one above the other."""
TITLE = "An invite"
USE = "Send this line. It opens the game in a browser; `undertide join` takes it to a terminal."
HERE = "It works on this machine alone. With --host 0.0.0.0 a server lets in your network."
ALONE = "It works on this machine alone, which is in no network now."
BY_SSH = "Without anything installed, from a terminal:"
OTHERS = "Friends who can't open it may be able to open:"
RENEWED = "A moderator can make a new code, which ends this one."


class InviteScreen(Screen):
    """The link that leads into a session, and its invite code or its id."""

    def __init__(self, ui: Ui, invite: Invited) -> None:
        super().__init__(ui)
        self._invite = invite

    @property
    def links(self) -> tuple[str, ...]:
        """The line to send, and those for friends who can't open it."""
        return self.ui.links(Place("play", self._invite.code))

    def draw(self, console: Console) -> None:
        """Draw the link alone in its row, so that a terminal's own selection copies only it."""
        link = wrapped(self.links[0], WIDTH - 4)
        around = len(link) + FRAME_ROWS
        code, words = self._code_and_words(console.height - around)
        rows = max(len(words), _height_of(code))
        inside = self.box(console, (WIDTH, rows + around), TITLE, self._hints())
        for y, line in enumerate(link, inside.y + 1):
            draw_text(console, inside.x, y, line, palette.GOLD, width=inside.width)
        top = inside.y + len(link) + 2
        _draw_code(console, inside.right - len(code), top, code)
        for y, (line, ink) in enumerate(words, top):
            draw_text(console, inside.x, y, line, ink, width=inside.width)

    def _code_and_words(self, rows: int) -> tuple[Modules, list[tuple[str, Colour]]]:
        """Return the QR code of the link and the lines beside it; no code if `rows` are too few."""
        code = _code_of(self.links[0])
        beside = WIDTH - 4 - len(code) - GAP
        if beside >= LEAST_WORDS and _height_of(code) <= rows:
            words = list(self._words(beside))
            if len(words) <= rows:
                return code, words
        return (), list(self._words(WIDTH - 4))

    def _hints(self) -> Hints:
        return self.ui.hints(Context.INVITE, (Command.COPY, "copy"), (Command.BACK, "go on"))

    def as_text(self) -> ScreenText:
        """Return the link, what it is for, and the code."""
        words = (line for line, _ in self._words(UNBROKEN) if line)
        return ScreenText(TITLE, (self.links[0], *words), hints=self._hints())

    def contexts(self) -> tuple[Context, ...]:
        """Return the context of invites."""
        return (Context.INVITE,)

    def _words(self, width: int) -> Iterator[tuple[str, Colour]]:
        """Yield the lines that explain the link, in at most `width` cells."""
        for text, ink in self._paragraphs():
            for line in wrapped(text, width) or ("",):
                yield line, ink

    def _paragraphs(self) -> Iterator[tuple[str, Colour]]:
        link, *others = self.links
        yield USE, palette.INK
        if is_local(link):
            yield HERE if is_local(self.ui.address) else ALONE, palette.WARNING
        if others:
            yield "", palette.INK
            yield OTHERS, palette.INK
            yield from ((other, palette.BRIGHT) for other in others)
        if command := self._ssh_command():
            yield "", palette.INK
            yield BY_SSH, palette.INK
            yield command, palette.BRIGHT
        yield "", palette.INK
        yield self._code, palette.BRIGHT
        if not self._is_id:
            yield RENEWED, palette.SOFT

    def _ssh_command(self) -> str:
        """Return what friends type to come by ssh; empty if the server takes no such visits."""
        customs = self.ui.lobby.customs
        if customs is None or not customs.ssh_port:
            return ""
        host = urlsplit(self.ui.addresses[0]).hostname or ""
        return f"ssh -p {customs.ssh_port} {self._invite.code}@{host}"

    @property
    def _is_id(self) -> bool:
        return self._invite.code == self._invite.session

    @property
    def _code(self) -> str:
        """The code to read aloud, for those who are in the lobby of this server."""
        what = "session's id" if self._is_id else "code"
        return f"The {what}, for i or I in the lobby: {self._invite.code}"

    def press(self, key: str) -> Actions:
        """Copy the link, or close the screen."""
        match self.ui.command(Context.INVITE, key):
            case Command.COPY:
                return (Copy(self.links[0]),)
            case Command.BACK:
                return (Pop(),)
            case _:
                return NOTHING


@lru_cache(maxsize=1)
def _code_of(link: str) -> Modules:
    """Return the QR code of a link; nothing for one that can't be coded."""
    try:
        return qr_modules(link, BORDER)
    except BadTextError:
        return ()


def _height_of(code: Modules) -> int:
    """Return the number of rows of cells that a QR code takes."""
    return (len(code) + 1) // 2


def _draw_code(console: Console, x: int, y: int, code: Modules) -> None:
    """Draw a QR code with its left upper corner at (x, y), two modules a cell."""
    shades = ((255, 255, 255), (0, 0, 0))
    light = (False,) * len(code)
    for row, (above, below) in enumerate(zip_longest(code[::2], code[1::2], fillvalue=light), y):
        for column, (upper, lower) in enumerate(zip(above, below, strict=True), x):
            console.rgb[row, column] = (ord(HALVES), shades[upper], shades[lower])
