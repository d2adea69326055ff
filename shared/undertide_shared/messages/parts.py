"""The parts of messages from a server. They are arrays without a tag."""

from typing import Literal

from undertide_shared.messages.bounds import Delay, SeatCount, SeedText, TickRate
from undertide_shared.messages.wire import WireStruct
from undertide_shared.messages.words import (
    Access,
    Activity,
    Coordinate,
    HeroState,
    Hunger,
    Joins,
    LandmarkKind,
    MarkKind,
    MemberRole,
    Outcome,
    Pace,
    PaceMode,
    Role,
    RunState,
    Slot,
    Stairs,
    Tone,
)
from undertide_shared.time import UNSTATED_RATE


class LobbyHero(WireStruct, frozen=True):
    """One hero of a listed session."""

    seat: int
    name: str
    colour: int
    floor: int
    """Number of the floor that it is on; 0 if it is on none."""
    level: int
    state: HeroState
    away: bool = False
    """Whether it sleeps because its player, who is connected, has pressed no key for long."""


class SessionInfo(WireStruct, frozen=True):
    """One live session in the lobby's list. The seed is secret, since it would be a map."""

    session: str
    preset: str
    pace: Pace
    heroes: int
    spectators: int
    seats: int
    deepest_floor: int
    subtitle: str = ""
    access: Access = "public"
    locked: bool = False
    """Whether nobody new may come in."""
    host: str = ""
    """Name of the host; empty if there is none."""
    delay: int = 0
    """Spectators' delay in seconds."""
    asleep: int = 0
    """How many of the `heroes` are asleep because their players are away."""
    full: bool = False
    """Whether nobody new can take a seat. The seats of long sleepers may count as free."""
    party: list[LobbyHero] = []
    """The heroes, the dead last, as late as spectators see them; at most `MAX_LOBBY_HEROES`. A page
    names those of its first `MAX_NAMED_SESSIONS` sessions alone."""
    elapsed: int = 0
    """Milliseconds of real time that the run has taken, in whole units of ten seconds."""
    watchable: bool = True
    """Whether a stranger can watch: the session is not locked, and has room for spectators."""
    ended: bool = False
    """Whether the run is over, so that nobody can join."""


class Thumbnail(WireStruct, frozen=True):
    """A small picture of the floor of a listed session, from the party's view for spectators.

    A large floor is drawn at a whole fraction of its size. `cells` is run-length coded, row after
    row: index, count, index, count, … Index 0 is a cell that nobody has seen, and others are
    numbers of `colours` from 1 on. Cells in sight have brighter colours than remembered ones.
    """

    session: str
    floor: int
    """Number of the floor, from 1."""
    name: str
    """Name of the floor."""
    width: int
    """At most `MAX_THUMBNAIL_WIDTH`."""
    height: int
    """At most `MAX_THUMBNAIL_HEIGHT`."""
    colours: list[int]
    """At most `MAX_THUMBNAIL_COLOURS`."""
    cells: list[int]
    heroes: list[tuple[Coordinate, Coordinate, int]] = []
    """The cells of the heroes on the floor, each with its colour; at most `MAX_SEATS`."""


class Options(WireStruct, frozen=True):
    """The choices of the maker of a session. The server's settings replace those left out."""

    access: Access = "public"
    seed: SeedText = ""
    """Number or text from which the run is drawn. If empty, the server draws a secret seed."""
    seats: SeatCount = 0
    """Most living heroes at once; 0 means as many as the server allows."""
    friendly_fire: bool | None = None
    """Whether the spells, scrolls and shots of heroes harm companions too."""
    new_heroes: bool | None = None
    """Whether a player may continue with a new hero after death."""
    delay: Delay | None = None
    """Spectators' delay in seconds, at most `MAX_DELAY`."""
    ticks_per_second: TickRate = 0
    """Ticks of a floor in a second of real time; 0 means the server's default."""


class Rates(WireStruct, frozen=True):
    """The rates at which the server reads the messages of one connection.

    A connection may send `burst` messages at once, and `per_second` in the long run. A message
    counts as one unless `costs` gives its tag and another number.
    """

    per_second: int = 30
    burst: int = 60
    costs: list[tuple[str, int]] = []


class Customs(WireStruct, frozen=True):
    """The settings of a session whose maker chooses nothing."""

    preset: str
    pace: Pace
    seats: int
    """Also the largest number that a maker can choose."""
    delay: int
    """Also the shortest delay that a maker can choose."""
    accounts: bool
    """Whether anybody may sign up."""
    ticks_per_second: int = UNSTATED_RATE


