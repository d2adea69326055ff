"""Every message of protocol `undertide.v1`, and which of them is legal in which state.

On the wire a message is a MessagePack array: a short tag, then the fields in the order they have
here. Trailing fields that a receiver does not know are ignored, so fields are only ever added at
the end, with a default. Tags are never used again for another meaning. `docs/protocol.md` explains
each message to whoever writes a client, with an example in bytes that a test checks.

Colours are integers 0xRRGGBB. Cells are (x, y), x to the right, y down, (0, 0) at the top left.
"""

from enum import Enum
from typing import Literal, get_args

import msgspec

PROTOCOL = 1
SUBPROTOCOL = "undertide.v1"

MAX_CLIENT_MESSAGE = 2048
"""Bytes of one message from a client: the longest legal one, a chat line, is half of it."""
MAX_SERVER_MESSAGE = 256 * 1024
"""Bytes of one message from a server: a keyframe of the largest floor is a tenth of it."""
MAX_NAME = 16
"""Characters of a hero's or watcher's name: what the party panel can show."""
MAX_CHAT = 240
"""Characters of one chat line: three lines of a small terminal."""
MAX_LISTED_WATCHERS = 50
"""Watchers that a roster names: more than any screen lists, few enough to send at every change."""
MAX_LISTED_RUNS = 200
"""Runs that a server lists, the latest: some screens full."""
MAX_LANDMARKS = 2000
"""Landmarks that a timeline tells: ten times what a long run has."""
MAX_SPEED = 6400
"""Percent of its own time that a replay runs at, at the most: an hour in a minute."""
MAX_SEQUENCE = 2**31 - 1
"""Largest number a client may give to an intent."""

Coordinate = int
Tone = Literal["info", "good", "bad", "combat", "tide", "party", "system"]
Pace = Literal["auto", "party", "real"]
"""What a host chooses. auto: turn by turn when alone on a floor, real time in company."""
PaceMode = Literal["solo", "party", "real", "idle"]
"""What is in force on one floor. idle: no waking hero is there, so no time passes."""
HeroState = Literal["alive", "linkdead", "asleep", "dead"]
Outcome = Literal["none", "waiting", "done", "refused"]
Activity = Literal["none", "explore", "travel", "rest"]
Role = Literal["hero", "monster", "item"]
Slot = Literal[
    "main_hand", "off_hand", "head", "body", "hands", "feet", "cloak", "ring", "amulet"
]  # fmt: skip
"""Where gear is worn (R6), in the order that screens list them in."""
Hunger = Literal["sated", "hungry", "starving", "famished"]
"""R7. famished: it hurts."""
RunState = Literal["live", "ended", "abandoned", "aside"]
"""Of a run that a server keeps. live: it is played, or goes on when its host starts again; ended:
played to its end; abandoned: closed before it; aside: could not go on."""
LandmarkKind = Literal["floor", "death", "boss", "amulet", "end"]
"""What a run's timeline marks: a floor first entered, the death of a hero or a boss, an amulet
taken, the run's end."""


