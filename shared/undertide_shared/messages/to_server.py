"""The messages of a client to a server."""

from typing import Annotated

from msgspec import Meta

from undertide_shared.limits import MAX_ASKED_SEATS
from undertide_shared.messages.bounds import (
    ChatText,
    KeyText,
    NameText,
    Number,
    Offset,
    PasswordText,
    ProgramText,
    ReasonText,
    SaidText,
    SaidTexts,
    SeatNumber,
    Token,
)
from undertide_shared.messages.intents import Intent
from undertide_shared.messages.lobby import Options, SeatQuestion
from undertide_shared.messages.orders import Order
from undertide_shared.messages.wire import WireStruct
from undertide_shared.messages.words import Listening, Pace

SeatQuestions = Annotated[list[SeatQuestion], Meta(max_length=MAX_ASKED_SEATS)]


class Hello(WireStruct, frozen=True, tag="hello"):
    """The first message of a connection, with its protocol and the client's name for the log."""

    protocol: Number
    client: ProgramText


class ListSessions(WireStruct, frozen=True, tag="list"):
    """Ask for a page of the list of sessions. Answer: `Sessions`."""

    skip: Number = 0
    """Number of sessions before the page; 0 for the first page."""
    seats: SeatQuestions = []
    """Seats of which the answer tells what became, at most 12, one a session."""


class ListThumbnails(WireStruct, frozen=True, tag="thumbs?"):
    """Ask for small pictures of listed sessions. Answer: `Thumbnails`.

    It has no picture of a session that isn't public, that nobody new may watch, or of which
    spectators have seen nothing yet.
    """

    sessions: SaidTexts
    """Ids of sessions, at most 12."""


class Create(WireStruct, frozen=True, tag="create"):
    """Make a session. An empty preset or no pace means the server's default. Answer: `Created`."""

    preset: KeyText = ""
    pace: Pace | None = None
    options: Options = Options()


class Join(WireStruct, frozen=True, tag="join"):
    """Take a seat. An empty session means any with a free seat, if there is one.

    `session` is an id or an invite code. If it is empty and no session has a free seat, the answer
    is the error `unknown_session`; a client may then make one with `Create`. With the token of an
    earlier seat, the player takes the same hero again. Answer: `Joined`, then a `Keyframe`.

    If somebody else has the room of that seat by now, the answer is `Watching` with the player's
    place in line. `Joined` follows as soon as there is room.
    """

    session: SaidText
    name: NameText
    token: Token = b""
    calling: KeyText = ""
    """`calling` of a `CallingInfo`; empty for the first; ignored with a token."""


class Anew(WireStruct, frozen=True, tag="anew"):
    """Begin with a new hero in the same seat after a death, if the session allows it."""

    calling: KeyText = ""


class Again(WireStruct, frozen=True, tag="again"):
    """Play again with the same party, once the run is over. Answer: `NewRun`."""


class ListKinds(WireStruct, frozen=True, tag="kinds?"):
    """Ask for the kinds of monsters that the party has met. Answer: `Bestiary`."""


class Watch(WireStruct, frozen=True, tag="watch"):
    """Watch without a seat, through the eyes of one hero, or of the whole party if `seat` is None.

    `session` is an id or an invite code. If it is empty, the server picks the listed session with
    most heroes. Answer: `Watching`, then a `Keyframe`.
    """

    session: SaidText
    name: NameText = ""
    seat: SeatNumber | None = None


class Follow(WireStruct, frozen=True, tag="follow"):
    """Change the view: to a hero's seat, or to the party's if `seat` is None.

    For spectators, and for players whose hero has died.
    """

    seat: SeatNumber | None = None


class Leave(WireStruct, frozen=True, tag="leave"):
    """Go back to the lobby. The hero left behind falls asleep and waits for its player."""


class ListRuns(WireStruct, frozen=True, tag="runs?"):
    """Ask for a page of the runs that can be watched again. Answer: `Runs`.

    Only operators, and accounts that played there, get the runs of private sessions.
    """

    before: KeyText = ""
    """Whole name of the last run on the page before this one; empty for the first page. If that run
    was deleted meanwhile, the error is `unknown_run`: ask for the first page again."""


class Replay(WireStruct, frozen=True, tag="replay"):
    """Watch a run again from its first tick, or from the tick nearest to `tick`.

    `run` is the name of the run, a unique beginning of that name, or the id of a live session. A
    live run goes as far as its delay lets spectators see. `seat` chooses the view as in `Watch`.
    Answer: `Replaying`, then a `Keyframe`. The replay stands still until a `Play`.
    """

    run: KeyText
    seat: SeatNumber | None = None
    tick: Offset = 0
    elapsed: Offset | None = None
    """Where to begin, in real time; if it is given, `tick` doesn't count."""


class Play(WireStruct, frozen=True, tag="play"):
    """Run the replay at a speed in percent of the run's own time; 0 stands still.

    The run's own time is real time. Where nothing happened for long, only a moment of that passes.
    A speed above `MAX_SPEED` counts as `MAX_SPEED`. Answer: `Moment`.
    """

    speed: Offset


class Seek(WireStruct, frozen=True, tag="seek"):
    """Go to the first moment at or after a tick of the run. Answers: a `Keyframe`, and `Moment`."""

    tick: Offset
    elapsed: Offset | None = None
    """The real time to go to; if it is given, `tick` doesn't count. Of steps at the same time the
    last is shown, but of those at the beginning the first."""


class Step(WireStruct, frozen=True, tag="step"):
    """Move the replay by `steps` steps (below 0: back) and stop it there.

    Answer: `Moment`, after the frame.
    """

    steps: Offset


