"""What screens ask of the application. Data only."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from undertide_client.net.link import HOUSE_OPTIONS, Request
from undertide_shared.messages import Intent, Listening, Options, Pace

if TYPE_CHECKING:
    from undertide_client.screens.widgets.screen import Screen


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
class Study:
    """Ask which kinds of monsters the party has met."""


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
    """Watch a session, from the eyes of a seat's hero or the party's."""

    session: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class ReplayRun:
    """Watch a run again from its beginning: one that was listed, or a live session's."""

    run: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class ResumeReplay:
    """Let the replay go on, at the speed that was chosen."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Let the replay stand still."""


@dataclass(frozen=True, slots=True)
class ChooseSpeed:
    """Play at so many percent of the run's own time; while it stands still, as soon as it plays."""

    percent: int


@dataclass(frozen=True, slots=True)
class JumpTo:
    """Have the replay go to a tick of the run."""

    tick: int


@dataclass(frozen=True, slots=True)
class StepBy:
    """Have the replay stand still so many steps further on, or back."""

    steps: int


@dataclass(frozen=True, slots=True)
class LeaveReplay:
    """Go back to where the replay was begun from."""


@dataclass(frozen=True, slots=True)
class NewSession:
    """Make a session and take a seat in it."""

    preset: str
    pace: Pace | None
    options: Options = HOUSE_OPTIONS


@dataclass(frozen=True, slots=True)
class Rename:
    """Play under another name from now on."""

    name: str


@dataclass(frozen=True, slots=True)
class ChooseCalling:
    """Be that from the next hero on."""

    calling: str


@dataclass(frozen=True, slots=True)
class BeginAnew:
    """Begin with a new hero of a calling, after the own one has died."""

    calling: str


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask the server for something about who one is, or who is in a session and keeps order."""

    request: Request


@dataclass(frozen=True, slots=True)
class Listen:
    """Hear the chat of these from now on."""

    whom: Listening


@dataclass(frozen=True, slots=True)
class Refresh:
    """Ask for the list of sessions again."""


@dataclass(frozen=True, slots=True)
class AskForRuns:
    """Ask for the list of old runs."""


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
    | Study
    | Note
    | Eyes
    | JoinSession
    | WatchSession
    | ReplayRun
    | ResumeReplay
    | Pause
    | ChooseSpeed
    | JumpTo
    | StepBy
    | LeaveReplay
    | NewSession
    | Rename
    | ChooseCalling
    | BeginAnew
    | Ask
    | Listen
    | Refresh
    | AskForRuns
    | ToLobby
    | TryNow
    | LeaveGame
)
Actions = tuple[Action, ...]
NOTHING: Actions = ()
