"""Parts of what a server says: arrays without a tag, within messages."""

from typing import Literal

from undertide_shared.messages.wire import WireStruct
from undertide_shared.messages.words import (
    Access,
    Activity,
    Coordinate,
    HeroState,
    Hunger,
    LandmarkKind,
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


class SessionInfo(WireStruct, frozen=True):
    """One live session, as the lobby lists it. The seed is secret: it would be a map."""

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
    """Name of its host, if it has one."""
    delay: int = 0
    """Seconds that spectators stay behind."""


class Options(WireStruct, frozen=True):
    """What the maker of a session chooses; what is left out is as its server has it."""

    access: Access = "public"
    seed: str = ""
    """Number or text that the run is drawn from; empty: it is secret, as a map would be."""
    seats: int = 0
    """Heroes that there may be; 0: as many as the server allows."""
    friendly_fire: bool | None = None
    """Whether what heroes cast, read and shoot harms companions too."""
    new_heroes: bool | None = None
    """Whether a player whose hero died may go on with a new one."""
    delay: int | None = None
    """Seconds that spectators stay behind, at most `MAX_DELAY`."""


class Customs(WireStruct, frozen=True):
    """What a session has whose maker chooses nothing."""

    preset: str
    pace: Pace
    seats: int
    """The most that can be chosen, too."""
    delay: int
    """The least that can be chosen, too."""
    accounts: bool
    """Whether anybody may sign up."""


class Terms(WireStruct, frozen=True):
    """How a session is run: what all who are in it may know."""

    access: Access = "public"
    locked: bool = False
    watchers_talk: bool = True
    """Whether spectators may chat."""
    delay: int = 0
    """Seconds that spectators stay behind."""
    friendly_fire: bool = True
    new_heroes: bool = True


class PersonInfo(WireStruct, frozen=True):
    """Somebody in a session, for those who keep order. `id` is the session's own."""

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
    """For the server's operators alone."""
    session: str = ""
    """Where somebody is, in a list of the whole server."""


class BanInfo(WireStruct, frozen=True):
    """Somebody who may not come in. `minutes` are what is left of it; 0: it is for good."""

    id: int
    who: str
    """The name that was put out, or what was banned from the whole server."""
    by: str
    minutes: int
    reason: str = ""
    watching: bool = False
    """Whether watching alone is what is forbidden."""


class AuditEntry(WireStruct, frozen=True):
    """One entry of the audit log: who did what. `at` is seconds since 1970."""

    at: int
    who: str
    text: str
    session: str = ""


class RunInfo(WireStruct, frozen=True):
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


class Landmark(WireStruct, frozen=True):
    """What a run's timeline marks: the tick, what kind of moment it was, and a sentence for it."""

    tick: int
    kind: LandmarkKind
    text: str


class TileLook(WireStruct, frozen=True):
    """How a tile code is drawn and what it means. Code 0 is what nobody has seen."""

    code: int
    name: str
    glyph: str
    colour: int
    walkable: bool
    transparent: bool
    stairs: Stairs = "none"
    shunned: bool = False
    """Whether errands go round it: it harms, or is known to be a trap."""
    description: str = ""


class Kind(WireStruct, frozen=True):
    """What sightings refer to. Ids are this view's own and say nothing about the rest."""

    id: int
    role: Role
    name: str
    glyph: str
    colour: int
    description: str = ""
    seat: int | None = None
    """The seat of a hero."""
    key: str = ""
    """Key of an item, the same whatever it is called; empty for gear and for all else."""


class CallingInfo(WireStruct, frozen=True):
    """What a new hero may be (R7): its key, its name, and a sentence about it."""

    calling: str
    name: str
    description: str


class MetKind(WireStruct, frozen=True):
    """A kind of monster that the party has met, and how many of it fell.

    `facts` are sentences about what it is and does, the more the more of it fell.
    """

    name: str
    glyph: str
    colour: int
    description: str
    fell: int
    facts: list[str]


class Sighting(WireStruct, frozen=True):
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
    status_effects: list[str] = []
    """What each of `statuses` does: an `Effect`."""


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


class FloorInfo(WireStruct, frozen=True):
    """The floor that a view shows: its branch of the run, its number from 1, its size in cells."""

    branch: int
    number: int
    name: str
    width: int
    height: int
    type: str = ""
    """What its type is called (R9)."""


class BranchInfo(WireStruct, frozen=True):
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


class StairInfo(WireStruct, frozen=True):
    """Stairs that the view knows of, and the branch that they lead to, up or down."""

    x: Coordinate
    y: Coordinate
    branch: int


class Amulet(WireStruct, frozen=True):
    """One of the amulets that the run is won with (R15), and the seat whose hero carries it."""

    name: str
    glyph: str
    colour: int
    bearer: int | None = None
    key: str = ""
    """Key of the item that it is, as in `Kind`."""


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
    status_effects: list[str] = []
    """What each of `effects` does: an `Effect`."""


class IntentReport(WireStruct, frozen=True):
    """What became of the hero's intents.

    `received` is the highest sequence that arrived; `sequence` the latest that `outcome` is about,
    with the reason where it was refused.
    """

    received: int
    sequence: int
    outcome: Outcome
    reason: str = ""


class EssenceInfo(WireStruct, frozen=True):
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


class PackItem(WireStruct, frozen=True):
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
    essence: EssenceInfo | None = None
    """What an essence is good for at a forge."""
    does: list[str] = []
    """What using it does: each an `Effect`, the main one first."""


class SpellInfo(WireStruct, frozen=True):
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
    does: list[str] = []
    """What casting it does: each an `Effect`, the main one first."""


class PartyMember(WireStruct, frozen=True):
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


class TideGauge(WireStruct, frozen=True):
    """How far the tide of this floor has risen: percent of its bias, and the marks it passed.

    Before the grace time is over, `percent` is -1.
    """

    percent: int
    mark: int
    name: str


class PaceStatus(WireStruct, frozen=True):
    """How time passes on this floor. `turns_in` is milliseconds until `mode` becomes `next`.

    `waiting_for` are the seats that party turns wait for.
    """

    mode: PaceMode
    next: PaceMode | None = None
    turns_in: int = 0
    waiting_for: list[int] = []


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