class _Wire(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """An array on the wire, immutable here."""


# --- intents: what a hero's player asks ---------------------------------------------------------


class Move(_Wire, frozen=True, tag="move"):
    """Go one cell, open the door there, or attack what stands there. dx and dy are -1, 0 or 1."""

    dx: int
    dy: int


class Wait(_Wire, frozen=True, tag="wait"):
    """Let a moment pass."""


class Take(_Wire, frozen=True, tag="take"):
    """Pick up what lies here."""


class Drop(_Wire, frozen=True, tag="drop"):
    """Lay down the item with this id from the pack; worn gear is taken off first."""

    item: int


class Give(_Wire, frozen=True, tag="give"):
    """Hand so many of the item with this id to the hero of a seat, who stands beside."""

    item: int
    seat: int
    count: int = 1


class Wear(_Wire, frozen=True, tag="wear"):
    """Put on the gear with this id; an empty slot means the first of those that it fits."""

    item: int
    slot: Slot | Literal[""] = ""


class Doff(_Wire, frozen=True, tag="doff"):
    """Take off the gear with this id."""

    item: int


class Shoot(_Wire, frozen=True, tag="shoot"):
    """Shoot at a cell with the weapon in hand."""

    x: Coordinate
    y: Coordinate


class Cast(_Wire, frozen=True, tag="cast"):
    """Cast a spell that the hero knows; x and y where it asks for a target."""

    spell: str
    x: Coordinate | None = None
    y: Coordinate | None = None


class Break(_Wire, frozen=True, tag="break"):
    """Break the gear with this id down into the essences of its affixes (R8)."""

    item: int


class Craft(_Wire, frozen=True, tag="craft"):
    """At a forge: work essences into the plain gear with this id (R8).

    `essences` are items of the pack, each with how many of it.
    """

    item: int
    essences: list[tuple[int, int]]


class Use(_Wire, frozen=True, tag="use"):
    """Drink or read the item with this id; x and y where it asks for a target."""

    item: int
    x: Coordinate | None = None
    y: Coordinate | None = None


class Climb(_Wire, frozen=True, tag="climb"):
    """Take the stairs underfoot, up or down."""


class Travel(_Wire, frozen=True, tag="travel"):
    """Walk to a known cell, until there or until something comes into view."""

    x: Coordinate
    y: Coordinate


class Explore(_Wire, frozen=True, tag="explore"):
    """Walk to what is unknown and pick up what lies about, until something comes into view."""


class Rest(_Wire, frozen=True, tag="rest"):
    """Wait until healed, or until something comes into view."""


class Stop(_Wire, frozen=True, tag="stop"):
    """Give up what is under way and what is waiting."""


Intent = (
    Move
    | Wait
    | Take
    | Drop
    | Give
    | Wear
    | Doff
    | Shoot
    | Use
    | Cast
    | Break
    | Craft
    | Climb
    | Travel
    | Explore
    | Rest
    | Stop
)


# --- from client to server ----------------------------------------------------------------------


class Hello(_Wire, frozen=True, tag="hello"):
    """First message of a connection: the protocol it speaks and what it is, for the host's log."""

    protocol: int
    client: str


class ListSessions(_Wire, frozen=True, tag="list"):
    """Ask for the sessions. Answer: `Sessions`."""


class Create(_Wire, frozen=True, tag="create"):
    """Make a session; an empty preset or no pace means the host's choice. Answer: `Created`."""

    preset: str = ""
    pace: Pace | None = None


class Join(_Wire, frozen=True, tag="join"):
    """Take a seat. An empty session means any with a free seat, made if there is none.

    With the resume token of an earlier seat the same hero is taken up again. Answer: `Joined`,
    then a `Keyframe`.
    """

    session: str
    name: str
    token: bytes = b""
    calling: str = ""
    """Key of the hero's calling (R7); empty: the preset's own, which `Welcome` lists first."""


class Anew(_Wire, frozen=True, tag="anew"):
    """Begin with a new hero in the same seat, after the first has died, if the host allows it."""

    calling: str = ""


class ListKinds(_Wire, frozen=True, tag="kinds?"):
    """Ask which kinds of monsters the party has met. Answer: `Bestiary`."""


class Watch(_Wire, frozen=True, tag="watch"):
    """Watch without a seat, from the eyes of one hero or, with none, the whole party's.

    An empty session means the one with most heroes. Answer: `Watching`, then a `Keyframe`.
    """

    session: str
    name: str = ""
    seat: int | None = None


class Follow(_Wire, frozen=True, tag="follow"):
    """A change of eyes: to a hero's seat, or with none to the party's.

    For spectators, and for players whose hero has died.
    """

    seat: int | None = None


class Leave(_Wire, frozen=True, tag="leave"):
    """Go back to the lobby. A hero left behind falls asleep and waits for its player."""


class ListRuns(_Wire, frozen=True, tag="runs?"):
    """Ask for the runs that can be watched again. Answer: `Runs`."""


class Replay(_Wire, frozen=True, tag="replay"):
    """Watch a run again from its first tick, or from the one nearest to `tick`.

    `run` is its name, a beginning that no other name has, or the id of a live session: its run as
    far as its host lets spectators see. Whose eyes: as in `Watch`. Answer: `Replaying`, then a
    `Keyframe`. It stands still until a `Play`.
    """

    run: str
    seat: int | None = None
    tick: int = 0


class Play(_Wire, frozen=True, tag="play"):
    """Let the replay run at so many percent of the run's own time; 0 stands still.

    More than `MAX_SPEED` counts as that. Answer: `Moment`.
    """

    speed: int


class Seek(_Wire, frozen=True, tag="seek"):
    """Go to the first moment at or after a tick of the run. Answer: a `Keyframe`, and `Moment`."""

    tick: int


class Step(_Wire, frozen=True, tag="step"):
    """Stand still, so many steps further on; below 0: back. Answer: `Moment`, after the frame."""

    steps: int


class Act(_Wire, frozen=True, tag="act"):
    """An intent of the sender's own hero. `sequence` rises with each; frames report on it."""

    sequence: int
    intent: Intent


class Say(_Wire, frozen=True, tag="say"):
    """Talk to everyone in the session."""

    text: str


class Resync(_Wire, frozen=True, tag="resync"):
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
    | Resync
)


