"""The messages of a server to a client."""

from typing import Literal

from undertide_shared.messages.parts import (
    AbilityInfo,
    Amulet,
    AuditEntry,
    BanInfo,
    BranchInfo,
    CallingInfo,
    CompanionLife,
    Condition,
    Customs,
    EffectFigures,
    FloorInfo,
    FloorVisit,
    GearWorn,
    HeroEnd,
    HeroStatus,
    IntentReport,
    Kind,
    Landmark,
    Line,
    MarkInfo,
    MetKind,
    NodeInfo,
    PaceStatus,
    PackItem,
    PartyMember,
    PersonInfo,
    PresetInfo,
    Rates,
    ReportInfo,
    RunInfo,
    SeatInfo,
    SessionInfo,
    Shift,
    Sighting,
    Slain,
    SpellInfo,
    StairAgreement,
    StairInfo,
    Terms,
    Threat,
    Thumbnail,
    TideGauge,
    TileLook,
    TradeTable,
    VariationInfo,
)
from undertide_shared.messages.wire import WireStruct
from undertide_shared.messages.words import MemberRole
from undertide_shared.time import UNSTATED_RATE


class Welcome(WireStruct, frozen=True, tag="welcome"):
    """The answer to `Hello`."""

    protocol: int
    server: str
    presets: list[str]
    callings: list[CallingInfo] = []
    """The callings that heroes may have in the server's default preset."""
    customs: Customs | None = None
    """The settings of a session whose maker chooses nothing."""
    rates: Rates = Rates()
    """The rates of this connection. The defaults are those of servers that don't tell theirs."""
    preset_infos: list[PresetInfo] = []
    """The presets, in the order of `presets`. Empty from servers that don't tell their titles."""
    motd: str = ""
    """A message of the operator's to everyone who comes; empty if there is none."""
    source: str = ""
    """The web address of the server's source; empty if the operator states none."""
    wheel: str = ""
    """The path on the server's site of the wheel of its terminal client; empty if it has none."""


class Sessions(WireStruct, frozen=True, tag="sessions"):
    """The answer to `ListSessions`: the oldest first, at most `MAX_LISTED_SESSIONS`."""

    sessions: list[SessionInfo]
    more: bool = False
    """Whether another page follows."""


class Thumbnails(WireStruct, frozen=True, tag="thumbs"):
    """The answer to `ListThumbnails`: those that there are, in the order of the request."""

    thumbnails: list[Thumbnail]


class Created(WireStruct, frozen=True, tag="created"):
    """The answer to `Create`."""

    session: str
    invite: str = ""
    """The invite code, if the session needs one."""


class AccountInfo(WireStruct, frozen=True, tag="account"):
    """The identity of the connection from now on. An empty name means a guest.

    Keep `token` secret: it logs in without the password.
    """

    name: str
    operator: bool = False
    """Whether the account may moderate the whole server."""
    token: bytes = b""


class AccountData(WireStruct, frozen=True, tag="exported"):
    """The answer to `ExportAccount`: the server's data about the account, as JSON."""

    data: str


class Invited(WireStruct, frozen=True, tag="invited"):
    """The answer to `Invite`: a code that replaces the session's id and lets its bearer in."""

    session: str
    code: str


class People(WireStruct, frozen=True, tag="people"):
    """The answer to `ListPeople`, and to every order that the server carried out.

    Players come first; there are at most `MAX_LISTED_PEOPLE`. `bans` goes to those who may end
    bans.
    """

    session: str
    people: list[PersonInfo]
    you: int
    """The receiver's own id; 0 if the receiver is not in the session."""
    role: MemberRole
    """The receiver's powers there; `host` for operators."""
    terms: Terms
    bans: list[BanInfo] = []


class Audit(WireStruct, frozen=True, tag="audit"):
    """The answer to `ListAuditEntries`: the latest entries first, at most `MAX_AUDIT_ENTRIES`."""

    deeds: list[AuditEntry]


class Reported(WireStruct, frozen=True, tag="reported"):
    """The answer to `Report`: the report about the person of this name is kept."""

    name: str


class Reports(WireStruct, frozen=True, tag="reports"):
    """The answer to `ListReports`: the latest first, at most `MAX_LISTED_REPORTS`."""

    reports: list[ReportInfo]
    more: bool = False
    """Whether another page follows."""


