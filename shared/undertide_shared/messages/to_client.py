"""The messages of a server to a client."""

from typing import Annotated, Literal

from undertide_shared.limits import (
    MAX_AGREEMENTS,
    MAX_AMULETS,
    MAX_ASKED_SEATS,
    MAX_AUDIT_ENTRIES,
    MAX_CALLINGS,
    MAX_CELL_MARKS,
    MAX_HEROES,
    MAX_HINDSIGHT,
    MAX_LANDMARKS,
    MAX_LAST_LINES,
    MAX_LISTED_BANS,
    MAX_LISTED_CHAT,
    MAX_LISTED_NODES,
    MAX_LISTED_PEOPLE,
    MAX_LISTED_REPORTS,
    MAX_LISTED_RUNS,
    MAX_LISTED_SESSIONS,
    MAX_LISTED_WATCHERS,
    MAX_LOOKS,
    MAX_MET,
    MAX_PACK,
    MAX_PHRASES,
    MAX_PRESETS,
    MAX_SPEED,
    MAX_SPELLS,
    MAX_THUMBNAILS,
    MAX_VARIATIONS,
    MAX_VISITS,
    MAX_WORN,
)
from undertide_shared.messages.fields import (
    ChatLine,
    Colour,
    Count,
    DayMessage,
    Key,
    Link,
    Listed,
    Milliseconds,
    Number,
    OptionalName,
    Otherwise,
    PersonName,
    Returned,
    Sentence,
    ShownCode,
    ShownDelay,
    ShownRun,
    ShownTickRate,
    SiteLink,
    Tick,
    Word,
)
from undertide_shared.messages.hero import (
    Abilities,
    HeroStatus,
    IntentReport,
    PackItem,
    SpellInfo,
    TradeTable,
)
from undertide_shared.messages.lives import (
    CompanionLife,
    FloorVisit,
    GearWorn,
    HeroEnd,
    LastSight,
    Slain,
)
from undertide_shared.messages.lobby import (
    CallingInfo,
    Customs,
    Landmark,
    Phrase,
    PresetInfo,
    Rates,
    RunInfo,
    SeatStatus,
    SessionInfo,
    Terms,
    Thumbnail,
    VariationInfo,
)
from undertide_shared.messages.people import (
    AuditEntry,
    BanInfo,
    NodeInfo,
    PersonInfo,
    ReportInfo,
    ReportLine,
    SeatInfo,
)
from undertide_shared.messages.sights import (
    Amulet,
    BranchInfo,
    Condition,
    EffectList,
    FloorInfo,
    Kind,
    Line,
    MarkInfo,
    MetKind,
    PaceStatus,
    PartyMember,
    Shift,
    Sighting,
    StairAgreement,
    StairInfo,
    Threat,
    TideGauge,
    TileLook,
)
from undertide_shared.messages.wire import WireStruct
from undertide_shared.messages.words import MemberRole
from undertide_shared.time import UNSTATED_RATE


class Welcome(WireStruct, frozen=True, tag="welcome"):
    """The answer to `Hello`."""

    protocol: int
    server: Sentence
    presets: Annotated[list[Key], Listed(MAX_PRESETS)]
    callings: Annotated[list[CallingInfo], Listed(MAX_CALLINGS)] = []
    """Callings of the server's default preset; the first is the default."""
    customs: Customs | None = None
    """The defaults of a new session."""
    rates: Rates = Rates()
    """The rates at which the server reads this connection's messages."""
    preset_infos: Annotated[list[PresetInfo], Listed(MAX_PRESETS)] = []
    """The presets as people read them, in the order of `presets`."""
    motd: DayMessage = ""
    """The operator's message to everyone who comes; show it in the lobby."""
    source: Link = ""
    """The web address of the server's source, if the operator states it."""
    wheel: SiteLink = ""
    """The path of the wheel of the terminal client, by HTTP on the same port:
    `/client/undertide-0.1.0-py3-none-any.whl`; empty if the server has none."""


class Sessions(WireStruct, frozen=True, tag="sessions"):
    """The answer to `ListSessions`: the oldest first."""

    sessions: Annotated[list[SessionInfo], Listed(MAX_LISTED_SESSIONS)]
    more: bool = False
    """Another page follows: ask for it with the number of sessions so far."""
    seats: Annotated[list[SeatStatus], Listed(MAX_ASKED_SEATS)] = []
    """What became of the seats that the request names. Servers may leave some out."""


class Thumbnails(WireStruct, frozen=True, tag="thumbs"):
    """The answer to `ListThumbnails`: those that there are, in the order of the request."""

    thumbnails: Annotated[list[Thumbnail], Listed(MAX_THUMBNAILS)]