# --- parts of server messages -------------------------------------------------------------------


class SessionInfo(_Wire, frozen=True):
    """One live session, as the lobby lists it. The seed is secret: it would be a map."""

    session: str
    preset: str
    pace: Pace
    heroes: int
    spectators: int
    seats: int
    deepest_floor: int
    subtitle: str = ""


class RunInfo(_Wire, frozen=True):
    """One run that can be watched again. `begun` is seconds since 1970."""

    run: str
    """Its name, that of no other run."""
    session: str
    preset: str
    state: RunState
    ticks: int
    begun: int
    heroes: list[str]
    """Names of those who played, by seat; at most the first eight."""


class Landmark(_Wire, frozen=True):
    """What a run's timeline marks: the tick, what kind of moment it was, and a sentence for it."""

    tick: int
    kind: LandmarkKind
    text: str


class TileLook(_Wire, frozen=True):
    """How a tile code is drawn and what it means. Code 0 is what nobody has seen."""

    code: int
    name: str
    glyph: str
    colour: int
    walkable: bool
    transparent: bool
    stairs: Literal["none", "up", "down"] = "none"
    shunned: bool = False
    """Whether errands go round it: it harms, or is known to be a trap."""
    description: str = ""


class Kind(_Wire, frozen=True):
    """What sightings refer to. Ids are this view's own and say nothing about the rest."""

    id: int
    role: Role
    name: str
    glyph: str
    colour: int
    description: str = ""


class Calling(_Wire, frozen=True):
    """What a new hero may be (R7): its key, its name, and a sentence about it."""

    calling: str
    name: str
    description: str


class MetKind(_Wire, frozen=True):
    """A kind of monster that the party has met, and how many of it fell.

    `facts` are sentences about what it is and does, the more the more of it fell.
    """

    name: str
    glyph: str
    colour: int
    description: str
    fell: int
    facts: list[str]


class Sighting(_Wire, frozen=True):
    """A hero, monster or item in sight or, for an item, remembered. `health` is percent.

    `mood` says what can be seen of a monster: "asleep", "idle", "hunting", "fleeing", "confused",
    "peaceful" (nobody's enemy until it is hurt) or "sealed" (nothing can harm it yet, R15); of a
    hero its state or "confused"; of an item nothing.
    """

    id: int
    kind: int
    x: Coordinate
    y: Coordinate
    health: int = 100
    mood: str = ""
    statuses: list[str] = []
    """What it can be seen to suffer or enjoy, such as "burning"."""


class Shift(_Wire, frozen=True):
    """A sighting that moved."""

    id: int
    x: Coordinate
    y: Coordinate


class Condition(_Wire, frozen=True):
    """A sighting whose health (percent), mood or statuses changed."""

    id: int
    health: int
    mood: str
    statuses: list[str] = []


class FloorInfo(_Wire, frozen=True):
    """The floor that a view shows: its branch of the run, its number from 1, its size in cells."""

    branch: int
    number: int
    name: str
    width: int
    height: int
    type: str = ""
    """What its type is called (R9)."""


class BranchInfo(_Wire, frozen=True):
    """A floor of the run tree as the party knows it (R9): entered, or below one that was.

    `parent` is the id of the floor above, 0 at the root; `depth` counts from 0 at the root,
    `sibling` from 0 among the floors below the same one. Name, glyph and colour are its type's.
    """

    id: int
    parent: int
    depth: int
    sibling: int
    name: str
    glyph: str
    colour: int
    visited: bool