class Terms(WireStruct, frozen=True):
    """The settings of a session that everybody in it may know."""

    access: Access = "public"
    locked: bool = False
    watchers_talk: bool = True
    """Whether spectators may chat."""
    delay: int = 0
    """Spectators' delay in seconds."""
    friendly_fire: bool = True
    new_heroes: bool = True


class PersonInfo(WireStruct, frozen=True):
    """Somebody in a session, in the list for moderators. `id` counts within the session."""

    id: int
    name: str
    role: MemberRole
    seat: int | None = None
    """None for spectators."""
    account: str = ""
    """Name of the account; empty for guests."""
    connected: bool = True
    muted: bool = False
    address: str = ""
    """Empty except in messages to the server's operators."""
    session: str = ""
    """The session that the person is in, in a list of the whole server."""


class BanInfo(WireStruct, frozen=True):
    """A ban. `minutes` is the time that remains; 0 means for good."""

    id: int
    who: str
    """The name that the person had, or the account or address banned from the whole server."""
    by: str
    minutes: int
    reason: str = ""
    watching: bool = False
    """Whether the ban forbids watching alone."""


class AuditEntry(WireStruct, frozen=True):
    """One entry of the audit log: who did what. `at` is in seconds since 1970."""

    at: int
    who: str
    text: str
    session: str = ""


class ReportLine(WireStruct, frozen=True):
    """A line of chat, as a report keeps it."""

    name: str
    text: str


class NodeInfo(WireStruct, frozen=True):
    """A node of the server: one of its workers, or the server itself. For operators."""

    id: str
    state: str
    """`serving`, `draining` while its runs go to others, or `lost` when it renews no lease."""
    sessions: int
    players: int
    watchers: int
    lease_age_ms: int
    """Milliseconds since it renewed its lease."""
    rules: int
    version: str


class ReportInfo(WireStruct, frozen=True):
    """A report of one person by another, for operators. `at` is in seconds since 1970."""

    id: int
    at: int
    session: str
    by: str
    """The name of the person who reports; `by_account` is empty for a guest."""
    by_account: str
    name: str
    """The name of the person who was reported; `account` is empty for a guest."""
    account: str
    address: str
    """The address of the person who was reported; empty if it is not known."""
    reason: str
    lines: list[ReportLine]
    """The last lines of chat in the session, the latest last."""


class RunInfo(WireStruct, frozen=True):
    """One run that people can watch again. `begun` is in seconds since 1970."""

    run: str
    """The unique name of the run."""
    session: str
    preset: str
    state: RunState
    ticks: int
    begun: int
    heroes: list[str]
    """Names of the heroes by seat; at most the first eight."""
    elapsed: int = 0
    """Milliseconds of real time that it took; 0 if the server doesn't tell."""


class Landmark(WireStruct, frozen=True):
    """A moment that a run's timeline marks: its tick, its kind, and a sentence about it."""

    tick: int
    kind: LandmarkKind
    text: str
    elapsed: int = 0
    """Milliseconds of real time since the run began."""


class EffectFigures(WireStruct, frozen=True):
    """One effect in figures: of an item, a spell, a status, a trap or the ground.

    A field that says nothing has its default. Whoever reads them works out what `percent` is for a
    hero: `of` names the figure of the hero, or of the floor, that it is a share of.
    """

    does: str
    """The `Effect`; "trap" and "ground" are those of tiles."""
    name: str = ""
    """Adjective of a status, or the name of the person or spell that it brings."""
    percent: int = 0
    """Share of `of` that it gives or takes."""
    of: str = ""
    """"life" (full life of whom it affects), "attack", "magic", "food" (a full stomach), or
    "average" (the average strength of the floor)."""
    least: int = 0
    """Least amount that it gives."""
    damage: str = ""
    """Type of the damage, if it takes life."""
    chance: int = 100
    """Chance that it comes, in percent."""
    ticks: int = 0
    """Ticks for which it lasts."""
    every: int = 0
    """Ticks from one time that it gives or takes to the next."""
    radius: int = 0
    """Distance in cells within which it works."""
    range: int = 0
    """Range in cells."""
    count: int = 0
    """Creatures that it strikes at most, or calls."""
    speed: int = 100
    """Speed of whom it affects, in percent of the usual."""
    absorb: int = 0
    """Share of the full life that is taken off every hit, in percent."""
    taken: int = 100
    """Damage that whom it affects takes from every hit, in percent of the usual."""
    dealt: int = 100
    """Damage that whom it affects does, in percent of the usual."""


