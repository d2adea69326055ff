"""Records of heroes: their figures, callings, first belongings, costs and hunger (R7)."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from undertide_server.content.records.abilities import MOST_ABILITIES
from undertide_server.content.records.gear import MOST_AFFIXES, Stat
from undertide_server.content.schema.fields import (
    Colour,
    Name,
    Percent,
    Prose,
    Record,
    SomeTicks,
    Ticks,
)
from undertide_shared.limits import MAX_CELL_MARKS

HERO_GLYPH = "@"
"""The glyph of heroes, and of nothing else."""
Threshold = Annotated[int, Field(ge=1, le=1_000_000)]


class HeroLevel(Record):
    """One level of heroes; the position in the list is the level, from 1."""

    experience: int = Field(ge=0, le=1_000_000_000)
    """Total experience that this level needs."""
    life: int = Field(ge=1, le=1_000_000)
    attack: int = Field(ge=1, le=1_000_000)
    magic: int = Field(ge=1, le=1_000_000)
    """Power of spells."""
    mana: int = Field(ge=0, le=1_000_000)
    """Most mana; spells are paid with it."""
    thresholds: tuple[Threshold, Threshold, Threshold, Threshold]
    """R4: experience of an easy, medium, hard and deadly encounter for one hero."""


class StartItem(Record):
    """An item that a new hero carries."""

    item: str
    """Key of an item, or of gear, which is plain, of the first floor's worth, and worn."""
    count: int = Field(ge=1, le=99)


class FallingRules(Record):
    """R16: the fall of heroes, and the new heroes of players whose hero has died."""

    ticks: Ticks = 150
    """Ticks for which a fallen hero can be revived; at 0 heroes die at once."""
    revival_ticks: SomeTicks = 30
    """Ticks for which a companion tends a fallen hero to revive it."""
    life_percent: Percent = 25
    """Share of its full life with which a tended hero gets up."""
    lost_levels: int = Field(default=1, ge=0, le=49)
    """Levels by which a new hero is behind the least experienced companion."""


class FollowingRules(Record):
    """R17: the auto actions that take a hero to its companions."""

    gap: int = Field(default=2, ge=1, le=10)
    """Cells from a companion at which a hero has come near enough."""
    hurt_percent: Percent = 50
    """Share of full life; a hero that is hurt and has less stops following, and whatever it does
    by itself when a status harms it."""


class ExploringRules(Record):
    """R17: exploring in company."""

    area: int = Field(default=10, ge=1, le=100)
    """Cells around the party in which its heroes prefer to explore."""
    apart: int = Field(default=3, ge=0, le=20)
    """Cells around a companion's target that other heroes leave to it."""
    detour: int = Field(default=20, ge=1, le=500)
    """Longest way, in steps, that a hero goes to explore with the party rather than alone."""


PointWorth = Annotated[int, Field(ge=0, le=10_000)]
"""The worth of a point of a stat, in hundredths of a percent of a hero's strength."""


class SharingRules(Record):
    """R17: whom gear suits, and how far apart heroes give and trade."""

    reach: int = Field(default=3, ge=1, le=12)
    """Most cells between two heroes of whom one gives the other something."""
    trade_lines: int = Field(default=6, ge=1, le=20)
    """Most stacks that a hero puts into one trade."""
    notable_affixes: int = Field(default=2, ge=0, le=MOST_AFFIXES)
    """Affixes from which on the party hears of found gear that suits nobody."""
    suits_percent: int = Field(default=3, ge=1, le=100)
    """Percent of strength that gear must add to suit a hero, and that a companion must gain beyond
    its bearer to be the one whom it suits best."""
    spell_percent: int = Field(default=60, ge=0, le=100)
    """Share of the strength of a hero with spells that comes from them; blows give the rest."""
    hits: int = Field(default=8, ge=1, le=100)
    """Hits that take a hero's whole life: a point off every hit counts this often."""
    worth: Mapping[Stat, PointWorth] = Field(default_factory=dict)
    """Worth of a point of each stat that neither attack, magic, life nor `absorb` measures."""


class MarkRules(Record):
    """R17: the marks that heroes put on cells for their companions."""

    ticks: SomeTicks = 600
    """Ticks that a mark stays."""
    help_ticks: SomeTicks = 150
    """Ticks that a call for help stays."""
    most: int = Field(default=3, ge=1, le=9)
    """Marks of one hero on one floor; another one replaces the oldest."""
    most_on_floor: int = Field(default=24, ge=1, le=MAX_CELL_MARKS)
    """Marks of all heroes on one floor; another one replaces the oldest."""


class StairRules(Record):
    """R9 and R17: how heroes take stairs, and who comes along."""

    wait_ticks: Ticks = 50
    """Ticks after which those who agreed on stairs may go without the others."""
    cells: int = Field(default=3, ge=0, le=20)
    """Cells from the stairs within which a hero that sees them stands at them."""
    pursuit_cells: int = Field(default=1, ge=0, le=5)
    """Cells from a hero that leaves within which monsters that hunt come after it; 0: none do."""


