"""Deeds: what drinking, reading and casting do (R8). One place checks them all, then does them."""

from collections.abc import Callable
from typing import Any

from undertide_server.content.records.effects import (
    Ball,
    Blink,
    Bolt,
    Chain,
    Cure,
    Heal,
    Inflict,
    Light,
    Nova,
    Summon,
    is_magic,
    turns_on_others,
)
from undertide_server.content.records.items import Coin, Essence, Feed, Hearten, Keepsake, Teach
from undertide_server.content.schema.fields import Record
from undertide_server.simulation.components.actors import Attack
from undertide_server.simulation.components.floors import Cell
from undertide_server.simulation.effects.conjuring import blink, light, summon, teach
from undertide_server.simulation.effects.context import Attempt, Deed
from undertide_server.simulation.effects.enchanting import enchant
from undertide_server.simulation.effects.mending import cure, feed, heal, hearten
from undertide_server.simulation.effects.striking import ball, bolt, chain, nova
from undertide_server.simulation.mechanics.ground import terrain_at
from undertide_server.simulation.mechanics.shelter import give_up_shelter
from undertide_server.simulation.state.errors import CannotDo
from undertide_server.simulation.state.floor_index import FloorPlace
from undertide_server.simulation.state.rows import ActorRow, HeroRow
from undertide_server.simulation.state.run import Run


def deed_of(run: Run, place: FloorPlace, row: HeroRow, effect: Record, target: Cell | None) -> Deed:
    """Return what using an item does, checked so that it can't fail any more.

    Its power is a share of the hero's attack. Raises CannotDo when it would do nothing.
    """
    attack = run.world.get(row.entity, Attack)
    if is_magic(effect):
        refuse_where_quelled(run, place, row)
    return prepared(Attempt(run, place, row, target, attack.power, attack.spread, "scroll"), effect)


def refuse_where_quelled(run: Run, place: FloorPlace, row: ActorRow) -> None:
    """Raise CannotDo where the ground quells magic."""
    if terrain_at(run, place, row.cell).quells_magic:
        raise CannotDo("the air here swallows the words")


def prepared(attempt: Attempt, effect: Record) -> Deed:
    """Return a deed, checked so that it can't fail any more; whoever turns on others is seen.

    Raises CannotDo when it would do nothing.
    """
    deed = DEEDS[type(effect)](attempt, effect)
    if not turns_on_others(effect):
        return deed

    def openly() -> None:
        give_up_shelter(attempt.run, attempt.row)
        deed()

    return openly


def _nothing(_attempt: Attempt, _effect: Coin | Keepsake | Essence) -> Deed:
    raise CannotDo("it does nothing by itself")


DEEDS: dict[type, Callable[[Attempt, Any], Deed]] = {
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
    Coin: _nothing,
    Keepsake: _nothing,
    Essence: _nothing,
}
"""Checks of what a deed would do, by its record; each returns what then can't fail."""
