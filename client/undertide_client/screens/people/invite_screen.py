"""The invite to a session: a link to copy, and a code to read aloud."""

from collections.abc import Iterator

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
from undertide_shared.messages import Invited

WIDTH = 78
TITLE = "An invite"
USE = "Send this line. It opens the game in a browser; `undertide join` takes it to a terminal."
HERE = "It works on this machine alone. With --host 0.0.0.0 a server lets in your network."
ALONE = "It works on this machine alone, which is in no network now."
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
        rows = list(self._rows(WIDTH - 4))
        inside = self.box(console, (WIDTH, len(rows) + 4), TITLE, self._hints())
        for row, (line, ink) in enumerate(rows, inside.y + 1):
            draw_text(console, inside.x, row, line, ink, width=inside.width)

    def _hints(self) -> Hints:
        return self.ui.hints(Context.INVITE, (Command.COPY, "copy"), (Command.BACK, "go on"))

    def as_text(self) -> ScreenText:
        """Return the link, what it is for, and the code."""
        lines = tuple(line for line, _ in self._rows(UNBROKEN) if line)
        return ScreenText(TITLE, lines, hints=self._hints())

    def contexts(self) -> tuple[Context, ...]:
        """Return the context of invites."""
        return (Context.INVITE,)

    def _rows(self, width: int) -> Iterator[tuple[str, Colour]]:
        link, *others = self.links
        for line in wrapped(link, width):
            yield line, palette.GOLD
        yield "", palette.INK
        for line in wrapped(USE, width):
            yield line, palette.INK
        if is_local(link):
            for line in wrapped(HERE if is_local(self.ui.address) else ALONE, width):
                yield line, palette.WARNING
        if others:
            yield "", palette.INK
            yield OTHERS, palette.INK
            for other in others:
                for line in wrapped(other, width):
                    yield line, palette.BRIGHT
        yield "", palette.INK
        yield self._code, palette.BRIGHT
        if not self._is_id:
            yield RENEWED, palette.SOFT

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
