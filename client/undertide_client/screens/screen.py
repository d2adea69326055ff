"""What every screen is, and what it asks of the application when a key was pressed."""

from dataclasses import dataclass

from tcod.console import Console

from undertide_client.screens.ui import Ui
from undertide_shared.messages import Intent, Pace


@dataclass(frozen=True, slots=True)
class Push:
    """Put a screen on top."""

    screen: "Screen"


@dataclass(frozen=True, slots=True)
class Pop:
    """Take this screen away."""


@dataclass(frozen=True, slots=True)
class Home:
    """Take all screens away but the lowest."""


@dataclass(frozen=True, slots=True)
class Send:
    """Send an intent of the own hero."""

    intent: Intent


@dataclass(frozen=True, slots=True)
class Speak:
    """Say something to everyone in the session."""

    text: str


@dataclass(frozen=True, slots=True)
class Note:
    """Tell the player something in the log."""

    text: str


@dataclass(frozen=True, slots=True)
class Eyes:
    """Look through another hero's eyes, or the party's with none."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class JoinSession:
    """Take a seat in a session."""

    session: str


@dataclass(frozen=True, slots=True)
class WatchSession:
    """Watch a session."""

    session: str


@dataclass(frozen=True, slots=True)
class NewSession:
    """Make a session and take a seat in it."""

    preset: str
    pace: Pace


@dataclass(frozen=True, slots=True)
class Rename:
    """Play under another name from now on."""

    name: str


@dataclass(frozen=True, slots=True)
class Refresh:
    """Ask for the list of sessions again."""


@dataclass(frozen=True, slots=True)
class ToLobby:
    """Leave the session for the lobby."""


@dataclass(frozen=True, slots=True)
class TryNow:
    """Try to connect at once."""


@dataclass(frozen=True, slots=True)
class LeaveGame:
    """End the program."""


Action = (
    Push
    | Pop
    | Home
    | Send
    | Speak
    | Note
    | Eyes
    | JoinSession
    | WatchSession
    | NewSession
    | Rename
    | Refresh
    | ToLobby
    | TryNow
    | LeaveGame
)
Actions = tuple[Action, ...]
NOTHING: Actions = ()


class Screen:
    """Something that draws itself and turns what the player does into actions.

    A screen with `covers` leaves nothing of those below it visible; the others are drawn over them.
    """

    covers = False

    def __init__(self, ui: Ui) -> None:
        self.ui = ui

    def draw(self, console: Console) -> None:
        """Draw onto a console made with order="C", of at least 80 columns and 24 rows."""
        raise NotImplementedError

    def press(self, key: str) -> Actions:
        """Return what a key, by its normalised name, asks for."""
        raise NotImplementedError

    def paste(self, _text: str, /) -> Actions:
        """Return what pasted text asks for; only where text is written, it asks for anything."""
        return NOTHING

    def click(self, _x: int, _y: int, _right: bool, /) -> Actions:
        """Return what a click on a cell of the console asks for."""
        return NOTHING