class TileLook(WireStruct, frozen=True):
    """The look and the meaning of a tile code. Code 0 stands for cells that nobody has seen."""

    code: int
    name: str
    glyph: str
    colour: int
    walkable: bool
    transparent: bool
    stairs: Stairs = "none"
    shunned: bool = False
    """Whether auto actions go round it: it harms, or is a known trap."""
    description: str = ""
    forge: bool = False
    """Whether heroes beside it can forge (R8)."""
    effects: list[EffectFigures] = []
    """The harm that it does to those who stand there, or the trap that it is, in figures."""
    paper: int = -1
    """The colour behind the glyph in full light, 0xRRGGBB; -1 leaves the choice to the client."""
    grain: int = 0
    """How unevenly the surface takes light, in percent: its cells differ by that much."""
    glow: int = 0
    """The number of cells that its light reaches; 0 if it gives none."""
    joins: Joins = "none"
    """How it joins its neighbours of the same kind on the map."""


class WareInfo(WireStruct, frozen=True):
    """An item that a shop sells: its price in gold, and what its buyer gets."""

    price: int
    slots: list[Slot] = []
    """The slots that it fits; empty if it is no gear."""
    figures: list[tuple[str, int]] = []
    """The stats that it gives when worn, as in `PackItem`."""
    tenths: list[tuple[str, int]] = []
    """The tenths by which small `figures` are higher, as in `PackItem`."""
    does: list[str] = []
    """The effects of its use: each an `Effect`, the main one first."""


class Kind(WireStruct, frozen=True):
    """The kind that sightings refer to. Ids count within this view and reveal nothing else."""

    id: int
    role: Role
    name: str
    glyph: str
    colour: int
    description: str = ""
    seat: int | None = None
    """The seat, for the kind of a hero."""
    key: str = ""
    """Key of an item, which stays the same under another name; empty for gear and everything
    else."""
    ware: WareInfo | None = None
    """The offer of a shop, for an item that is for sale."""
    trades: bool = False
    """Whether it is a trader, who buys gear while it is at peace."""
    boss: bool = False
    """Whether it is a boss of the floor (R3)."""
    effects: list[EffectFigures] = []
    """The effects of the use of an item, in figures; wares have them too."""


class AbilityInfo(WireStruct, frozen=True):
    """An ability of a calling (R17)."""

    ability: str
    """Its key, with which `Perform` names it."""
    name: str
    description: str
    """Sentences with all its figures; durations are ticks."""
    target: Literal["none", "cell"] = "none"
    range: int = 0
    """Its range in cells; 0 if it has none, or that of the weapon in hand."""
    radius: int = 0
    """Radius of the area around the hero or the target, in cells."""
    mana: int = 0
    cooldown: int = 0
    """Ticks until the hero can perform it again."""
    passive: bool = False
    """Whether it always works, so that nobody performs it."""
    harms: bool = False
    """Whether it is for foes."""
    does: list[str] = []
    """The effects of the ability: each an `Effect`, the main one first."""


class CallingInfo(WireStruct, frozen=True):
    """A calling that a new hero may have (R7): its key, its name, and a sentence about it."""

    calling: str
    name: str
    description: str
    abilities: list[AbilityInfo] = []
    """Its abilities (R17), in the order of the players' keys for them."""
    plays: str = ""
    """Sentences about how it plays, for a player who chooses a calling for the first time."""
    figures: list[tuple[str, int]] = []
    """The figures of its first hero with the gear that it wears: "life", "attack", "magic", "mana",
    "speed" and "sight"."""
    start: list[tuple[str, int]] = []
    """Names of the items that it begins with, in the plural for more than one, and how many."""
    spells: list[str] = []
    """Names of the spells that it knows from the beginning."""


class PresetInfo(WireStruct, frozen=True):
    """A preset that the server offers: its key, and its title and a sentence about it."""

    preset: str
    title: str
    description: str = ""
    goal: list[str] = []
    """The goal of its players, in at most `MAX_GOAL` lines."""


class VariationInfo(WireStruct, frozen=True):
    """One difference of a run from others (R14): its name, and what it means."""

    name: str
    description: str


class MetKind(WireStruct, frozen=True):
    """A kind of monster that the party has met, with the number of its kind that fell.

    `facts` are sentences about its nature and abilities. There are more of them as more of it fall.
    """

    name: str
    glyph: str
    colour: int
    description: str
    fell: int
    facts: list[str]


