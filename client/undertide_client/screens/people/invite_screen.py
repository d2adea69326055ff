"""The invite to a session: a link to copy, its QR code, and a code to read aloud."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
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
        width = WIDTH - 4
        link = wrapped(self.links[0], width)
        code = _code_of(self.links[0])
        high, wide = (len(code) + 1) // 2, len(code)
        beside = width - wide - GAP
        shows_code = beside >= LEAST_WORDS and len(link) + high + 5 <= console.height
        rows = list(self._words(beside if shows_code else width))
        if len(link) + len(rows) + 5 > console.height and shows_code:
            shows_code, rows = False, list(self._words(width))
        size = len(link) + 1 + max(len(rows), high if shows_code else 0)
        inside = self.box(console, (WIDTH, size + 4), TITLE, self._hints())
        y = inside.y + 1
        for line in link:
            draw_text(console, inside.x, y, line, palette.GOLD, width=inside.width)
            y += 1
        if shows_code:
            _draw_code(console, inside.right - wide, y + 1, code)
        for row, (line, ink) in enumerate(rows, y + 1):
            draw_text(console, inside.x, row, line, ink, width=inside.width)

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
        if self._ssh:
            yield "", palette.INK
            yield BY_SSH, palette.INK
            yield self._ssh, palette.BRIGHT
        yield "", palette.INK
        yield self._code, palette.BRIGHT
        if not self._is_id:
            yield RENEWED, palette.SOFT

    @property
    def _ssh(self) -> str:
        """The command of friends who come by ssh; empty if the server takes no such visits."""
        customs = self.ui.lobby.customs
        host = urlsplit(self.ui.addresses[0]).hostname or ""
        if customs is None or not customs.ssh_port:
            return ""
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


def _draw_code(console: Console, x: int, y: int, code: Modules) -> None:
    """Draw a QR code with its left upper corner at (x, y), two modules a cell."""
    shades = ((255, 255, 255), (0, 0, 0))
    below: Sequence[bool]
    for row in range(0, len(code), 2):
        below = code[row + 1] if row + 1 < len(code) else [False] * len(code)
        for column, (upper, lower) in enumerate(zip(code[row], below, strict=True)):
            cell = (ord(HALVES), shades[upper], shades[lower])
            console.rgb[y + row // 2, x + column] = cell
