"""What a client may say to a server."""

from undertide_shared.messages.intents import Intent
from undertide_shared.messages.orders import Order
from undertide_shared.messages.parts import Options
from undertide_shared.messages.wire import WireStruct
from undertide_shared.messages.words import Listening, Pace


class Hello(WireStruct, frozen=True, tag="hello"):
    """First message of a connection: the protocol it speaks and what it is, for the host's log."""

    protocol: int
    client: str


class ListSessions(WireStruct, frozen=True, tag="list"):
    """Ask for the sessions. Answer: `Sessions`."""


class Create(WireStruct, frozen=True, tag="create"):
    """Make a session; an empty preset or no pace means the host's choice. Answer: `Created`."""

    preset: str = ""
    pace: Pace | None = None
    options: Options = Options()


class Join(WireStruct, frozen=True, tag="join"):
    """Take a seat. An empty session means any with a free seat, made if there is none.

    `session` is an id or an invite code.

    With the resume token of an earlier seat the same hero is taken up again. Answer: `Joined`,
    then a `Keyframe`.
    """

    session: str
    name: str
    token: bytes = b""
    calling: str = ""
    """Key of the hero's calling (R7); empty: the preset's own, which `Welcome` lists first."""


class Anew(WireStruct, frozen=True, tag="anew"):
    """Begin with a new hero in the same seat, after the first has died, if the host allows it."""

    calling: str = ""


class ListKinds(WireStruct, frozen=True, tag="kinds?"):
    """Ask which kinds of monsters the party has met. Answer: `Bestiary`."""


class Watch(WireStruct, frozen=True, tag="watch"):
    """Watch without a seat, from the eyes of one hero or, with none, the whole party's.

    An empty session means the listed one with most heroes; otherwise it is an id or an invite code.
    Answer: `Watching`, then a `Keyframe`.
    """

    session: str
    name: str = ""
    seat: int | None = None


class Follow(WireStruct, frozen=True, tag="follow"):
    """A change of eyes: to a hero's seat, or with none to the party's.

    For spectators, and for players whose hero has died.
    """

    seat: int | None = None


class Leave(WireStruct, frozen=True, tag="leave"):
    """Go back to the lobby. A hero left behind falls asleep and waits for its player."""


class ListRuns(WireStruct, frozen=True, tag="runs?"):
    """Ask for the runs that can be watched again. Answer: `Runs`.

    Those of private sessions are told to whoever played there as an account, and to operators.
    """


class Replay(WireStruct, frozen=True, tag="replay"):
    """Watch a run again from its first tick, or from the one nearest to `tick`.

    `run` is its name, a beginning that no other name has, or the id of a live session: its run as
    far as its host lets spectators see. Whose eyes: as in `Watch`. Answer: `Replaying`, then a
    `Keyframe`. It stands still until a `Play`.
    """

    run: str
    seat: int | None = None
    tick: int = 0


class Play(WireStruct, frozen=True, tag="play"):
    """Let the replay run at so many percent of the run's own time; 0 stands still.

    More than `MAX_SPEED` counts as that. Answer: `Moment`.
    """

    speed: int


class Seek(WireStruct, frozen=True, tag="seek"):
    """Go to the first moment at or after a tick of the run. Answer: a `Keyframe`, and `Moment`."""

    tick: int


class Step(WireStruct, frozen=True, tag="step"):
    """Stand still, so many steps further on; below 0: back. Answer: `Moment`, after the frame."""

    steps: int


class Act(WireStruct, frozen=True, tag="act"):
    """An intent of the sender's own hero. `sequence` rises with each; frames report on it."""

    sequence: int
    intent: Intent


class Say(WireStruct, frozen=True, tag="say"):
    """Talk to everyone in the session."""

    text: str


class Hear(WireStruct, frozen=True, tag="hear"):
    """Choose whose chat one is sent from now on, in this session."""

    whom: Listening


class Govern(WireStruct, frozen=True, tag="govern"):
    """Keep order: in the sender's own session or, from the lobby, in the one that is named.

    Answer: `People`, or `Invited`.
    """

    order: Order
    session: str = ""


class ListPeople(WireStruct, frozen=True, tag="people?"):
    """Ask who is in a session, and how it is run: one's own or, from the lobby, the one named.

    With none named, from the lobby, the server's operators are told of everyone. Answer: `People`.
    """

    session: str = ""


class ListDeeds(WireStruct, frozen=True, tag="audit?"):
    """Ask for the audit log, as `ListPeople` does: hosts and moderators may. Answer: `Audit`."""

    session: str = ""


class SignUp(WireStruct, frozen=True, tag="signup"):
    """Make an account, and be logged in. Answer: `Account`."""

    name: str
    password: str


class LogIn(WireStruct, frozen=True, tag="login"):
    """Be who one is: with a password, or with the token that `Account` gave. Answer: `Account`.

    An empty name with the host's own key, from its data folder, makes an operator.
    """

    name: str
    password: str = ""
    token: bytes = b""


class LogOut(WireStruct, frozen=True, tag="logout"):
    """Be a guest again; the token of this login ends. Answer: `Account`, of nobody."""


class ChangePassword(WireStruct, frozen=True, tag="password"):
    """Choose another password; all tokens but a new one end. Answer: `Account`."""

    password: str
    new: str


class Resync(WireStruct, frozen=True, tag="resync"):
    """Ask for a keyframe: this client lost track."""


ClientMessage = (
    Hello
    | ListSessions
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
    | ListKinds
    | Say
    | Hear
    | Govern
    | ListPeople
    | ListDeeds
    | SignUp
    | LogIn
    | LogOut
    | ChangePassword
    | Resync
)