class Sighting(WireStruct, frozen=True):
    """A hero of this floor, a monster or item in sight, or a remembered item.

    A hero that its `x` and `y` put out of sight is where it is now (R17). `health` is in percent.

    `mood` is the visible mood of a monster: "asleep", "idle", "hunting", "fleeing", "confused",
    "peaceful" (nobody's enemy until it is hurt) or "sealed" (nothing can harm it yet, R15). For a
    hero it is the hero's state, "confused" or "fallen"; for an item it is empty.
    """

    id: int
    kind: int
    x: Coordinate
    y: Coordinate
    health: int = 100
    mood: str = ""
    statuses: list[str] = []
    """The statuses that can be seen on it, such as "burning"."""
    status_effects: list[str] = []
    """The `Effect` of each of `statuses`."""
    meant: bool = False
    """Whether it is gear that a companion left for the followed hero (R17)."""


class Shift(WireStruct, frozen=True):
    """A sighting that moved."""

    id: int
    x: Coordinate
    y: Coordinate


class Condition(WireStruct, frozen=True):
    """A sighting whose health (percent), mood or statuses changed."""

    id: int
    health: int
    mood: str
    statuses: list[str] = []
    status_effects: list[str] = []


class Threat(WireStruct, frozen=True):
    """The figures of a monster in sight by which the followed hero's player decides.

    They hold for full life on both sides; the health of the sighting says how much is left.
    """

    id: int
    """The id of its sighting."""
    deals: int = 0
    """Life that one of its blows takes from the followed hero on average, in hundredths."""
    takes: int = 0
    """Share of its full life that one blow of the hero takes, in hundredths of a percent."""
    reach: int = 1
    """Range of its blows and missiles in cells."""
    danger: str = ""
    """Word for how dangerous it is to the followed hero."""
    rank: int = 0
    """Place of that word among all of them, from 0, the least dangerous."""
    tricks: list[str] = []
    """The tricks that the party saw its kind use: each a `Trick`."""
    spells: list[str] = []
    """Names of the spells that the party saw its kind cast."""


class FloorInfo(WireStruct, frozen=True):
    """The floor that a view shows: its branch of the run, its number from 1, its size in cells."""

    branch: int
    number: int
    name: str
    width: int
    height: int
    type: str = ""
    """Name of its floor type (R9)."""
    average: int = 0
    """Average strength of its monsters (R1), in hundredths."""


class BranchInfo(WireStruct, frozen=True):
    """A floor of the run tree that the party knows (R9): entered, or below an entered one.

    `parent` is the id of the floor above, 0 at the root. `depth` counts from 0 at the root,
    `sibling` from 0 among the floors below the same one. Name, glyph and colour are those of its
    floor type.
    """

    id: int
    parent: int
    depth: int
    sibling: int
    name: str
    glyph: str
    colour: int
    visited: bool


class StairInfo(WireStruct, frozen=True):
    """Stairs that the view knows, and the branch that they lead to, up or down."""

    x: Coordinate
    y: Coordinate
    branch: int


class MarkInfo(WireStruct, frozen=True):
    """A mark on a cell of this floor (R17), and the seat whose hero put it there."""

    x: Coordinate
    y: Coordinate
    mark: MarkKind
    seat: int


class StairAgreement(WireStruct, frozen=True):
    """The heroes of this floor who agree to take the same stairs together (R17).

    `agreed` and `awaited` are seats. `ticks` is the time until those who agreed may go without the
    others, in steps of `TOLD_EVERY`; 0 means that they may.
    """

    branch: int
    """The branch to which the stairs lead, up or down."""
    agreed: list[int]
    awaited: list[int]
    """The others who must agree, as long as the time isn't over."""
    ticks: int


class Amulet(WireStruct, frozen=True):
    """One of the amulets needed to win the run (R15), and the seat whose hero carries it."""

    name: str
    glyph: str
    colour: int
    bearer: int | None = None
    key: str = ""
    """Key of the amulet's item, as in `Kind`."""


