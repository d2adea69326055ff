"""All content of one preset."""

from collections.abc import Mapping

from pydantic import Field

from undertide_server.content.callings import Calling
from undertide_server.content.curve import CurveRules
from undertide_server.content.encounters import EncounterRules
from undertide_server.content.extras import ExtraRules
from undertide_server.content.fields import Name, Prose, Record
from undertide_server.content.gear import Affix, Artifact, CraftingRules, GearRules
from undertide_server.content.heroes import Costs, HeroRules
from undertide_server.content.house import HouseRules
from undertide_server.content.hunger import HungerRules
from undertide_server.content.items import Item, ItemRules
from undertide_server.content.layouts import Layouts
from undertide_server.content.monsters import Family, MonsterRules, RosterRules
from undertide_server.content.people import Person
from undertide_server.content.population import Population, TideRules
from undertide_server.content.regions import Region
from undertide_server.content.rooms import RoomRules
from undertide_server.content.spells import Spell
from undertide_server.content.statuses import Status
from undertide_server.content.terrain import Element, Terrain, TerrainRules
from undertide_server.content.themes import Theme
from undertide_server.content.traps import Trap
from undertide_server.content.tree import TreeRules
from undertide_server.content.variety import VarietyRules
from undertide_server.content.victory import VictoryRules


class Preset(Record):
    """What a preset is called and what it builds on (preset.toml)."""

    title: Name
    description: Prose
    builds_on: str | None = None
    """The preset whose records hold wherever this one states nothing else."""


class Ruleset(Record):
    """All content of one preset: one field a file of its folder and of those it builds on."""

    preset: Preset
    terrain: Mapping[str, Terrain] = Field(min_length=1, max_length=255)
    living: TerrainRules
    curve: CurveRules
    tree: TreeRules
    layouts: Layouts
    rooms: RoomRules
    themes: Mapping[str, Theme] = Field(min_length=1, max_length=200)
    traps: Mapping[str, Trap] = Field(min_length=1, max_length=200)
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
    callings: Mapping[str, Calling] = Field(min_length=1, max_length=50)
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
    statuses: Mapping[str, Status] = Field(min_length=1, max_length=50)
    victory: VictoryRules
    variety: VarietyRules