class StairInfo(_Wire, frozen=True):
    """Stairs that the view knows of, and the branch that they lead to, up or down."""

    x: Coordinate
    y: Coordinate
    branch: int


class Amulet(_Wire, frozen=True):
    """One of the amulets that the run is won with (R15), and the seat whose hero carries it."""

    name: str
    glyph: str
    colour: int
    bearer: int | None = None


class HeroStatus(_Wire, frozen=True):
    """The followed hero, as its own player knows it."""

    seat: int
    id: int
    life: int
    max_life: int
    level: int
    experience: int
    next_level: int
    attack: int
    state: HeroState
    activity: Activity
    effects: list[tuple[str, int]]
    """Name and remaining ticks of each effect."""
    resistances: list[tuple[str, int]]
    """Damage type and what counts of it (R6)."""
    gold: int = 0
    calling: str = ""
    """What its calling is called."""
    worn: list[tuple[str, int]] = []
    """Damage type and what is worn of it, before R6's limits."""
    mana: int = 0
    max_mana: int = 0
    magic: int = 0
    """Power of its spells."""
    extra: list[tuple[str, int]] = []
    """Damage type and what each blow does of it besides."""
    absorb: int = 0
    """Taken off every hit."""
    speed: int = 10
    """Energy a tick; 10 is normal."""
    hunger: Hunger = "sated"
    food: int = 100
    """Percent of what it can eat."""
    range: int = 0
    """Cells that the weapon in hand shoots; 0: it strikes what is next to it."""


class IntentReport(_Wire, frozen=True):
    """What became of the hero's intents.

    `received` is the highest sequence that arrived; `sequence` the latest that `outcome` is about,
    with the reason where it was refused.
    """

    received: int
    sequence: int
    outcome: Outcome
    reason: str = ""


class Essence(_Wire, frozen=True):
    """What an essence brings to gear: an affix, and how many each level of it takes.

    `costs` are for the levels from 1 up to what the depth of the run allows; `slots` are those
    whose gear can have it.
    """

    affix: str
    costs: list[int]
    slots: list[Slot]
    pieces: list[int] = []
    """Ids of the gear in the pack that can have it."""
    makes: list[list[list[tuple[str, int]]]] = []
    """What each of `pieces` would give: forged plain, then with each level that the stack is enough
    for."""


class PackItem(_Wire, frozen=True):
    """A stack in the followed hero's pack. `target` says what using it asks for."""

    item: int
    name: str
    count: int
    glyph: str
    colour: int
    description: str
    target: Literal["none", "cell"] = "none"
    radius: int = 0
    """Cells around the target that are struck, for the preview."""
    usable: bool = True
    """Whether using it does anything; an amulet is only held."""
    slots: list[Slot] = []
    """Where it can be worn; none: it is no gear."""
    slot: Slot | Literal[""] = ""
    """Where it is worn."""
    quality: str = ""
    """Of gear: what its quality is called."""
    figures: list[tuple[str, int]] = []
    """What it gives when it is worn: "attack", "life", "res.fire" and so on."""
    affixes: list[tuple[str, int]] = []
    """Of gear: names of its affixes and the level of each. Breaking it gives their essences."""
    essence: Essence | None = None
    """What an essence is good for at a forge."""


class SpellInfo(_Wire, frozen=True):
    """A spell that the followed hero knows."""

    spell: str
    """Its key, to cast it by."""
    name: str
    glyph: str
    colour: int
    description: str
    mana: int
    target: Literal["none", "cell"] = "none"
    range: int = 0
    """Cells that it reaches."""
    radius: int = 0
    """Cells around the target that are struck, for the preview."""
    harms: bool = False
    """Whether it harms whoever is struck."""
    helps: bool = False
    """Whether it is for oneself or a friend."""


class PartyMember(_Wire, frozen=True):
    """One hero as every player of the session sees it on the party panel."""

    seat: int
    name: str
    colour: int
    floor: int
    health: int
    level: int
    state: HeroState
    branch: int = 0
    """The branch of the run that it is on; 0 if it is on none."""
    calling: str = ""
    """What its calling is called."""


