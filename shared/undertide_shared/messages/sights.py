"""The parts of a view that tell of its floor, of what is seen there, and of the party."""

from typing import Annotated

from undertide_shared.limits import MAX_EFFECTS, MAX_GLOW, MAX_HEROES
from undertide_shared.messages.fields import (
    Colour,
    Count,
    Figures,
    FirmPercent,
    Glyph,
    Key,
    Listed,
    Number,
    Otherwise,
    Percent,
    PersonName,
    Sentence,
    Slots,
    Thing,
    Tick,
    Word,
    Words,
)
from undertide_shared.messages.wire import WireStruct
from undertide_shared.messages.words import (
    Coordinate,
    HeroState,
    Hunger,
    Joins,
    MarkKind,
    PaceMode,
    Role,
    Stairs,
    Tone,
)


class EffectFigures(WireStruct, frozen=True):
    """One effect in figures: of an item, a spell, a status, a trap or the ground.

    A field that says nothing has its default. Whoever reads them works out what `percent` is for a
    hero: `of` names the figure of the hero, or of the floor, that it is a share of.
    """

    does: Word
    """Its `Effect`; "trap" and "ground" are those of tiles."""
    name: Word = ""
    """Adjective of the status, or name of the creature or spell that it brings."""
    percent: Count = 0
    """The share of `of` that it gives or takes."""
    of: Word = ""
    """What that is a share of: "life" (full life of whom it affects), "attack", "magic", "food" (a
    full stomach), or "average" (the average strength of the floor)."""
    least: Count = 0
    """The least that it gives."""
    damage: Word = ""
    """Type of its damage, if it takes life."""
    chance: Count = 100
    """Chance that it comes, in percent."""
    ticks: Count = 0
    """How long it lasts."""
    every: Count = 0
    """Ticks from one time that it gives or takes to the next."""
    radius: Count = 0
    """Cells around it within which it works."""
    range: Count = 0
    """How many cells it reaches."""
    count: Count = 0
    """Creatures that it strikes at most, or calls."""
    speed: Count = 100
    """Speed of the creature that is affected, in percent of its usual one."""
    absorb: Count = 0
    """Share of the full life that comes off every hit, in percent."""
    taken: Count = 100
    """Damage that the creature takes from every hit, in percent of the usual."""
    dealt: Count = 100
    """Damage that the creature does, in percent of the usual."""


EffectList = Annotated[list[EffectFigures], Listed(MAX_EFFECTS)]


class TileLook(WireStruct, frozen=True):
    """The look and the meaning of a tile code. Code 0 stands for cells that nobody has seen."""

    code: Count
    name: Word
    glyph: Glyph
    colour: Colour
    walkable: bool
    transparent: bool
    stairs: Stairs = "none"
    shunned: bool = False
    """Whether auto actions go round it: it does harm, or is a known trap."""
    description: Sentence = ""
    forge: bool = False
    """Whether heroes beside it can `Craft`."""
    effects: EffectList = []
    """The harm that it does, or the trap that it is, in figures."""
    paper: Colour = -1
    """The colour behind the glyph in full light, 0xRRGGBB; -1 leaves the choice to the client."""
    grain: FirmPercent = 0
    """How unevenly the surface takes light: its cells differ by that many percent."""
    glow: Annotated[int, Number(0, MAX_GLOW, firm=True)] = 0
    """The number of cells that its light reaches; 0 if it gives none."""
    joins: Joins = "none"
    """How it joins its neighbours of the same kind on the map."""


class WareInfo(WireStruct, frozen=True):
    """An item that a shop sells: its price in gold, and what its buyer gets."""

    price: Count
    slots: Slots = []
    """The slots that it fits; empty if it is no gear."""
    figures: Figures = []
    """The stats that it gives when worn, as in a `PackItem`."""
    tenths: Figures = []
    """The tenths by which small `figures` are higher, as in a `PackItem`."""
    does: Words = []
    """What `Use` does: each an `Effect`, the main one first."""


class Kind(WireStruct, frozen=True):
    """The kind that sightings refer to. Ids count within this view and reveal nothing else."""

    id: int
    role: Annotated[Role, Otherwise("item")]
    name: Thing
    glyph: Glyph
    colour: Colour
    description: Sentence = ""
    seat: int | None = None
    """Of a hero: its seat."""
    key: Key = ""
    """Of an item that is no gear: its key, which stays the same if its name changes; else empty."""
    ware: WareInfo | None = None
    """Of an item that a shop sells: its price and its use."""
    trades: bool = False
    """Whether it is a trader, who buys gear while it is at peace: see `Sell`."""
    boss: bool = False
    """Whether it is a boss of the floor: its name is then its own, with the name of its kind."""
    effects: EffectList = []
    """What the use of an item does, in figures; of a ware too."""


class MetKind(WireStruct, frozen=True):
    """A kind of monster that the party has met, with the number of its kind that fell.

    `facts` are sentences about its nature and abilities. There are more of them as more of it fall.
    """

    name: Thing
    glyph: Glyph
    colour: Colour
    description: Sentence
    fell: Count
    facts: Annotated[list[Sentence], Listed(MAX_EFFECTS)]


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
    health: Percent = 100
    mood: Word = ""
    statuses: Words = []
    """Its visible statuses, such as "burning", for people."""
    status_effects: Words = []
    """What each of `statuses` does: an `Effect`."""
    meant: bool = False
    """Whether it is gear that a companion left for the followed hero."""