class Created(WireStruct, frozen=True, tag="created"):
    """The answer to `Create`."""

    session: Key
    invite: Key = ""
    """The invite code, if the session needs one."""


class AccountInfo(WireStruct, frozen=True, tag="account"):
    """The identity of the connection from now on. An empty name means a guest.

    Keep `token` secret: it logs in without the password.
    """

    name: Word
    operator: bool = False
    """Whether it is an operator."""
    token: bytes = b""


class AccountData(WireStruct, frozen=True, tag="exported"):
    """The answer to `ExportAccount`: the server's data about the account, as JSON."""

    data: str


class Invited(WireStruct, frozen=True, tag="invited"):
    """The answer to `Invite`: a code that replaces the session's id and lets its bearer in."""

    session: Key
    code: ShownCode


class People(WireStruct, frozen=True, tag="people"):
    """The answer to `ListPeople`, and to every order that the server carried out.

    Players come first. `bans` goes to those who may end bans.
    """

    session: Key
    people: Annotated[list[PersonInfo], Listed(MAX_LISTED_PEOPLE)]
    you: int
    """Your own id there; 0 if you are not in the session."""
    role: Annotated[MemberRole, Otherwise("spectator")]
    """Your role there; `host` for operators."""
    terms: Terms
    bans: Annotated[list[BanInfo], Listed(MAX_LISTED_BANS)] = []
    done: Sentence = ""
    """What your order did, and whom it hit, after "You"; empty if this answers no order."""


class Audit(WireStruct, frozen=True, tag="audit"):
    """The answer to `ListAuditEntries`: the latest entries first."""

    deeds: Annotated[list[AuditEntry], Listed(MAX_AUDIT_ENTRIES)]


class Reported(WireStruct, frozen=True, tag="reported"):
    """The answer to `Report`: the report about the person of this name is kept."""

    name: PersonName


class Reports(WireStruct, frozen=True, tag="reports"):
    """The answer to `ListReports`: the latest first."""

    reports: Annotated[list[ReportInfo], Listed(MAX_LISTED_REPORTS)]
    more: bool = False
    """Whether another page follows."""


class Joined(WireStruct, frozen=True, tag="joined"):
    """The client took a seat. Keep `token` secret: with it, the client takes this seat again."""

    session: Key
    preset: Word
    seat: int
    name: PersonName
    token: bytes
    tiles: Annotated[list[TileLook], Listed(MAX_LOOKS)]
    subtitle: Sentence = ""
    """The run's variations, for people."""
    ticks_per_second: ShownTickRate = UNSTATED_RATE
    """Ticks of a floor in a second of real time."""
    statuses: EffectList = []
    """The statuses that can be seen on others: `name` is the word in `statuses` of a `Sighting`."""
    variations: Annotated[list[VariationInfo], Listed(MAX_VARIATIONS)] = []
    """What `subtitle` means."""
    phrases: Annotated[list[Phrase], Listed(MAX_PHRASES)] = []
    """The words about tricks and effects of extensions."""


class Watching(WireStruct, frozen=True, tag="watching"):
    """The client became a spectator."""

    session: Key
    preset: Word
    name: PersonName
    tiles: Annotated[list[TileLook], Listed(MAX_LOOKS)]
    subtitle: Sentence = ""
    delay: ShownDelay = 0
    """The spectators' delay, in seconds."""
    ticks_per_second: ShownTickRate = UNSTATED_RATE
    """Ticks of a floor in a second of real time."""
    in_line: Count = 0
    """The place among the players who wait for their seat, from 1; 0 for other spectators."""
    statuses: EffectList = []
    """The statuses that can be seen on others: `name` is the word in `statuses` of a `Sighting`."""
    variations: Annotated[list[VariationInfo], Listed(MAX_VARIATIONS)] = []
    """What `subtitle` means."""
    phrases: Annotated[list[Phrase], Listed(MAX_PHRASES)] = []
    """The words about tricks and effects of extensions."""


class Runs(WireStruct, frozen=True, tag="runs"):
    """The answer to `ListRuns`: the latest runs first."""

    runs: Annotated[list[RunInfo], Listed(MAX_LISTED_RUNS)]
    more: bool = False
    """Another page follows: ask for it with the name of the last run."""


