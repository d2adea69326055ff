"""The effects of drinking, reading and casting (R8): check each effect here, then apply it."""

from collections.abc import Callable, Mapping
from typing import Any

from undertide_server.content.records.abilities import (
    Ambush,
    Care,
    Detonate,
    Disarm,
    InflictAll,
    Sweep,
    WeaponShot,
)
from undertide_server.content.records.effects import (
    Ball,
    Blink,
    Bolt,
    Chain,
    Cure,
    EffectRecord,
    Heal,
    Inflict,
    Light,
    Nova,
    Summon,
)
from undertide_server.content.records.items import Coin, Essence, Feed, Hearten, Keepsake, Teach
from undertide_server.simulation.components.actors import Attack
from undertide_server.simulation.effects.conjuring import blink, light, summon, teach
from undertide_server.simulation.effects.context import EffectContext, PreparedEffect
from undertide_server.simulation.effects.mending import cure, enchant, feed, heal, hearten
from undertide_server.simulation.effects.striking import ball, bolt, chain, nova
from undertide_server.simulation.effects.verbs import (
    detonate,
    disarm,
    inflict_all,
    lasting,
    shot,
    sweep,
)
from undertide_server.simulation.mechanics.ground import terrain_at
from undertide_server.simulation.mechanics.statuses import give_up_shelter
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.events import MagicOver, Seen
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import ActorRow, HeroRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import Cell


def effect_of_item(
    run: Run, floor: FloorIndex, row: HeroRow, effect: EffectRecord, target: Cell | None
) -> PreparedEffect:
    """Return an item's effect, checked so that it can't fail any longer.

    Its power is a share of the hero's attack. Raises ActionRefusedError when it would do nothing.
    """
    attack = run.world.get(row.entity, Attack)
    if effect.is_magic:
        refuse_where_quelled(run, floor, row)
    return prepared(
        EffectContext(run, floor, row, target, attack.power, attack.spread, "scroll"), effect
    )


def refuse_where_quelled(run: Run, floor: FloorIndex, row: ActorRow) -> None:
    """Raise ActionRefusedError if the ground quells magic."""
    if terrain_at(run, floor, row.cell).quells_magic:
        raise ActionRefusedError("no magic works on this ground")


def prepared(context: EffectContext, effect: EffectRecord) -> PreparedEffect:
    """Return an effect, checked so that it can't fail any longer.

    An effect on enemies ends the user's shelter. Raises ActionRefusedError when it would do
    nothing.
    """
    apply_effect = context.run.effects[type(effect)](context, effect)
    if not effect.is_hostile:
        return apply_effect

    def openly() -> None:
        give_up_shelter(context.run, context.row)
        apply_effect()

    return openly


def work_magic(run: Run, beginning: Seen, apply_effect: PreparedEffect) -> None:
    """Tell that a spell or scroll begins, apply its effect, and tell that it is over.

    `beginning` must be "magic": logs tell all that happens meanwhile in its line.
    """
    run.emit(beginning)
    apply_effect()
    run.emit(MagicOver())


def _nothing(_context: EffectContext, _effect: Coin | Keepsake | Essence) -> PreparedEffect:
    raise ActionRefusedError("it does nothing by itself")


EffectCheck = Callable[[EffectContext, Any], PreparedEffect]
"""Checks an effect: it returns one that can't fail any longer, or raises ActionRefusedError."""


def effects_of_the_game() -> Mapping[type[EffectRecord], EffectCheck]:
    """Return the check of each effect, by its record."""
    return {
        Heal: heal,
        Cure: cure,
        Hearten: hearten,
        Feed: feed,
        Inflict: enchant,
        Bolt: bolt,
        Chain: chain,
        Ball: ball,
        Nova: nova,
        Blink: blink,
        Light: light,
        Summon: summon,
        Teach: teach,
        InflictAll: inflict_all,
        Sweep: sweep,
        WeaponShot: shot,
        Detonate: detonate,
        Disarm: disarm,
        Ambush: lasting,
        Care: lasting,
        Coin: _nothing,
        Keepsake: _nothing,
        Essence: _nothing,
    }
