"""All content of one preset."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from undertide_server.content.records.abilities import Ability
from undertide_server.content.records.bosses import BossRules
from undertide_server.content.records.callings import Calling
from undertide_server.content.records.curve import CurveRules
from undertide_server.content.records.damage import DamageRules
from undertide_server.content.records.encounters import EncounterRules
from undertide_server.content.records.extras import ExtraRules
from undertide_server.content.records.gear import Affix, Artifact, CraftingRules, GearRules
from undertide_server.content.records.heroes import Costs, HeroRules
from undertide_server.content.records.house import HouseRules
from undertide_server.content.records.hunger import HungerRules
from undertide_server.content.records.items import Item, ItemRules
from undertide_server.content.records.layouts import Layouts
from undertide_server.content.records.lessons import LessonRules
from undertide_server.content.records.monsters import Family, MonsterRules, RosterRules
from undertide_server.content.records.people import Person
from undertide_server.content.records.population import Population, TideRules
from undertide_server.content.records.regions import Region
from undertide_server.content.records.rooms import RoomRules
from undertide_server.content.records.set_pieces import SetPiece
from undertide_server.content.records.spells import Spell
from undertide_server.content.records.statuses import Status
from undertide_server.content.records.terrain import Element, Terrain, TerrainRules
from undertide_server.content.records.themes import Theme
from undertide_server.content.records.traps import TrapKind
from undertide_server.content.records.tree import TreeRules
from undertide_server.content.records.variety import VarietyRules
from undertide_server.content.records.victory import VictoryRules
from undertide_server.content.schema.fields import Name, Prose, Record
from undertide_shared.limits import MAX_CALLINGS, MAX_GOAL

MAX_GOAL_LINE = 72
"""Characters of a line of the goal: it fits the smallest screen."""
Goal = Annotated[Prose, Field(min_length=1, max_length=MAX_GOAL_LINE)]


class Preset(Record):
    """The title of a preset, and the preset that it builds on (preset.toml)."""

    title: Name
    description: Prose
    goal: tuple[Goal, ...] = Field(default=(), max_length=MAX_GOAL)
    """What players try to do, in lines for the first screen."""
    builds_on: str | None = None
    """The preset that fills in every record which this one doesn't state."""


class Ruleset(Record):
    """All content of one preset. Each field is a file of its folder and of those it builds on."""

    preset: Preset
    terrain: Mapping[str, Terrain] = Field(min_length=1, max_length=255)
    living: TerrainRules
    curve: CurveRules
    tree: TreeRules
    layouts: Layouts
    rooms: RoomRules
    themes: Mapping[str, Theme] = Field(min_length=1, max_length=200)
    set_pieces: Mapping[str, SetPiece] = Field(default_factory=dict, max_length=200)
    traps: Mapping[str, TrapKind] = Field(min_length=1, max_length=200)
    people: Mapping[str, Person] = Field(max_length=200)
    regions: Mapping[Element, Region] = Field(max_length=3)
    extras: ExtraRules
    encounters: EncounterRules
    families: Mapping[str, Family] = Field(min_length=1, max_length=500)
    roster: RosterRules
    monsters: MonsterRules
    population: Population
    tide: TideRules
    heroes: HeroRules
    callings: Mapping[str, Calling] = Field(min_length=1, max_length=MAX_CALLINGS)
    hunger: HungerRules
    house: HouseRules
    costs: Costs
    items: Mapping[str, Item] = Field(min_length=1, max_length=1000)
    gear: GearRules
    affixes: Mapping[str, Affix] = Field(min_length=1, max_length=500)
    artifacts: Mapping[str, Artifact] = Field(max_length=500)
    crafting: CraftingRules
    loot: ItemRules
    spells: Mapping[str, Spell] = Field(max_length=200)
    abilities: Mapping[str, Ability] = Field(default_factory=dict, max_length=200)
    """Presets and kept runs from before they were there state none."""
    statuses: Mapping[str, Status] = Field(min_length=1, max_length=50)
    damage: DamageRules = DamageRules()
    """Presets and kept runs from before it was there state none."""
    bosses: BossRules = BossRules()
    """Kept runs from before it was there state none."""
    lessons: LessonRules = LessonRules()
    """Most presets, and kept runs from before they were there, state none."""
    victory: VictoryRules
    variety: VarietyRules
