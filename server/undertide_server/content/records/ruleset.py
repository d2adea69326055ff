"""All content of one preset, and its identity: a hash of all of it.

House rules and the conditions of victory, which no other record holds, stand here too.
"""

import json
from collections.abc import Mapping
from hashlib import blake2b
from typing import Annotated

import msgspec
from pydantic import Field, ValidationError

from undertide_server.content.records.abilities import Ability, Spell
from undertide_server.content.records.curve import CurveRules
from undertide_server.content.records.damage import DamageRules
from undertide_server.content.records.earlier import brought_up
from undertide_server.content.records.gear import Affix, Artifact, CraftingRules, GearRules
from undertide_server.content.records.heroes import Calling, Costs, HeroRules, HungerRules
from undertide_server.content.records.items import Item, ItemRules
from undertide_server.content.records.layouts import Layouts
from undertide_server.content.records.lessons import LessonRules
from undertide_server.content.records.monsters import Family, MonsterRules, RosterRules
from undertide_server.content.records.population import (
    BossRules,
    EncounterRules,
    Person,
    Population,
    TideRules,
)
from undertide_server.content.records.rooms import ExtraRules, RoomRules, SetPiece
from undertide_server.content.records.statuses import Status
from undertide_server.content.records.terrain import Element, Terrain, TerrainRules, TrapKind
from undertide_server.content.records.themes import Region, Theme
from undertide_server.content.records.tree import TreeRules
from undertide_server.content.records.variety import VarietyRules
from undertide_server.content.schema.extended import ExtendedRecord
from undertide_server.content.schema.extensions import Needed
from undertide_server.content.schema.fields import Name, Prose, Record
from undertide_shared.limits import MAX_CALLINGS, MAX_GOAL


class VictoryRules(Record):
    """R15: the conditions of victory (victory.toml)."""

    amulets: tuple[str, ...] = Field(max_length=3)
    """Keys of the items that the party must hold together. None are needed if it is empty."""
    boss: bool
    """Whether the last floor's boss must fall then; if not, holding the amulets wins."""


class HouseRules(Record):
    """The choices of operators (house.toml); `[house]` of server.toml overrides them."""

    friendly_fire: bool
    """Whether heroes' spells, scrolls and missiles also harm companions."""
    new_heroes: bool
    """R7: whether a player whose hero died may go on with a new one."""
    gentle: bool = False
    """R14: whether the run draws no harmful variations. Kept runs from before it was there state
    none."""


MAX_GOAL_LINE = 72
"""Characters of a line of the goal: it fits the smallest screen."""
Goal = Annotated[Prose, Field(min_length=1, max_length=MAX_GOAL_LINE)]


class Preset(ExtendedRecord):
    """The title of a preset, and the preset that it builds on (preset.toml)."""

    title: Name
    description: Prose
    goal: tuple[Goal, ...] = Field(default=(), max_length=MAX_GOAL)
    """What players try to do, in lines for the first screen."""
    builds_on: str | None = None
    """The preset that fills in every record which this one doesn't state."""
    extensions: Needed = Field(default_factory=dict)
    """The names of the extensions that it needs: `["light_thief"]`. A run of it also keeps the
    number of the rules of each."""


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


HASH_BYTES = 16
"""128 bits: two contents never share a hash by chance."""


def canonical(ruleset: Ruleset) -> bytes:
    """Return all content as JSON, the same bytes for the same content in every process.

    Only the values of the records count. File names, comments, the order of keys, and whether a
    value was stated or inherited make no difference.
    """
    said = ruleset.model_dump(mode="json")
    return json.dumps(said, sort_keys=True, ensure_ascii=True, separators=(",", ":")).encode()


def read_canonical(content: bytes) -> Ruleset:
    """Return the content that `canonical` wrote, in this version or an earlier one.

    Raises pydantic.ValidationError if this version of the server can't use it.
    """
    try:
        return Ruleset.model_validate_json(content)
    except ValidationError as fault:
        try:
            earlier = brought_up(content)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise fault from None
        return Ruleset.model_validate_json(earlier)


def content_hash(ruleset: Ruleset) -> str:
    """Return the hash of a ruleset's canonical form, in hexadecimal."""
    return hash_of(canonical(ruleset))


def hash_of(content: bytes) -> str:
    """Return the hash of content in its canonical form, in hexadecimal."""
    return blake2b(content, digest_size=HASH_BYTES).hexdigest()
