"""What a server may say to a client."""

from typing import Literal

from undertide_shared.messages.parts import (
    Amulet,
    AuditEntry,
    BanInfo,
    BranchInfo,
    CallingInfo,
    Condition,
    Customs,
    FloorInfo,
    HeroEnd,
    HeroStatus,
    IntentReport,
    Kind,
    Landmark,
    Line,
    MetKind,
    PaceStatus,
    PackItem,
    PartyMember,
    PersonInfo,
    RunInfo,
    SeatInfo,
    SessionInfo,
    Shift,
    Sighting,
    SpellInfo,
    StairInfo,
    Terms,
    TideGauge,
    TileLook,
)
from undertide_shared.messages.wire import WireStruct
from undertide_shared.messages.words import MemberRole


class Welcome(WireStruct, frozen=True, tag="welcome"):
    """Answer to `Hello`."""

    protocol: int
    server: str
    presets: list[str]
    callings: list[CallingInfo] = []
    """What heroes may be in the preset that this host plays when nobody asks for another."""
    customs: Customs | None = None
    """What a session has whose maker chooses nothing."""


class Sessions(WireStruct, frozen=True, tag="sessions"):
    """Answer to `ListSessions`."""

    sessions: list[SessionInfo]


class Created(WireStruct, frozen=True, tag="created"):
    """Answer to `Create`."""

    session: str
    invite: str = ""
    """The code to come in by, where the session asks for one."""


class AccountInfo(WireStruct, frozen=True, tag="account"):
    """Who the connection is from now on; an empty name: a guest.

    Keep `token` secret: it logs in without the password.
    """

    name: str
    operator: bool = False
    """Whether it may keep order on the whole server."""
    token: bytes = b""


class Invited(WireStruct, frozen=True, tag="invited"):
    """Answer to `Invite`: the code that stands for a session's id and lets in."""

    session: str
    code: str


class People(WireStruct, frozen=True, tag="people"):
    """Answer to `ListPeople`, and to every order that was carried out.

    The players first, at most `MAX_LISTED_PEOPLE`; `bans` for those who may end them.
    """

    session: str
    people: list[PersonInfo]
    you: int
    """One's own id, 0 for who is not in there."""
    role: MemberRole
    """What one may do there: of operators `host`."""
    terms: Terms
    bans: list[BanInfo] = []


class Audit(WireStruct, frozen=True, tag="audit"):
    """Answer to `ListDeeds`: the latest first, at most `MAX_AUDIT_ENTRIES`."""

    deeds: list[AuditEntry]


class Joined(WireStruct, frozen=True, tag="joined"):
    """A seat was taken. Keep `token` secret: it takes this seat up again."""

    session: str
    preset: str
    seat: int
    name: str
    token: bytes
    tiles: list[TileLook]
    subtitle: str = ""
    """What is special about this run (R14)."""


class Watching(WireStruct, frozen=True, tag="watching"):
    """A place among the spectators was taken."""

    session: str
    preset: str
    name: str
    tiles: list[TileLook]
    subtitle: str = ""
    delay: int = 0
    """Seconds that what is shown stays behind what is played."""


class Runs(WireStruct, frozen=True, tag="runs"):
    """Answer to `ListRuns`: the latest first, at most `MAX_LISTED_RUNS`."""

    runs: list[RunInfo]


class Replaying(WireStruct, frozen=True, tag="replaying"):
    """A replay was opened. `run` is the run's whole name."""

    run: str
    session: str
    preset: str
    tiles: list[TileLook]
    seats: list[SeatInfo]
    """All who ever had one."""
    subtitle: str = ""


class Timeline(WireStruct, frozen=True, tag="timeline"):
    """How far a replay reaches: ticks `first` to `last`, and the landmarks between.

    It is told when a replay opens and, while the run goes on (`live`), again as more of it may be
    seen.
    """

    first: int
    last: int
    live: bool
    landmarks: list[Landmark]
    """In order; at most `MAX_LANDMARKS`, the latest."""


class Moment(WireStruct, frozen=True, tag="moment"):
    """Where a replay is: the tick that the frames before it show, and its speed in percent.

    It is told on every change of speed, after every jump, and a few times a second on the way.
    """

    tick: int
    speed: int


class Left(WireStruct, frozen=True, tag="left"):
    """Answer to `Leave`, or what a client is told when its session closes under it."""

    session: str
    reason: str


class Keyframe(WireStruct, frozen=True, tag="key"):
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


class Delta(WireStruct, frozen=True, tag="delta"):
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


class Bestiary(WireStruct, frozen=True, tag="bestiary"):
    """Answer to `ListKinds`: in the order in which they were met."""

    kinds: list[MetKind]


class Roster(WireStruct, frozen=True, tag="roster"):
    """Who is in the session: all seats, and those who watch.

    `watchers` are the names of the first of them, at most `MAX_LISTED_WATCHERS`; `watching` is how
    many there are in all.
    """

    seats: list[SeatInfo]
    watchers: list[str]
    watching: int = 0
    terms: Terms = Terms()
    """How the session is run."""


class Chat(WireStruct, frozen=True, tag="chat"):
    """Somebody said something. Watchers have no colour of their own: -1."""

    name: str
    colour: int
    text: str


class Ended(WireStruct, frozen=True, tag="ended"):
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
    "not_allowed",
    "banned",
    "muted",
    "locked",
    "bad_login",
    "bad_password",
    "bad_option",
    "unknown_person",
    "internal",
]


class Error(WireStruct, frozen=True, tag="error"):
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
    | AccountInfo
    | Invited
    | People
    | Audit
    | Roster
    | Chat
    | Ended
    | Error
)
