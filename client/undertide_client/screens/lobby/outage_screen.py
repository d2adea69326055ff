"""The screen while the client has no connection."""

from undertide_client.displays.cells import Console
from undertide_client.keys import Command, Context
from undertide_client.net.status import Phase
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import LeaveGame, TryNow
from undertide_client.screens.widgets.drawing import Span, draw_text, put_spans, wrapped
from undertide_client.screens.widgets.hints import Hints
from undertide_client.screens.widgets.screen import NOTHING, Actions, Screen
from undertide_client.screens.widgets.screen_text import ScreenText
from undertide_client.screens.widgets.ui import Ui

WIDTH = 60
TRIES_AGAIN = "The client tries again by itself."
TITLES: dict[Phase, str] = {
    "connecting": "Connecting",
    "waiting": "No connection",
    "refused": "The server refused",
    "gave up": "No connection",
    "over": "The server has ended",
}


class OutageScreen(Screen):
    """A box over all other screens until the connection is back."""

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui)
        self._reason = ""
        """Why the last attempt failed."""

    def draw(self, console: Console) -> None:
        """Draw what went wrong and what happens next."""
        status = self.ui.status
        reason = wrapped(status.reason, WIDTH - 4)[:4]
        title = TITLES.get(status.phase, "")
        inside = self.box(console, (WIDTH, len(reason) + 4), title, self._hints())
        draw_text(
            console, inside.x, inside.y, self.ui.addresses[0], palette.SOFT, width=inside.width
        )
        for row, line in enumerate(reason, inside.y + 1):
            draw_text(console, inside.x, row, line, palette.BAD)
        put_spans(console, inside.x, inside.bottom - 1, self._next_step(), inside.width)

    def as_text(self) -> ScreenText:
        """Return what went wrong and what happens next, without the seconds that pass."""
        status = self.ui.status
        self._reason = status.reason or self._reason
        phase, step = status.phase, "".join(text for text, _ in self._next_step())
        if phase == "waiting" or (phase == "connecting" and status.attempt > 1):
            phase, step = "waiting", TRIES_AGAIN
        lines = (self.ui.addresses[0], self._reason, step)
        return ScreenText(TITLES.get(phase, ""), tuple(filter(None, lines)), hints=self._hints())

    def contexts(self) -> tuple[Context, ...]:
        """Return the context of outages."""
        return (Context.OUTAGE,)

    def _next_step(self) -> tuple[Span, ...]:
        status = self.ui.status
        match status.phase:
            case "waiting":
                seconds = f"Trying again in {self.ui.wait_left:.0f} s"
                return ((seconds, palette.WARNING), (f", attempt {status.attempt}", palette.SOFT))
            case "connecting":
                return (("Connecting…", palette.INK), (f" attempt {status.attempt}", palette.SOFT))
            case "over":
                return (("Leave with any key.", palette.WARNING),)
            case _:
                return (("Trying again won't help. Leave with any key.", palette.WARNING),)

    def _hints(self) -> Hints:
        pairs = ((Command.TRY_NOW, "try now"), (Command.QUIT, "leave"))
        waiting = self.ui.status.phase == "waiting"
        return self.ui.hints(Context.OUTAGE, *(pairs if waiting else pairs[1:]))

    def press(self, key: str) -> Actions:
        """Try again at once, or leave. If the client has given up, any key leaves."""
        if self.ui.status.phase not in {"connecting", "waiting"}:
            return (LeaveGame(),)
        match self.ui.command(Context.OUTAGE, key):
            case Command.TRY_NOW:
                return (TryNow(),)
            case Command.QUIT:
                return (LeaveGame(),)
            case _:
                return NOTHING

    def click(self, _x: int, _y: int, _right: bool, /) -> Actions:
        """Do nothing: there is no screen to go back to."""
        return NOTHING