class Replaying(WireStruct, frozen=True, tag="replaying"):
    """A replay was opened. `run` is the full name of the run."""

    run: Key
    session: Key
    preset: Word
    tiles: Annotated[list[TileLook], Listed(MAX_LOOKS)]
    seats: Annotated[list[SeatInfo], Listed(MAX_HEROES)]
    """All seats that were ever taken."""
    subtitle: Sentence = ""
    ticks_per_second: ShownTickRate = UNSTATED_RATE
    """Ticks of a floor in a second of real time."""
    statuses: EffectList = []
    """The statuses that can be seen on others: `name` is the word in `statuses` of a `Sighting`."""
    variations: Annotated[list[VariationInfo], Listed(MAX_VARIATIONS)] = []
    """What `subtitle` means."""
    phrases: Annotated[list[Phrase], Listed(MAX_PHRASES)] = []
    """The words about tricks and effects of extensions."""


class Timeline(WireStruct, frozen=True, tag="timeline"):
    """The extent of a replay: ticks `first` to `last`, and the landmarks between.

    The server sends it when a replay opens. While the run goes on (`live`), it sends it again
    whenever the client may watch further.
    """

    first: Tick
    last: Tick
    live: bool
    landmarks: Annotated[list[Landmark], Listed(MAX_LANDMARKS, latest=True)]
    """The landmarks in between, in order; the latest if there are more."""
    first_elapsed: Milliseconds = 0
    """The real time at `first`."""
    last_elapsed: Milliseconds = 0
    """The real time at `last`."""


class Moment(WireStruct, frozen=True, tag="moment"):
    """The position of a replay: the tick that the last frames show, and the speed in percent.

    The server sends it at every change of speed, after every jump, and a few times a second while
    the replay runs.
    """

    tick: Tick
    speed: Annotated[int, Number(0, MAX_SPEED, firm=True)]
    elapsed: Milliseconds = 0
    """The real time until then."""


class Left(WireStruct, frozen=True, tag="left"):
    """The answer to `Leave`, or the notice that the client is no longer in its session."""

    session: Key
    reason: Sentence


class Keyframe(WireStruct, frozen=True, tag="key"):
    """All that a view knows. Deltas with `number` + 1, + 2, … follow it.

    `tiles` is run-length coded, row after row: tile code, count, tile code, count, … `sight`
    likewise, from the first cell on: how many cells out of sight, how many in sight, …
    """

    number: int
    seat: int | None
    """Seat of the hero whose view it is; None for the party's."""
    floor: FloorInfo
    tiles: list[int]
    sight: list[int]
    kinds: list[Kind]
    sightings: list[Sighting]
    party: Annotated[list[PartyMember], Listed(MAX_HEROES)]
    tide: TideGauge
    pace: PaceStatus
    hero: HeroStatus | None
    intent: IntentReport | None
    pack: Annotated[list[PackItem], Listed(MAX_PACK)]
    lines: list[Line]
    """The last 60 lines of the log, oldest first; they replace those that you have."""
    branches: list[BranchInfo] = []
    """The run tree as the party knows it, each floor after the one above it."""
    stairs: list[StairInfo] = []
    amulets: Annotated[list[Amulet], Listed(MAX_AMULETS)] = []
    """All amulets that the party needs to win; empty if it needs none."""
    spells: Annotated[list[SpellInfo], Listed(MAX_SPELLS)] = []
    abilities: Abilities = []
    """Its abilities; empty in the party's view."""
    threats: list[Threat] = []
    """What the monsters in sight mean to the followed hero; empty in the party's view."""
    trades: Annotated[list[TradeTable], Listed(1)] = []
    """The open trade of the followed hero; empty in the party's view."""
    marks: Annotated[list[MarkInfo], Listed(MAX_CELL_MARKS)] = []
    """The marks that heroes have put on this floor, oldest first."""
    agreements: Annotated[list[StairAgreement], Listed(MAX_AGREEMENTS)] = []
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
    party: Annotated[list[PartyMember], Listed(MAX_HEROES)] | None = None
    tide: TideGauge | None = None
    pace: PaceStatus | None = None
    pack: Annotated[list[PackItem], Listed(MAX_PACK)] | None = None
    branches: list[BranchInfo] | None = None
    stairs: list[StairInfo] | None = None
    amulets: Annotated[list[Amulet], Listed(MAX_AMULETS)] | None = None
    spells: Annotated[list[SpellInfo], Listed(MAX_SPELLS)] | None = None
    abilities: Abilities | None = None
    threats: list[Threat] = []
    """The new and changed ones; a threat ends with its sighting."""
    trades: Annotated[list[TradeTable], Listed(1)] | None = None
    marks: Annotated[list[MarkInfo], Listed(MAX_CELL_MARKS)] | None = None
    agreements: Annotated[list[StairAgreement], Listed(MAX_AGREEMENTS)] | None = None


class Bestiary(WireStruct, frozen=True, tag="bestiary"):
    """The answer to `ListKinds`: kinds in the order in which the party met them."""

    kinds: Annotated[list[MetKind], Listed(MAX_MET)]