class HeroStatus(WireStruct, frozen=True):
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
    """Damage type, and the resistance that counts after the limits of R6."""
    gold: int = 0
    calling: str = ""
    """Name of its calling."""
    worn: list[tuple[str, int]] = []
    """Damage type, and the resistance of worn gear before the limits of R6."""
    mana: int = 0
    max_mana: int = 0
    magic: int = 0
    """Power of its spells."""
    extra: list[tuple[str, int]] = []
    """Damage type, and the extra damage of that type in each blow."""
    absorb: int = 0
    """Amount taken off every hit."""
    speed: int = 10
    """Energy a tick; 10 is normal."""
    hunger: Hunger = "sated"
    food: int = 100
    """Food left in its stomach, in percent of the most that it can eat."""
    range: int = 0
    """Range of the weapon in hand, in cells; 0 means that it strikes only adjacent cells."""
    status_effects: list[str] = []
    """The `Effect` of each of `effects`."""
    pack_size: int = 0
    """Slots of the hero's pack; 0 if the server doesn't tell."""
    dies_in: int = 0
    """Ticks until it dies, if it has fallen (R16); 0 while it stands. It can't act then."""
    revived_in: int = 0
    """Ticks of care that it still needs to get up, while a companion tends it; otherwise 0."""
    tends: bool = False
    """Whether it tends a fallen companion. Its `activity` is "rest" then."""
    fights: bool = False
    """Whether it fights by itself. Its `activity` is "travel" then."""
    follows: int = -1
    """Seat of the companion whom it follows (R17); -1 if none. Its `activity` is "travel" then."""
    resting: list[tuple[str, int]] = []
    """Keys of the abilities that it can't perform yet (R17), and the ticks until each is ready, in
    steps of ten."""
    close: int = 100
    """Percent of its damage that the weapon in hand does at the next cell, and anywhere while a
    hunter stands beside the hero (R6)."""
    status_figures: list[EffectFigures] = []
    """Each of `effects` in figures."""
    reach: int = 1
    """Most cells to a companion to whom it can give something, or with whom it can trade (R17)."""


class IntentReport(WireStruct, frozen=True):
    """The results of the hero's intents.

    `received` is the highest sequence that arrived. `sequence` is the latest one that `outcome` is
    about. `reason` says why an intent was refused.
    """

    received: int
    sequence: int
    outcome: Outcome
    reason: str = ""


class EssenceInfo(WireStruct, frozen=True):
    """The affix that an essence brings to gear, and the cost of each level.

    `costs` lists how many essences each level takes, from 1 to the highest that the depth of the
    run allows. `slots` are the slots whose gear can have the affix.
    """

    affix: str
    costs: list[int]
    slots: list[Slot]
    pieces: list[int] = []
    """Ids of the gear in the pack that can have it."""
    makes: list[list[list[tuple[str, int]]]] = []
    """The stats that each of `pieces` would give: forged plain, then with each level that the stack
    is enough for."""
    exchange: int = 0
    """Other essences that a forge turns into one of this; 0: no forge does."""


class PackItem(WireStruct, frozen=True):
    """A stack in the followed hero's pack. `target` says which target its use asks for."""

    item: int
    name: str
    count: int
    glyph: str
    colour: int
    description: str
    target: Literal["none", "cell"] = "none"
    radius: int = 0
    """Radius of the struck area around the target in cells, for the preview."""
    usable: bool = True
    """Whether its use does anything. A hero can only hold an amulet."""
    slots: list[Slot] = []
    """The slots that it fits; empty if it is no gear."""
    slot: Slot | Literal[""] = ""
    """The slot in which it is worn."""
    quality: str = ""
    """For gear, the name of its quality."""
    figures: list[tuple[str, int]] = []
    """The stats that it gives when worn: "attack", "life", "res.fire" and so on."""
    affixes: list[tuple[str, int]] = []
    """For gear, the names of its affixes and the level of each. Breaking it gives their
    essences."""
    essence: EssenceInfo | None = None
    """The use of an essence at a forge."""
    does: list[str] = []
    """The effects of its use: each an `Effect`, the main one first."""
    tenths: list[tuple[str, int]] = []
    """For gear, the tenths of a point, from -5 to 4, by which small `figures` are higher."""
    letter: str = ""
    """The letter by which a player chooses it; the stack keeps it. Empty if it has none."""
    takes_slot: bool = True
    """Whether it takes a slot of the pack. Worn gear takes none, and neither do potions, food,
    essences, amulets and hearts."""
    offer: int = 0
    """Gold that the trader beside the hero pays for it; 0 if there is no offer."""
    scrap: int = 0
    """Gold that breaking it gives: plain gear has no essence to give."""
    effects: list[EffectFigures] = []
    """The effects of its use, in figures."""
    suits: int | None = None
    """The seat of the companion whom it suits clearly better than its bearer (R17), if it is gear
    or a spell book that the bearer doesn't wear."""


