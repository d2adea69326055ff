"""Records of who lives on a floor: monsters at first (R3, R8) and as the tide rises (R5).

Encounters are the difficulty of rooms (R4). Bosses have names, and people come with a theme or a
region, not from the roster (R12, R13).
"""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from undertide_server.content.records.monsters import Behaviour, Mods
from undertide_server.content.records.tricks import Tricks
from undertide_server.content.schema.fields import (
    Colour,
    Glyph,
    Name,
    Percent,
    Prose,
    Record,
    SomeTicks,
    Table,
    TableRow,
    Ticks,
    Weight,
)


class BossRules(Record):
    """R3: the names of bosses (bosses.toml)."""

    names: tuple[Name, ...] = Field(default=(), max_length=500)
    """Proper names, which the seed puts in an order. Bosses have none if it is empty."""


MOST_BOSSES = 2
"""R1: a floor has at most seven types, and those past the fifth are bosses."""


class FixedKind(Record):
    """A kind stated outright, for presets filled from tables alone. Its key is its name."""

    strength: int = Field(ge=1, le=1_000_000)
    glyph: Glyph
    colour: Colour
    description: Prose
    mods: Mods = Field(default_factory=dict)
    behaviour: Behaviour = Behaviour()


class Population(Record):
    """R3: the monsters of a floor when it is first entered (population.toml).

    With the curve as source, R4's encounters fill it room by room, up to these limits.
    """

    source: Literal["curve", "tables"]
    """curve: kinds of the roster, by weight; tables: R8, `kinds` alone, room by room."""
    monsters: int = Field(ge=0, le=200)
    """Most monsters for one hero, bosses and people included."""
    percent_per_extra_hero: int = Field(ge=0, le=200)
    """Percent of extra monsters for each further hero."""
    type_weights: tuple[Weight, ...] = Field(min_length=1, max_length=10)
    """From the weakest regular type of a floor to the strongest."""
    bosses: Table = (TableRow(floor=1, value=MOST_BOSSES),)
    """Most bosses of a floor, by floor, the weakest of those that the curve gives it."""
    most_alive: int = Field(ge=1, le=1000)
    """Most living monsters on a floor, the tide's included (R5)."""
    safe_steps: int = Field(ge=0, le=60)
    """Walking distance from the arrival within which nobody stands when the floor is first entered.
    """
    most_monsters_per_room: Table = ()
    """Only with `tables`: most monsters of a room, by floor."""
    kinds: Mapping[str, FixedKind] = Field(default_factory=dict)
    """Only with `tables`: all kinds."""
    kind_weights: Mapping[str, Table] = Field(default_factory=dict)
    """Only with `tables`: weight of each kind, by floor."""


class TideMark(Record):
    """A mark on the tide's bias; heroes are told when the tide reaches it."""

    percent: Percent
    name: Name
    """Text beside the gauge."""
    message: Prose


class FirstComer(Record):
    """R5: the tide's first newcomer of a run, which every party meets early."""

    floors: int = Field(ge=0, le=100)
    """Number of the last floor on which it comes early; 0 if it never does."""
    ticks: Ticks
    """Ticks on all these floors together after which it is due, if the tide has brought nobody."""
    message: Prose
    """What heroes read when the tide brings somebody for the first time in a run; may be empty."""


class TideGroups(Record):
    """R5: the groups in which newcomers come once the tide is high: kin of one family, together."""

    from_percent: Percent
    """The bias from which they come, in percent."""
    monsters: int = Field(ge=1, le=20)
    """The number of monsters in a group."""


class HighTide(Record):
    """R5: what strengthens newcomers at bias 1."""

    statuses: tuple[str, ...] = Field(min_length=1, max_length=10)
    """Keys of statuses, of which each group or single newcomer gets one."""
    ticks: SomeTicks
    """Ticks for which they have it."""