class Roster(WireStruct, frozen=True, tag="roster"):
    """The people in the session: all seats but those of kicked players, and the spectators.

    `watchers` names the first spectators; `watching` is the number of all.
    """

    seats: Annotated[list[SeatInfo], Listed(MAX_HEROES)]
    watchers: Annotated[list[PersonName], Listed(MAX_LISTED_WATCHERS)]
    watching: Count = 0
    terms: Terms = Terms()
    """The session's terms."""


class Chat(WireStruct, frozen=True, tag="chat"):
    """A chat line. Spectators have no colour of their own: -1."""

    name: PersonName
    colour: Colour
    text: ChatLine
    server: bool = False
    """Whether the server itself says it, under its own name."""


class Ended(WireStruct, frozen=True, tag="ended"):
    """The run is over for everyone."""

    won: bool
    title: Sentence
    heroes: Annotated[list[HeroEnd], Listed(MAX_HEROES)]
    ticks: Count
    subtitle: Sentence = ""
    floors: Count = 0
    """Floors that anybody entered."""
    amulets: Annotated[list[Amulet], Listed(MAX_AMULETS)] = []
    """All amulets that the party needed, and who carried each at the end; none of the dead did."""
    elapsed: Count = 0
    """The real time that the run took; 0 if the server doesn't tell."""
    run: Key = ""
    """The name under which people can watch the run again; empty if they can't."""
    seed: Word = ""
    """The run's seed, secret until now, as `Options` take it."""


class Chronicle(WireStruct, frozen=True, tag="chronicle"):
    """The life of a hero of this player, when the hero has died or its run is over.

    It tells what the hero's player and the whole party know by then.
    """

    run: ShownRun
    """The name of the run."""
    number: Count
    """Rank of the hero among the heroes of the run, from 1 on, in order of arrival."""
    name: PersonName
    calling: Word
    """The name of its calling."""
    preset: Word
    subtitle: Sentence
    """The run's variations, for people."""
    level: Count
    floor: Count
    """The deepest floor that it reached."""
    cause: Sentence
    """What killed it, "a goblin"; empty if it lives."""
    kills: Count
    elapsed: Count
    """The real time that the run had taken by then."""
    floors: Annotated[list[FloorVisit], Listed(MAX_VISITS)] = []
    """The floors that it was on, in the order in which it came there first."""
    slain: Annotated[list[Slain], Listed(MAX_VISITS)] = []
    gear: Annotated[list[GearWorn], Listed(MAX_WORN)] = []
    companions: Annotated[list[CompanionLife], Listed(MAX_HEROES)] = []
    lines: Annotated[list[Line], Listed(MAX_LAST_LINES)] = []
    """The last lines of its log."""
    hindsight: Annotated[list[Sentence], Listed(MAX_HINDSIGHT)] = []
    """What would have helped a hero that died, as far as it knew."""
    sight: LastSight | None = None
    """What it saw last; None if it was on no floor."""


class NewRun(WireStruct, frozen=True, tag="next"):
    """The party can play again: in a new session with the same terms and another seed.

    Everyone in a seat gets it as soon as one of them has asked with `Again`.
    """

    session: Key
    code: Key = ""
    """Its invite code; empty if its id is enough."""
    by: OptionalName = ""
    """The player who asked first; empty in an answer."""


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

    code: Annotated[ErrorCode, Returned()]
    reason: Sentence
    sequence: int | None = None
    """The sequence of the intent, if the error is about one."""


class Pong(WireStruct, frozen=True, tag="pong"):
    """The answer to `Ping`."""


class Nodes(WireStruct, frozen=True, tag="nodes"):
    """The answer to `ListNodes`, `Drain` and `Transfer`: the nodes of the server, by id."""

    nodes: Annotated[list[NodeInfo], Listed(MAX_LISTED_NODES)]
    pause_ms: Count = 0
    """After `transfer`: the milliseconds in which the run made no steps."""


class Looked(WireStruct, frozen=True, tag="looked"):
    """The answer to `LookInto`: what the run's world holds, or what changed in it, as JSON."""

    data: str


class ChatLog(WireStruct, frozen=True, tag="chats"):
    """The answer to `ListChat`: the latest line last."""

    session: Key
    lines: Annotated[list[ReportLine], Listed(MAX_LISTED_CHAT, latest=True)] = []


class StatusReport(WireStruct, frozen=True, tag="status"):
    """The answer to `ShowStatus`: the data of the page `/status`, as JSON."""

    data: str


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
    | Looked
    | ChatLog
    | StatusReport
)
