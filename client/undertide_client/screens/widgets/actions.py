"""Requests from screens to the application, but for the opening of screens. Data only."""

from dataclasses import dataclass

from undertide_client.model.run_time import RunMoment
from undertide_client.net.link import HOUSE_OPTIONS, Request
from undertide_shared.messages import Intent, Listening, Options, Pace


@dataclass(frozen=True, slots=True)
class Pop:
    """Remove this screen."""


@dataclass(frozen=True, slots=True)
class Home:
    """Remove all screens except the lowest."""


@dataclass(frozen=True, slots=True)
class Send:
    """Send an intent for the player's own hero."""

    intent: Intent


@dataclass(frozen=True, slots=True)
class Speak:
    """Say something to everyone in the session."""

    text: str


@dataclass(frozen=True, slots=True)
class AskForPause:
    """Ask for a pause of the whole party, or end one."""

    wanted: bool


@dataclass(frozen=True, slots=True)
class Study:
    """Ask the server which kinds of monsters the party has met."""


@dataclass(frozen=True, slots=True)
class ShowNote:
    """Show the player a line in the log."""

    text: str


@dataclass(frozen=True, slots=True)
class Copy:
    """Hand a line of text to the clipboard."""

    text: str


@dataclass(frozen=True, slots=True)
class Eyes:
    """Look through another hero's eyes; with None, through the party's."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class JoinSession:
    """Take a seat in a session."""

    session: str


@dataclass(frozen=True, slots=True)
class WatchSession:
    """Watch a session through the eyes of a seat's hero, or the party's with None."""

    session: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class ReplayRun:
    """Watch a run again from its beginning: a listed run, or a live session's so far."""

    run: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class ResumeReplay:
    """Resume the replay at the chosen speed."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Pause the replay."""


@dataclass(frozen=True, slots=True)
class ChooseSpeed:
    """Set the replay's speed in percent of the run's own time. A paused replay stays paused."""

    percent: int


@dataclass(frozen=True, slots=True)
class JumpTo:
    """Move the replay to a moment of the run."""

    moment: RunMoment


@dataclass(frozen=True, slots=True)
class StepBy:
    """Pause the replay, and move it forward by a number of steps, or back if negative."""

    steps: int


@dataclass(frozen=True, slots=True)
class LeaveReplay:
    """Go back to the screen from which the replay started."""


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
    """Choose the calling of the player's next hero."""

    calling: str


@dataclass(frozen=True, slots=True)
class Introduce:
    """Remember who the player is, and go where the client was started for."""

    name: str
    calling: str
    preset: str = ""
    """The preset to play, where the client was started for a new session; empty for the usual."""


@dataclass(frozen=True, slots=True)
class TurnHints:
    """Give hints for newcomers from now on, or none."""

    on: bool


@dataclass(frozen=True, slots=True)
class BeginAnew:
    """Start a new hero of a calling, after the player's own has died."""

    calling: str


@dataclass(frozen=True, slots=True)
class PlayAgain:
    """Begin another run with the same party, or join the one that a companion has begun."""


@dataclass(frozen=True, slots=True)
class SendRequest:
    """Send a request about the account, about the people in a session, or about moderation."""

    request: Request


@dataclass(frozen=True, slots=True)
class Listen:
    """Choose whose chat the player receives from now on."""

    whom: Listening


@dataclass(frozen=True, slots=True)
class Refresh:
    """Ask for a page of the list of sessions, after the first `skip`."""

    skip: int = 0


@dataclass(frozen=True, slots=True)
class AskForRuns:
    """Ask for a page of the list of old runs: the latest, or those before a run."""

    before: str = ""


@dataclass(frozen=True, slots=True)
class ToLobby:
    """Leave the session for the lobby."""


@dataclass(frozen=True, slots=True)
class TryNow:
    """Try to connect at once."""


@dataclass(frozen=True, slots=True)
class RunCommand:
    """Leave the title screen for a command of the command line, without `undertide` before it."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LeaveGame:
    """End the program."""


SimpleAction = (
    Pop
    | Home
    | Send
    | Speak
    | AskForPause
    | Study
    | ShowNote
    | Copy
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
    | Introduce
    | TurnHints
    | BeginAnew
    | PlayAgain
    | SendRequest
    | Listen
    | Refresh
    | AskForRuns
    | ToLobby
    | TryNow
    | RunCommand
    | LeaveGame
)
"""The actions that open no screen."""
