"""The player's side of the client: what shows the screens, and passes on what the player does."""

from types import TracebackType
from typing import Final, Protocol, Self

from undertide_client.displays.attention import Attention
from undertide_client.displays.base import (
    Closed,
    Display,
    DisplayEvent,
    KeyPress,
    MousePress,
    MouseWheel,
    Pasted,
)
from undertide_client.displays.cells import Console
from undertide_client.plain.line_commands import LineHost
from undertide_client.screens.map.play_view import size_for_known
from undertide_client.screens.widgets.actions import ShowNote
from undertide_client.screens.widgets.layout import screen_size

SUSPEND: Final = KeyPress("ctrl+z")
"""The key that gives the terminal back to the shell, in every program."""
NO_SHELL: Final = "Ctrl-Z does nothing here, since there is no shell: Q leaves the game."


class ScreenHost(LineHost, Protocol):
    """A stack of screens that can also be drawn, and that knows a mouse."""

    @property
    def attention(self) -> Attention:
        """Return what the player should not miss."""
        ...

    def draw(self, console: Console) -> None:
        """Draw every visible screen, the lowest first."""
        ...

    def cut_link(self) -> None:
        """Leave the server as a closed terminal does; come back by itself."""
        ...

    def click(self, x: int, y: int, *, right: bool) -> None:
        """Press the key of the hint under the pointer, or pass the click to the top screen."""
        ...


class Surface(Protocol):
    """Something that shows the screens of a host. Entering it takes the terminal or the window."""

    def present(self, host: ScreenHost) -> None:
        """Show the present state of a host. Never blocks."""
        ...

    def is_stale(self) -> bool:
        """Return whether something else than the host changed, so that it must be shown again."""
        ...

    async def follow(self, host: ScreenHost) -> None:
        """Wait for the player's next action, and pass it to the host.

        A caller may cancel it without losing anything.
        """
        ...

    def copy(self, text: str) -> bool:
        """Hand a line of text to the clipboard. Return whether there is a way to it."""
        ...

    def shows(self, text: str) -> bool:
        """Return whether each character of `text` is shown as itself, as far as can be known."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


class ConsoleSurface:
    """A surface that draws all screens on a console of a display."""

    def __init__(self, display: Display) -> None:
        self.display = display
        self._console = Console(*screen_size(0, 0))

    def present(self, host: ScreenHost) -> None:
        """Draw everything and hand it to the display."""
        self.display.fit_grid(*size_for_known(host.ui.mirror))
        columns, rows = screen_size(*self.display.size())
        if (columns, rows) != (self._console.width, self._console.height):
            self._console = Console(columns, rows)
        host.draw(self._console)
        self.display.attend(host.attention)
        self.display.present(self._console)

    def is_stale(self) -> bool:
        """Return whether the display has another size than the last picture."""
        size = screen_size(*self.display.size())
        return size != (self._console.width, self._console.height)

    async def follow(self, host: ScreenHost) -> None:
        """Wait for the player's next action, and pass it to the host."""
        event = await self.display.next_event()
        if event != SUSPEND:
            _handle(event, host)
        elif not self.display.suspend(host.cut_link):
            host.perform((ShowNote(NO_SHELL),))

    def copy(self, text: str) -> bool:
        """Hand a line of text to the clipboard."""
        return self.display.copy(text)

    def shows(self, text: str) -> bool:
        """Return whether each character of `text` is shown as itself, as far as can be known."""
        return self.display.shows(text)

    def __enter__(self) -> Self:
        self.display.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.display.__exit__(kind, error, trace)


def _handle(event: DisplayEvent, host: ScreenHost) -> None:
    """Pass an action of the player to the host."""
    match event:
        case KeyPress() | MousePress() if host.ui.held:
            pass
        case KeyPress(key=key):
            host.press(key)
        case Pasted(text=text):
            host.perform(host.top.paste(text))
        case MousePress(x=x, y=y, button=button):
            host.click(x, y, right=button == "right")
        case MouseWheel(up=up):
            host.perform(host.top.turn_wheel(up))
        case Closed():
            host.close()
        case _:
            pass