class Joined(WireStruct, frozen=True, tag="joined"):
    """The client took a seat. Keep `token` secret: with it, the client takes this seat again."""

    session: str
    preset: str
    seat: int
    name: str
    token: bytes
    tiles: list[TileLook]
    subtitle: str = ""
    """The variations of this run (R14)."""
    ticks_per_second: int = UNSTATED_RATE
    """Ticks of a floor in a second of real time."""
    statuses: list[EffectFigures] = []
    """The statuses that can be seen on others in this run, in figures: see `Sighting.statuses`."""
    variations: list[VariationInfo] = []
    """The variations that `subtitle` names."""


class Watching(WireStruct, frozen=True, tag="watching"):
    """The client became a spectator."""

    session: str
    preset: str
    name: str
    tiles: list[TileLook]
    subtitle: str = ""
    delay: int = 0
    """The delay in seconds between the game and its picture."""
    ticks_per_second: int = UNSTATED_RATE
    """Ticks of a floor in a second of real time."""
    in_line: int = 0
    """The place in the line of players who wait for their seat, from 1; 0 for other spectators."""
    statuses: list[EffectFigures] = []
    """The statuses that can be seen on others in this run, in figures: see `Sighting.statuses`."""
    variations: list[VariationInfo] = []
    """The variations that `subtitle` names."""


class Runs(WireStruct, frozen=True, tag="runs"):
    """The answer to `ListRuns`: the latest runs first, at most `MAX_LISTED_RUNS`."""

    runs: list[RunInfo]
    more: bool = False
    """Whether another page follows."""


class Replaying(WireStruct, frozen=True, tag="replaying"):
    """A replay was opened. `run` is the full name of the run."""

    run: str
    session: str
    preset: str
    tiles: list[TileLook]
    seats: list[SeatInfo]
    """Every seat that the run ever had."""
    subtitle: str = ""
    ticks_per_second: int = UNSTATED_RATE
    """Ticks of a floor in a second of real time."""
    statuses: list[EffectFigures] = []
    """The statuses that can be seen on others in this run, in figures: see `Sighting.statuses`."""
    variations: list[VariationInfo] = []
    """The variations that `subtitle` names."""


class Timeline(WireStruct, frozen=True, tag="timeline"):
    """The extent of a replay: ticks `first` to `last`, and the landmarks between.

    The server sends it when a replay opens. While the run goes on (`live`), it sends it again
    whenever the client may watch further.
    """

    first: int
    last: int
    live: bool
    landmarks: list[Landmark]
    """Landmarks in order; at most the latest `MAX_LANDMARKS`."""
    first_elapsed: int = 0
    """Milliseconds of real time from the run's beginning to the tick `first`."""
    last_elapsed: int = 0
    """Likewise to the tick `last`; 0 if the server doesn't tell."""


class Moment(WireStruct, frozen=True, tag="moment"):
    """The position of a replay: the tick that the last frames show, and the speed in percent.

    The server sends it at every change of speed, after every jump, and a few times a second while
    the replay runs.
    """

    tick: int
    speed: int
    elapsed: int = 0
    """Milliseconds of real time since the run began."""


class Left(WireStruct, frozen=True, tag="left"):
    """The answer to `Leave`, or the notice that the client is no longer in its session."""

    session: str
    reason: str


class Keyframe(WireStruct, frozen=True, tag="key"):
    """All that a view knows. Deltas with `number` + 1, + 2, … follow it.

    `tiles` is run-length coded, row after row: tile code, count, tile code, count, … `sight`
    likewise, from the first cell on: how many cells out of sight, how many in sight, …
    """

    number: int
    seat: int | None
    """The followed hero's seat, or None for the party's view."""
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
    """The last lines of the log, oldest first. They replace the lines shown so far."""
    branches: list[BranchInfo] = []
    """The run tree. Each floor comes after the one above it."""
    stairs: list[StairInfo] = []
    amulets: list[Amulet] = []
    """All amulets that the run asks for, whether the party has them or not."""
    spells: list[SpellInfo] = []
    abilities: list[AbilityInfo] = []
    """The abilities of the followed hero, in the order of the player's keys for them."""
    threats: list[Threat] = []
    """What the monsters in sight mean to the followed hero; empty in the party's view."""
    trades: list[TradeTable] = []
    """The open trade of the followed hero, if there is one."""
    marks: list[MarkInfo] = []
    """The marks that heroes have put on this floor."""
    agreements: list[StairAgreement] = []
    """The stairs of this floor that heroes have agreed to take."""


