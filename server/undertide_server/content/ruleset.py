"""All content of one preset."""

from collections.abc import Mapping

from pydantic import Field

from undertide_server.content.fields import Name, Prose, Record
from undertide_server.content.floors import CurveRules, FloorRules, Layouts, Terrain
from undertide_server.content.heroes import Costs, HeroRules
from undertide_server.content.items import Item, ItemRules
from undertide_server.content.monsters import Family, MonsterRules, RosterRules
from undertide_server.content.population import Population, TideRules


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
    curve: CurveRules
    floors: FloorRules
    layouts: Layouts
    families: Mapping[str, Family] = Field(min_length=1, max_length=500)
    roster: RosterRules
    monsters: MonsterRules
    population: Population
    tide: TideRules
    heroes: HeroRules
    costs: Costs
    items: Mapping[str, Item] = Field(min_length=1, max_length=1000)
    loot: ItemRules