class TideRules(Record):
    """R5: the tide of newcomers on a floor (tide.toml). Times are ticks of the floor's clock."""

    grace: Ticks
    """Ticks before the first newcomer."""
    interval: SomeTicks
    """Ticks between newcomers at bias 0."""
    interval_at_full_percent: int = Field(default=100, ge=1, le=100)
    """What is left of the interval at bias 1, in percent; it falls in a straight line."""
    rise: SomeTicks
    """Ticks from the end of the grace until the bias is 1."""
    per_extra_hero_percent: int = Field(ge=0, le=200)
    """Percent of one more newcomer an interval for each hero after the first; shares add up."""
    pool_low_percent: int = Field(ge=1, le=1000)
    """Least strength of the pool, in percent of the floor's average."""
    pool_high_percent: int = Field(ge=1, le=1000)
    """Greatest strength of the pool, in percent of the floor's average."""
    arrival_distance: int = Field(ge=1, le=60)
    """Least walking distance, in steps, from every hero."""
    experience_at_full_percent: Percent
    """Share of experience that a newcomer gives at bias 1; it falls in a straight line from 100."""
    first: FirstComer
    marks: tuple[TideMark, ...] = Field(min_length=1, max_length=20)
    """Rising, the first at 0."""
    groups: TideGroups | None = None
    """None where newcomers always come one by one."""
    high_tide: HighTide | None = None
    """None where newcomers have no status."""


Difficulty = Literal["easy", "medium", "hard", "deadly"]
DIFFICULTIES: tuple[Difficulty, ...] = ("easy", "medium", "hard", "deadly")
"""In the order of a hero's thresholds."""


class Multiplier(Record):
    """The factor by which this number of monsters, or more, multiplies their experience."""

    monsters: int = Field(ge=1, le=1000)
    percent: int = Field(ge=100, le=10_000)


Sort = Literal["crowd", "pair", "champion"]
SORTS: tuple[Sort, ...] = ("crowd", "pair", "champion")


class CrowdRules(Record):
    """R4: crowds: as many of one weak kind as the difficulty allows."""

    least: int = Field(ge=2, le=100)
    """The least number of monsters."""
    low_percent: int = Field(ge=1, le=1000)
    """Least strength of the kind, in percent of the floor's average."""
    high_percent: int = Field(ge=1, le=1000)
    """Greatest strength of the kind, in percent of the floor's average."""


class ChampionForm(Record):
    """R4: what a kind becomes as a champion."""

    name: Name
    """`{0}` in it stands for the kind's name."""
    tricks: Tricks
    """Additional tricks."""
    floor: int = Field(default=1, ge=1, le=100)
    """Number of the first floor on which it comes."""


class ChampionRules(Record):
    """R4: champions: the strong ones, as few as can make the difficulty."""

    heroes_each: int = Field(ge=1, le=100)
    """An encounter has at most one champion for so many heroes, rounded up."""
    most_percent: Table
    """Their greatest strength, in percent of the floor's average, by floor."""
    forms: Mapping[str, ChampionForm] = Field(min_length=1)
    """What they become; each of the first floors has one that no earlier floor has."""


class EncounterSorts(Record):
    """R4: the sorts of encounters."""

    weights: Mapping[Sort, Table] = Field(min_length=1)
    """Weight of each sort for a combat room, by floor."""
    crowds: CrowdRules
    """Many weak ones."""
    champions: ChampionRules
    """Strong ones with a trick."""
    helping: int = Field(ge=1, le=100)
    """How many times likelier a pair is of which one fights from afar or by spells, and the other
    does neither."""


class EncounterRules(Record):
    """R4: the rules of encounters (encounters.toml)."""

    difficulties: Mapping[Difficulty, Table] = Field(min_length=1)
    """Weight of each difficulty for a combat room, by floor."""
    multipliers: tuple[Multiplier, ...] = Field(min_length=1, max_length=20)
    """Rising, the first for 1 monster. The last one at or below the number of monsters counts."""
    most_monsters: int = Field(ge=1, le=100)
    """Monsters in one room at most: a weak kind must not fill it to the walls."""
    open_ground: int = Field(ge=1, le=40_000)
    """Cells. Any larger room counts as open ground, over which R3's total is spread."""
    sorts: EncounterSorts | None = None
    """None where all encounters are of two kinds that are drawn alike."""


class Person(Record):
    """A person in a kind of room, as strong as its floor requires (people.toml)."""

    name: Name
    glyph: Glyph
    colour: Colour
    description: Prose
    strength_percent: int = Field(ge=1, le=1000)
    """Strength as percent of the floor's average."""
    mods: Mods = Field(default_factory=dict)
    behaviour: Behaviour = Behaviour()
    family: str | None = None
    """Key of the family to which it belongs and whose glyphs it shares."""