class TradeTable(WireStruct, frozen=True):
    """The open trade of the followed hero (R17): nobody but the two heroes sees it.

    `number` changes with the offers of either side; `AcceptTrade` names it.
    """

    number: int
    seat: int
    """The companion's seat."""
    gives: list[tuple[int, int]]
    """What the hero offers: the id of an item in its pack, and how many of it."""
    gives_gold: int
    gets: list[PackItem]
    """What the companion offers. The ids count from 1 and name nothing."""
    gets_gold: int
    accepts: bool
    """Whether the hero accepts what both offer."""
    is_accepted: bool
    """Whether the companion does."""


class SpellInfo(WireStruct, frozen=True):
    """A spell that the followed hero knows."""

    spell: str
    """Its key, with which `Cast` names it."""
    name: str
    glyph: str
    colour: int
    description: str
    mana: int
    target: Literal["none", "cell"] = "none"
    range: int = 0
    """Its range in cells."""
    radius: int = 0
    """Radius of the struck area around the target in cells, for the preview."""
    harms: bool = False
    """Whether it harms its targets."""
    helps: bool = False
    """Whether it is for the caster or a friend."""
    does: list[str] = []
    """The effects of the spell: each an `Effect`, the main one first."""
    effects: list[EffectFigures] = []
    """The effects of the spell, in figures."""


class PartyMember(WireStruct, frozen=True):
    """One hero on the party panel, as every player of the session sees it."""

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
    """Name of its calling."""
    dies_in: int = 0
    """Ticks until it dies, if it has fallen (R16), in whole seconds of real time; 0 while it
    stands. Its `state` doesn't tell that it has fallen."""
    returns: bool = False
    """Whether a new hero of this seat begins on the next new floor. This one is dead."""
    away: bool = False
    """Whether it sleeps because its player, who is connected, has pressed no key for long."""


class TideGauge(WireStruct, frozen=True):
    """The tide of this floor: percent of its bias, and the marks that it has passed.

    `percent` is -1 until the grace time is over. `mark` counts the passed marks; `name` is the
    name of the last. `next_in` is the time in ticks until the next newcomer is due, rounded up in
    steps; 0 if none is. `worth` is the experience that it is expected to pay.
    """

    percent: int
    mark: int
    name: str
    next_in: int = 0
    worth: int = 0


class PaceStatus(WireStruct, frozen=True):
    """The pace of this floor. `turns_in` is the time in milliseconds until `mode` becomes `next`.

    `waiting_for` lists the seats that a party turn waits for.
    """

    mode: PaceMode
    next: PaceMode | None = None
    turns_in: int = 0
    waiting_for: list[int] = []
    slow: bool = False
    """Whether real time passes at half speed, since somebody there is badly hurt."""
    limit_in: int = 0
    """Milliseconds until a party turn waits no longer; 0 while no limit runs."""
    nudge: bool = False
    """Whether those whom a party turn waits for should hurry."""
    paused_for: int = 0
    """Milliseconds until the pause of the party ends, in whole minutes; 0 without a pause."""
    pause_asked: list[int] = []
    """The seats of the players who want a pause."""


class Line(WireStruct, frozen=True):
    """One line of a hero's log."""

    tone: Tone
    text: str


class SeatInfo(WireStruct, frozen=True):
    """A seat and whether its player is connected."""

    seat: int
    name: str
    colour: int
    connected: bool
    role: MemberRole = "player"
    muted: bool = False


class HeroEnd(WireStruct, frozen=True):
    """One hero in the summary of a run."""

    name: str
    colour: int
    level: int
    deepest_floor: int
    kills: int
    fate: str


class FloorVisit(WireStruct, frozen=True):
    """A hero's time on one floor, in its chronicle."""

    number: int
    name: str
    kind: str
    """Name of the floor's type."""
    ticks: int
    tide: int = -1
    """Percent of the tide's bias when the hero left, as in `TideGauge`."""


class Slain(WireStruct, frozen=True):
    """Monsters of one kind that a hero killed."""

    name: str
    count: int


class GearWorn(WireStruct, frozen=True):
    """What a hero wore at its end."""

    slot: str
    name: str


class CompanionLife(WireStruct, frozen=True):
    """Another hero of the run, as it was when the chronicle was written."""

    name: str
    calling: str
    level: int
    alive: bool