class TideGauge(_Wire, frozen=True):
    """How far the tide of this floor has risen: percent of its bias, and the marks it passed.

    Before the grace time is over, `percent` is -1.
    """

    percent: int
    mark: int
    name: str


class PaceStatus(_Wire, frozen=True):
    """How time passes on this floor. `turns_in` is milliseconds until `mode` becomes `next`.

    `waiting_for` are the seats that party turns wait for.
    """

    mode: PaceMode
    next: PaceMode | None = None
    turns_in: int = 0
    waiting_for: list[int] = []


class Line(_Wire, frozen=True):
    """One line of a hero's log."""

    tone: Tone
    text: str


class SeatInfo(_Wire, frozen=True):
    """A seat and whether its player is connected."""

    seat: int
    name: str
    colour: int
    connected: bool


class HeroEnd(_Wire, frozen=True):
    """One hero in the summary of a run."""

    name: str
    colour: int
    level: int
    deepest_floor: int
    kills: int
    fate: str


# --- from server to client ----------------------------------------------------------------------


class Welcome(_Wire, frozen=True, tag="welcome"):
    """Answer to `Hello`."""

    protocol: int
    server: str
    presets: list[str]
    callings: list[Calling] = []
    """What heroes may be in the preset that this host plays when nobody asks for another."""


class Sessions(_Wire, frozen=True, tag="sessions"):
    """Answer to `ListSessions`."""

    sessions: list[SessionInfo]


class Created(_Wire, frozen=True, tag="created"):
    """Answer to `Create`."""

    session: str


class Joined(_Wire, frozen=True, tag="joined"):
    """A seat was taken. Keep `token` secret: it takes this seat up again."""

    session: str
    preset: str
    seat: int
    name: str
    token: bytes
    tiles: list[TileLook]
    subtitle: str = ""
    """What is special about this run (R14)."""


class Watching(_Wire, frozen=True, tag="watching"):
    """A place among the spectators was taken."""

    session: str
    preset: str
    name: str
    tiles: list[TileLook]
    subtitle: str = ""


class Runs(_Wire, frozen=True, tag="runs"):
    """Answer to `ListRuns`: the latest first, at most `MAX_LISTED_RUNS`."""

    runs: list[RunInfo]


class Replaying(_Wire, frozen=True, tag="replaying"):
    """A replay was opened. `run` is the run's whole name."""

    run: str
    session: str
    preset: str
    tiles: list[TileLook]
    seats: list[SeatInfo]
    """All who ever had one."""
    subtitle: str = ""


class Timeline(_Wire, frozen=True, tag="timeline"):
    """How far a replay reaches: ticks `first` to `last`, and the landmarks between.

    It is told when a replay opens and, while the run goes on (`live`), again as more of it may be
    seen.
    """

    first: int
    last: int
    live: bool
    landmarks: list[Landmark]
    """In order; at most `MAX_LANDMARKS`, the latest."""


class Moment(_Wire, frozen=True, tag="moment"):
    """Where a replay is: the tick that the frames before it show, and its speed in percent.

    It is told on every change of speed, after every jump, and a few times a second on the way.
    """

    tick: int
    speed: int


class Left(_Wire, frozen=True, tag="left"):
    """Answer to `Leave`, or what a client is told when its session closes under it."""

    session: str
    reason: str


class Keyframe(_Wire, frozen=True, tag="key"):
    """The whole of what a view knows. Deltas with `number` + 1, + 2, … follow it.

    `tiles` is run-length coded, row after row: tile code, how many, tile code, how many, …
    `sight` likewise from the first cell: how many cells out of sight, how many in sight, …
    """

    number: int
    seat: int | None
    """The followed hero's seat, or none for the party's view."""
    floor: FloorInfo
    tiles: list[int]
    sight: list[int]
    kinds: list[Kind]
    sightings: list[Sighting]
    party: list[PartyMember]
    tide: TideGauge
    pace: PaceStatus
    hero: HeroStatus | None
    intent: IntentReport | None
    pack: list[PackItem]
    lines: list[Line]
    """The last lines of the log, oldest first; they replace what was shown."""
    branches: list[BranchInfo] = []
    """The run tree, each floor after the one above it."""
    stairs: list[StairInfo] = []
    amulets: list[Amulet] = []
    """All that the run asks for, in the party's hands or not."""
    spells: list[SpellInfo] = []


