"""Requests from screens to the application, but for the opening of screens. Data only."""

import msgspec

from undertide_client.model.run_time import RunMoment
from undertide_client.net.destination import HOUSE_OPTIONS
from undertide_client.net.link import Request
from undertide_client.saved.profile import Signs
from undertide_shared.messages import Intent, Listening, Options, Pace


class Pop(msgspec.Struct, frozen=True):
    """Remove this screen."""


class Home(msgspec.Struct, frozen=True):
    """Remove all screens except the lowest."""


class Send(msgspec.Struct, frozen=True):
    """Send an intent for the player's own hero."""

    intent: Intent


class Speak(msgspec.Struct, frozen=True):
    """Say something to everyone in the session."""

    text: str


class AskForPause(msgspec.Struct, frozen=True):
    """Ask for a pause of the whole party, or end one."""

    wanted: bool


class Study(msgspec.Struct, frozen=True):
    """Ask the server which kinds of monsters the party has met."""


class ShowNote(msgspec.Struct, frozen=True):
    """Show the player a line in the log."""

    text: str


class Copy(msgspec.Struct, frozen=True):
    """Hand a line of text to the clipboard."""

    text: str


class Eyes(msgspec.Struct, frozen=True):
    """Look through another hero's eyes; with None, through the party's."""

    seat: int | None


class JoinSession(msgspec.Struct, frozen=True):
    """Take a seat in a session."""

    session: str


class WatchSession(msgspec.Struct, frozen=True):
    """Watch a session through the eyes of a seat's hero, or the party's with None."""

    session: str
    seat: int | None = None


class ReplayRun(msgspec.Struct, frozen=True):
    """Watch a run again from its beginning: a listed run, or a live session's so far."""

    run: str
    seat: int | None = None


class ResumeReplay(msgspec.Struct, frozen=True):
    """Resume the replay at the chosen speed."""


class Pause(msgspec.Struct, frozen=True):
    """Pause the replay."""


class ChooseSpeed(msgspec.Struct, frozen=True):
    """Set the replay's speed in percent of the run's own time. A paused replay stays paused."""

    percent: int


class JumpTo(msgspec.Struct, frozen=True):
    """Move the replay to a moment of the run."""

    moment: RunMoment


class StepBy(msgspec.Struct, frozen=True):
    """Pause the replay, and move it forward by a number of steps, or back if negative."""

    steps: int


class LeaveReplay(msgspec.Struct, frozen=True):
    """Go back to the screen from which the replay started."""


class NewSession(msgspec.Struct, frozen=True):
    """Make a session and take a seat in it."""

    preset: str
    pace: Pace | None
    options: Options = HOUSE_OPTIONS


class Rename(msgspec.Struct, frozen=True):
    """Play under another name from now on."""

    name: str


class ChooseCalling(msgspec.Struct, frozen=True):
    """Choose the calling of the player's next hero."""

    calling: str


class Introduce(msgspec.Struct, frozen=True):
    """Remember who the player is, and go where the client was started for."""

    name: str
    calling: str


class TurnHints(msgspec.Struct, frozen=True):
    """Give hints for newcomers from now on, or none."""

    on: bool


class ChooseSigns(msgspec.Struct, frozen=True):
    """Choose what tells of moments from now on."""

    signs: Signs


class BeginAnew(msgspec.Struct, frozen=True):
    """Start a new hero of a calling, after the player's own has died."""

    calling: str


class PlayAgain(msgspec.Struct, frozen=True):
    """Begin another run with the same party, or join the one that a companion has begun."""


class PlayTutorial(msgspec.Struct, frozen=True):
    """Leave for a session of lessons, which is for the player alone."""


class SendRequest(msgspec.Struct, frozen=True):
    """Send a request about the account, about the people in a session, or about moderation."""

    request: Request


class Listen(msgspec.Struct, frozen=True):
    """Choose whose chat the player receives from now on."""

    whom: Listening


class Refresh(msgspec.Struct, frozen=True):
    """Ask for a page of the list of sessions, after the first `skip`."""

    skip: int = 0


class AskForRuns(msgspec.Struct, frozen=True):
    """Ask for a page of the list of old runs: the latest, or those before a run."""

    before: str = ""


class ToLobby(msgspec.Struct, frozen=True):
    """Leave the session for the lobby."""


class TryNow(msgspec.Struct, frozen=True):
    """Try to connect at once."""


class RunCommand(msgspec.Struct, frozen=True):
    """Leave the title screen for a command of the command line, without `undertide` before it."""

    words: tuple[str, ...]


class LeaveGame(msgspec.Struct, frozen=True):
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
    | ChooseSigns
    | BeginAnew
    | PlayAgain
    | PlayTutorial
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