class HeroRules(Record):
    """R6 and R7: the rules of heroes (heroes.toml)."""

    levels: tuple[HeroLevel, ...] = Field(min_length=1, max_length=50)
    speed: int = Field(ge=1, le=40)
    """Energy a tick; 10 is normal."""
    sight: int = Field(ge=1, le=60)
    """Cells that a hero sees at most."""
    spread_percent: Percent
    """A hit is the attack, plus or minus up to this share."""
    regen_full: SomeTicks
    """Ticks in which a hero regains all its life."""
    mana_full: SomeTicks
    """Ticks in which it regains all its mana."""
    physical_cap: int = Field(ge=0, le=9)
    """R6: most physical resistance that counts; it never reaches 10."""
    resistance_cap: int = Field(ge=0, le=60)
    """R6: most resistance of all types together that counts."""
    experience_percent_per_extra_hero: int = Field(default=0, ge=0, le=100)
    """R7: percent of a kill's experience that each further hero adds before it is shared."""
    shelter: Ticks
    """Ticks in which monsters ignore a new hero, unless it strikes or reads a scroll."""
    pack_size: int = Field(ge=1, le=26)
    """Slots of the pack, one for each stack; worn gear and some items need none."""
    heed_steps: int = Field(default=15, ge=1, le=100)
    """Steps within which a creature must be able to reach a hero to stop its auto actions."""
    fight_stops: tuple[Percent, ...] = Field(default=(50, 25), max_length=10)
    """Shares of full life: an auto fight ends when a wound leaves less, and always below all."""
    calling: str
    """Key of the calling of heroes whose players choose none."""
    start: tuple[StartItem, ...] = Field(default=(), max_length=26)
    """Items that every new hero carries, whatever its calling."""
    colours: tuple[Colour, ...] = Field(min_length=1, max_length=64)
    """Colours of seats, in order."""
    falling: FallingRules = FallingRules()
    """R16."""
    following: FollowingRules = FollowingRules()
    """R17."""
    exploring: ExploringRules = ExploringRules()
    sharing: SharingRules = SharingRules()
    marks: MarkRules = MarkRules()
    """R17."""
    stairs: StairRules = StairRules()
    """R17."""


Cost = Annotated[int, Field(ge=1, le=1000)]


class Costs(Record):
    """Energy that actions cost (costs.toml); an actor gains its speed in energy each tick."""

    move: Cost
    attack: Cost
    shoot: Cost
    use: Cost
    take: Cost
    """To pick up, lay down or hand over."""
    wear: Cost
    """To put on or take off a piece of gear."""
    craft: Cost
    """To break gear down, or to work at a forge."""
    climb: Cost
    wait: Cost


Share = Annotated[int, Field(ge=10, le=400)]
"""Percent of a hero's figure at its level."""


class Calling(Record):
    """A profession of heroes (callings.toml)."""

    name: Name
    description: Prose
    plays: Prose = ""
    """How it plays: advice for a player who chooses a calling for the first time."""
    life: Share = 100
    attack: Share = 100
    magic: Share = 100
    mana: Share = 100
    speed: Share = 100
    sight: Share = 100
    start: tuple[StartItem, ...] = Field(default=(), max_length=26)
    """Items that it begins with, besides those of every hero; gear is worn where it fits."""
    spells: tuple[str, ...] = Field(default=(), max_length=26)
    """Keys of the spells that it knows from the beginning."""
    abilities: tuple[str, ...] = Field(default=(), max_length=MOST_ABILITIES)
    """Keys of its abilities (R17), in the order of the players' keys for them."""


Toll = Annotated[int, Field(ge=1, le=100)]


class HungerStage(Record):
    """A stage of hunger: the state of a hero that has at most a share of its food left."""

    percent: Percent
    """Percent of a hero's full food, at and below which the stage holds."""
    healing: Percent
    """Speed at which wounds heal, as percent of the usual speed."""
    message: Prose
    """Text that the hero reads when the stage begins."""


class HungerRules(Record):
    """R7: the rules of hunger, which grows on the floor's clock of an awake hero (hunger.toml)."""

    full: SomeTicks
    """Ticks that full food lasts; a new hero has full food."""
    hungry: HungerStage
    starving: HungerStage
    famished: HungerStage
    sated: Prose
    """Text that a hero reads when it has eaten enough again."""
    toll_percent: Toll
    """Percent of its full life that hunger takes from a famished hero the first time."""
    toll_growth_percent: Percent = 0
    """Percent that it takes more each time, until the hero eats."""
    toll_every: SomeTicks
    """Ticks from one time to the next."""
    faster_at_full_tide_percent: int = Field(default=0, ge=0, le=1000)
    """How much faster hunger grows at the tide's bias 1, in percent; at a lower bias it is
    that share of it."""
    faster_at_most_percent: int | None = Field(default=None, ge=0, le=1000)
    """Up to how much faster hunger grows, in percent, as it goes on to rise by the same slope
    where the tide is full; by default it rises no further than at the tide's bias 1."""