class Delta(_Wire, frozen=True, tag="delta"):
    """What changed in a view since the frame before it. Absent parts did not change.

    `tiles` is a list of runs: cells skipped, cells set, tile code; and so on. `sight` is a list of
    runs: cells that stay as they were, cells that change between seen and unseen; and so on.
    """

    number: int
    tiles: list[int] = []
    sight: list[int] = []
    kinds: list[Kind] = []
    appeared: list[Sighting] = []
    gone: list[int] = []
    shifted: list[Shift] = []
    changed: list[Condition] = []
    intent: IntentReport | None = None
    lines: list[Line] = []
    hero: HeroStatus | None = None
    party: list[PartyMember] | None = None
    tide: TideGauge | None = None
    pace: PaceStatus | None = None
    pack: list[PackItem] | None = None
    branches: list[BranchInfo] | None = None
    stairs: list[StairInfo] | None = None
    amulets: list[Amulet] | None = None
    spells: list[SpellInfo] | None = None


class Bestiary(_Wire, frozen=True, tag="bestiary"):
    """Answer to `ListKinds`: in the order in which they were met."""

    kinds: list[MetKind]


class Roster(_Wire, frozen=True, tag="roster"):
    """Who is in the session: all seats, and those who watch.

    `watchers` are the names of the first of them, at most `MAX_LISTED_WATCHERS`; `watching` is how
    many there are in all.
    """

    seats: list[SeatInfo]
    watchers: list[str]
    watching: int = 0


class Chat(_Wire, frozen=True, tag="chat"):
    """Somebody said something. Watchers have no colour of their own: -1."""

    name: str
    colour: int
    text: str


class Ended(_Wire, frozen=True, tag="ended"):
    """The run is over, for everyone."""

    won: bool
    title: str
    heroes: list[HeroEnd]
    ticks: int
    subtitle: str = ""
    floors: int = 0
    """Floors that anybody entered."""
    amulets: list[Amulet] = []
    """All that the run asked for, and who carried each when it ended."""


ErrorCode = Literal[
    "malformed",
    "too_large",
    "unknown_message",
    "wrong_version",
    "wrong_state",
    "too_fast",
    "unknown_session",
    "unknown_preset",
    "unknown_seat",
    "unknown_run",
    "session_full",
    "server_full",
    "bad_name",
    "name_taken",
    "bad_token",
    "bad_intent",
    "bad_calling",
    "bad_text",
    "session_closed",
    "internal",
]


class Error(_Wire, frozen=True, tag="error"):
    """What was wrong with a message, for programs (`code`) and people (`reason`)."""

    code: ErrorCode
    reason: str
    sequence: int | None = None
    """The intent it is about, where it is about one."""


ServerMessage = (
    Welcome
    | Sessions
    | Created
    | Joined
    | Watching
    | Runs
    | Replaying
    | Timeline
    | Moment
    | Left
    | Keyframe
    | Delta
    | Bestiary
    | Roster
    | Chat
    | Ended
    | Error
)


# --- which message when -------------------------------------------------------------------------


class State(Enum):
    """Where a connection stands, and so what it may send."""

    GREETING = "before the greeting"
    LOBBY = "in the lobby"
    PLAYING = "in a seat"
    WATCHING = "among the spectators"
    REPLAYING = "in a replay"


_LEGAL: dict[State, tuple[type, ...]] = {
    State.GREETING: (Hello,),
    State.LOBBY: (ListSessions, ListRuns, Create, Join, Watch, Replay),
    State.PLAYING: (ListSessions, Act, Anew, ListKinds, Say, Resync, Follow, Leave),
    State.WATCHING: (ListSessions, ListKinds, Say, Resync, Follow, Leave),
    State.REPLAYING: (Play, Seek, Step, Resync, Follow, Leave),
}


def is_legal(message: ClientMessage, state: State) -> bool:
    """Whether a client in `state` may send `message`."""
    return isinstance(message, _LEGAL[state])


CLIENT_MESSAGES: tuple[type, ...] = get_args(ClientMessage)
SERVER_MESSAGES: tuple[type, ...] = get_args(ServerMessage)
INTENTS: tuple[type, ...] = get_args(Intent)