class Act(WireStruct, frozen=True, tag="act"):
    """Send an intent of the sender's own hero. `sequence` rises with each; frames report on it."""

    sequence: int
    intent: Intent


class Say(WireStruct, frozen=True, tag="say"):
    """Talk to everyone in the session."""

    text: ChatText


class PauseParty(WireStruct, frozen=True, tag="pause"):
    """Ask for a pause of the whole session, or end one.

    It begins when all players whose heroes are awake have asked.
    """

    wanted: bool = True


class Hear(WireStruct, frozen=True, tag="hear"):
    """Choose whose chat the server sends to this client from now on, in this session."""

    whom: Listening


class Govern(WireStruct, frozen=True, tag="govern"):
    """Give an order: in the sender's own session or, from the lobby, in a named one.

    Answer: `People`, or `Invited`.
    """

    order: Order
    session: SaidText = ""


class ListPeople(WireStruct, frozen=True, tag="people?"):
    """Ask for the people and settings of the sender's session or, from the lobby, of a named one.

    From the lobby, an operator who names no session gets everybody on the server. Answer: `People`.
    """

    session: SaidText = ""


class ListAuditEntries(WireStruct, frozen=True, tag="audit?"):
    """Ask for the audit log, as with `ListPeople`. Answer: `Audit`.

    Party leaders, moderators and operators may.
    """

    session: SaidText = ""


class Report(WireStruct, frozen=True, tag="report"):
    """Report somebody in the sender's own session to the server's operators. Answer: `Reported`.

    `person` is an id from `People`. The server keeps the last lines of chat with the report.
    """

    person: Number
    reason: ReasonText = ""


class ListReports(WireStruct, frozen=True, tag="reports?"):
    """Ask for a page of the reports of all sessions. Only operators may. Answer: `Reports`."""

    before: Number = 0
    """Number of the last report on the page before; 0 for the first page."""


class SignUp(WireStruct, frozen=True, tag="signup"):
    """Make an account and log in to it. Answer: `AccountInfo`."""

    name: NameText
    password: PasswordText


class LogIn(WireStruct, frozen=True, tag="login"):
    """Log in with a password, or with the token from an earlier login. Answer: `AccountInfo`.

    An empty name with the operator key, from the server's data folder, makes an operator.
    """

    name: NameText
    password: PasswordText = ""
    token: Token = b""


class LogOut(WireStruct, frozen=True, tag="logout"):
    """Become a guest again. The token of this login ends. Answer: `AccountInfo` without a name."""


class ChangePassword(WireStruct, frozen=True, tag="password"):
    """Choose another password. All tokens end except for a new one. Answer: `AccountInfo`."""

    password: PasswordText
    new: PasswordText


class ExportAccount(WireStruct, frozen=True, tag="export"):
    """Ask for a copy of the server's data about the sender's account. Answer: `AccountData`."""


class EraseAccount(WireStruct, frozen=True, tag="erase"):
    """End the sender's account for good. Answer: `AccountInfo` without a name."""

    password: PasswordText


class Resync(WireStruct, frozen=True, tag="resync"):
    """Ask for a keyframe, because this client has missed a frame."""


class Ping(WireStruct, frozen=True, tag="ping"):
    """Ask for a sign of life. Answer: `Pong`."""


class ListNodes(WireStruct, frozen=True, tag="nodes?"):
    """Ask for the nodes of the server: its workers. Only operators may. Answer: `Nodes`."""


class Drain(WireStruct, frozen=True, tag="drain"):
    """Move all runs of a node to others; it takes no more. Only operators may. Answer: `Nodes`.

    The answer comes before the runs have moved.
    """

    node: SaidText


class Transfer(WireStruct, frozen=True, tag="transfer"):
    """Move the run of a session to another node. Only operators may. Answer: `Nodes`."""

    session: SaidText
    node: SaidText


class LookInto(WireStruct, frozen=True, tag="look?"):
    """Ask what a run's world holds after one of its steps. Only operators may. Answer: `Looked`.

    `session` is the id of a live session, or the name of a run. Without a floor, an entity or a
    component the answer lists no entities.
    """

    session: SaidText
    step: Number | None = None
    """The step after which to look; the last that is stored if none is given."""
    since: Number | None = None
    """An earlier step: the answer has what changed since then in place of the entities."""
    floor: Number | None = None
    """The number of a floor: the answer has what is there, and its map."""
    entity: Number | None = None
    component: KeyText = ""
    """A component by its stored name, or a path into it, as `Effects.remaining.burning`."""
    after: Number = 0
    """The last entity of the answer before this one; 0 for the first."""


class ListChat(WireStruct, frozen=True, tag="chats?"):
    """Ask for the last lines of a session's chat. Only operators may. Answer: `ChatLog`."""

    session: SaidText


class ShowStatus(WireStruct, frozen=True, tag="status?"):
    """Ask how the server is, all its workers included. Only operators may.

    Answer: `StatusReport`.
    """


ClientMessage = (
    Hello
    | ListSessions
    | ListThumbnails
    | ListRuns
    | Create
    | Join
    | Watch
    | Replay
    | Play
    | Seek
    | Step
    | Follow
    | Leave
    | Act
    | Anew
    | Again
    | ListKinds
    | Say
    | PauseParty
    | Hear
    | Govern
    | ListPeople
    | ListAuditEntries
    | Report
    | ListReports
    | SignUp
    | LogIn
    | LogOut
    | ChangePassword
    | ExportAccount
    | EraseAccount
    | Resync
    | Ping
    | ListNodes
    | Drain
    | Transfer
    | LookInto
    | ListChat
    | ShowStatus
)
