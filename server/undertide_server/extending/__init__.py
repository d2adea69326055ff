"""The public surface for extensions: all that a package may use that adds to the game.

`docs/extending.md` leads to an extension. What stands in `__all__` stays as it is as long as
`SURFACE` has its number; anything else of the server may change at any time.
"""

from undertide_server.content.records.effects import (
    DamagingEffect,
    EffectRecord,
    Infliction,
    Power,
    Radius,
    Reach,
)
from undertide_server.content.records.tricks import Chance, Rest
from undertide_server.content.schema.extensions import SURFACE, ExtensionError
from undertide_server.content.schema.fields import (
    Colour,
    DamageType,
    Glyph,
    Name,
    Percent,
    Prose,
    Record,
    SomeTicks,
    Ticks,
    Weight,
)
from undertide_server.simulation.ai.tricks.trick import Chances, StruckBlow
from undertide_server.simulation.effects.context import (
    EffectContext,
    PreparedEffect,
    aimed_at,
    bring,
    foes_in_view,
    friend_at,
    other_at,
    others_in_view,
)
from undertide_server.simulation.extension import Effect, Extension, LayoutOf, System, Trick
from undertide_server.simulation.mechanics.bestiary import record_trick
from undertide_server.simulation.mechanics.damage import deal_damage_of
from undertide_server.simulation.mechanics.stats import set_sight
from undertide_server.simulation.mechanics.statuses import end_status, inflict
from undertide_server.simulation.mechanics.victory import end_run
from undertide_server.simulation.queries.grammar import name_of, who
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.events import FloorTold, PartyTold, Seen, Told
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import ActorRow, HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_server.util.rng import Rng
from undertide_server.worldgen.layouts.furnish import furnish
from undertide_server.worldgen.layouts.layout import Layout, Room, Stairs
from undertide_server.worldgen.layouts.terrain import TerrainTable

__all__ = [
    "SURFACE",
    "ActionRefusedError",
    "ActorRow",
    "Chance",
    "Chances",
    "Colour",
    "DamageType",
    "DamagingEffect",
    "Effect",
    "EffectContext",
    "EffectRecord",
    "Extension",
    "ExtensionError",
    "FloorIndex",
    "FloorTold",
    "Glyph",
    "HeroRow",
    "Infliction",
    "Layout",
    "LayoutOf",
    "MonsterRow",
    "Name",
    "PartyTold",
    "Percent",
    "Power",
    "PreparedEffect",
    "Prose",
    "Radius",
    "Reach",
    "Record",
    "Rest",
    "Rng",
    "Room",
    "Run",
    "Seen",
    "SomeTicks",
    "Stairs",
    "StruckBlow",
    "System",
    "TerrainTable",
    "Ticks",
    "Told",
    "Trick",
    "Weight",
    "aimed_at",
    "bring",
    "deal_damage_of",
    "end_run",
    "end_status",
    "foes_in_view",
    "friend_at",
    "furnish",
    "inflict",
    "name_of",
    "other_at",
    "others_in_view",
    "record_trick",
    "set_sight",
    "who",
]