class Shift(WireStruct, frozen=True):
    """A sighting that moved."""

    id: int
    x: Coordinate
    y: Coordinate


class Condition(WireStruct, frozen=True):
    """A sighting whose health (percent), mood or statuses changed."""

    id: int
    health: Percent
    mood: Word
    statuses: Words = []
    status_effects: Words = []


class Threat(WireStruct, frozen=True):
    """The figures of a monster in sight by which the followed hero's player decides.

    They hold for full life on both sides; the health of the sighting says how much is left.
    """

    id: int
    """The id of its sighting."""
    deals: Count = 0
    """Life that one of its blows takes from the hero on average, in hundredths."""
    takes: Count = 0
    """Share of its full life that one blow of the hero takes on average, in hundredths of a
    percent."""
    reach: Count = 1
    """How many cells its blows and missiles reach."""
    danger: Word = ""
    """A word of the content for how great a danger it is to this hero: "dire"."""
    rank: Count = 0
    """Place of that word among all of them, from 0 for the least dangerous."""
    tricks: Words = []
    """What the party saw its kind do: each a `Trick`."""
    spells: Words = []
    """Names of the spells that the party saw its kind cast."""
    costs: Percent = 0
    """Percent of its full life that felling it alone would cost the hero, 100 for all or more."""


class FloorInfo(WireStruct, frozen=True):
    """The floor that a view shows: its branch of the run, its number from 1, its size in cells."""

    branch: int
    number: Count
    name: Word
    width: Count
    height: Count
    type: Word = ""
    """The name of its floor type."""
    average: Count = 0
    """Average strength of its monsters, in hundredths."""


class BranchInfo(WireStruct, frozen=True):
    """A floor of the run tree that the party knows (R9): entered, or below an entered one.

    `parent` is the id of the floor above, 0 at the root. `depth` counts from 0 at the root,
    `sibling` from 0 among the floors below the same one. Name, glyph and colour are those of its
    floor type.
    """

    id: int
    parent: int
    depth: Count
    sibling: int
    name: Word
    glyph: Glyph
    colour: Colour
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
    mark: Annotated[MarkKind, Otherwise("here")]
    seat: int


class StairAgreement(WireStruct, frozen=True):
    """The heroes of this floor who agree to take the same stairs together (R17).

    `agreed` and `awaited` are seats. `ticks` is the time until those who agreed may go without the
    others, in steps of `TOLD_EVERY`; 0 means that they may.
    """

    branch: int
    """Id of the `BranchInfo` to which the stairs lead, up or down."""
    agreed: Annotated[list[int], Listed(MAX_HEROES)]
    awaited: Annotated[list[int], Listed(MAX_HEROES)]
    """Seats of the others who must agree, as long as the time isn't over."""
    ticks: Tick


class Amulet(WireStruct, frozen=True):
    """One of the amulets needed to win the run (R15), and the seat whose hero carries it."""

    name: Word
    glyph: Glyph
    colour: Colour
    bearer: int | None = None
    key: Key = ""
    """Its key, as in `Kind`."""


class TideGauge(WireStruct, frozen=True):
    """The tide of this floor: percent of its bias, and the marks that it has passed.

    `percent` is -1 until the grace time is over. `mark` counts the passed marks; `name` is the
    name of the last. `next_in` is the time in ticks until the next newcomers are due, rounded up
    in steps; 0 if none are. `worth` is the experience that they are expected to pay.
    """

    percent: int
    mark: Count
    name: Word
    next_in: Count = 0
    worth: Count = 0


class PaceStatus(WireStruct, frozen=True):
    """The pace of this floor. `turns_in` is the time in milliseconds until `mode` becomes `next`.

    `waiting_for` lists the seats that a party turn waits for.
    """

    mode: Annotated[PaceMode, Otherwise("idle")]
    next: Annotated[PaceMode, Otherwise("idle")] | None = None
    turns_in: Count = 0
    waiting_for: Annotated[list[int], Listed(MAX_HEROES)] = []
    slow: bool = False
    """Whether real time passes at half speed, since somebody there is badly hurt."""
    limit_in: Count = 0
    """Milliseconds until a party turn waits no longer, in whole seconds; 0 while no limit runs."""
    nudge: bool = False
    """Whether those in `waiting_for` should hurry."""
    paused_for: Count = 0
    """Milliseconds until the party's pause ends, in whole minutes, rounded up; 0 without a
    pause."""
    pause_asked: Annotated[list[int], Listed(MAX_HEROES)] = []
    """Seats whose players want a pause."""


class Line(WireStruct, frozen=True):
    """One line of a hero's log."""

    tone: Tone
    text: Sentence


class PartyMember(WireStruct, frozen=True):
    """One hero on the party panel, as every player of the session sees it."""

    seat: int
    name: PersonName
    colour: Colour
    floor: Count
    health: Percent
    level: Count
    state: HeroState
    branch: int = 0
    """Id of the `BranchInfo` of its floor; 0 if it is on none."""
    calling: Word = ""
    """The name of its calling."""
    dies_in: Count = 0
    """Ticks until it dies, if it has fallen, in whole seconds of real time; 0 while it stands."""
    returns: bool = False
    """Whether it is dead, and a new hero of the seat begins on the next new floor."""
    away: bool = False
    """Whether it sleeps because its player, who is connected, has sent no intent for long."""
    hunger: Hunger = "sated"
    """How hungry it is (R7)."""