class Delta(WireStruct, frozen=True, tag="delta"):
    """The changes of a view since the frame before. An absent part did not change.

    `tiles` is a list of runs: cells skipped, cells set, tile code; and so on. `sight` is a list of
    runs: cells that stay the same, cells that change between seen and unseen; and so on.
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
    abilities: list[AbilityInfo] | None = None
    threats: list[Threat] = []
    """The new and changed ones. A threat ends with its sighting."""
    trades: list[TradeTable] | None = None
    marks: list[MarkInfo] | None = None
    agreements: list[StairAgreement] | None = None


class Bestiary(WireStruct, frozen=True, tag="bestiary"):
    """The answer to `ListKinds`: kinds in the order in which the party met them."""

    kinds: list[MetKind]


class Roster(WireStruct, frozen=True, tag="roster"):
    """The people in the session: all seats but those of kicked players, and the spectators.

    `watchers` names the first spectators, at most `MAX_LISTED_WATCHERS`; `watching` is the number
    of all.
    """

    seats: list[SeatInfo]
    watchers: list[str]
    watching: int = 0
    terms: Terms = Terms()
    """The settings of the session."""


class Chat(WireStruct, frozen=True, tag="chat"):
    """A chat line. Spectators have no colour of their own: -1."""

    name: str
    colour: int
    text: str
    server: bool = False
    """Whether the server itself says it. `name` is the server's then."""


class Ended(WireStruct, frozen=True, tag="ended"):
    """The run is over for everyone."""

    won: bool
    title: str
    heroes: list[HeroEnd]
    ticks: int
    subtitle: str = ""
    floors: int = 0
    """Number of floors that anybody entered."""
    amulets: list[Amulet] = []
    """All amulets that the run asked for, and who carried each at the end."""
    elapsed: int = 0
    """Milliseconds of real time that the run took; 0 if the server doesn't tell."""
    run: str = ""
    """The name of the run, under which it can be watched again; empty if it can't."""
    seed: str = ""
    """The seed of the run, secret until now, as a new session takes it."""


class Chronicle(WireStruct, frozen=True, tag="chronicle"):
    """The life of a hero of this player, when the hero has died or its run is over.

    It tells what the hero's player and the whole party know by then.
    """

    run: str
    """The name of the run."""
    number: int
    """The rank of the hero among the heroes of the run, from 1 on, in order of arrival."""
    name: str
    calling: str
    """Name of its calling."""
    preset: str
    subtitle: str
    """The variations of the run (R14)."""
    level: int
    floor: int
    """Number of the deepest floor that it reached."""
    cause: str
    """What killed it: "a goblin"; empty if it lives."""
    kills: int
    elapsed: int
    """Milliseconds of real time that the run had taken by then."""
    floors: list[FloorVisit] = []
    """The floors, in the order in which it came there first."""
    slain: list[Slain] = []
    gear: list[GearWorn] = []
    companions: list[CompanionLife] = []
    lines: list[Line] = []
    """The last lines of its log."""


class NewRun(WireStruct, frozen=True, tag="next"):
    """The party can play again: in a new session with the same terms and another seed.

    Everyone in a seat gets it as soon as one of them has asked with `Again`.
    """

    session: str
    code: str = ""
    """The invite code of the new session; empty if its id is enough."""
    by: str = ""
    """The name of the player who asked first."""


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
    """A fault in a message, with a `code` for programs and a `reason` for people."""

    code: ErrorCode
    reason: str
    sequence: int | None = None
    """The sequence of the intent at fault, if an intent is at fault."""


class Pong(WireStruct, frozen=True, tag="pong"):
    """The answer to `Ping`."""


class Nodes(WireStruct, frozen=True, tag="nodes"):
    """The answer to `ListNodes`, `Drain` and `Transfer`: the nodes of the server, by id.

    There are at most `MAX_LISTED_NODES`.
    """

    nodes: list[NodeInfo]
    pause_ms: int = 0
    """After `Transfer`: the milliseconds in which the run made no steps."""


ServerMessage = (
    Welcome
    | Sessions
    | Thumbnails
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
    | AccountData
    | Invited
    | People
    | Audit
    | Reported
    | Reports
    | Roster
    | Chat
    | Ended
    | Chronicle
    | NewRun
    | Error
    | Pong
    | Nodes
)
