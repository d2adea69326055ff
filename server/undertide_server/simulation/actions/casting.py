"""Spells are cast: by heroes who know them, for mana, and by monsters (R8)."""

from undertide_server.content.records.spells import Spell
from undertide_server.simulation.components.actors import Attack
from undertide_server.simulation.components.floors import Cell
from undertide_server.simulation.effects.context import Attempt, Deed
from undertide_server.simulation.effects.dispatch import prepared, refuse_where_quelled
from undertide_server.simulation.mechanics.combat import who
from undertide_server.simulation.mechanics.energy import spend
from undertide_server.simulation.queries.grammar import name_of
from undertide_server.simulation.state.errors import CannotDo
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.floor_index import FloorPlace
from undertide_server.simulation.state.rows import ActorRow, HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_shared.messages import Cast


def cast(run: Run, place: FloorPlace, row: HeroRow, intent: Cast) -> None:
    """Cast a spell. Raises CannotDo when the hero can't, or when it would do nothing."""
    if intent.spell not in row.magic.spells:
        raise CannotDo("you know no such spell")
    spell = run.rules.spells[intent.spell]
    if row.magic.mana < spell.mana:
        raise CannotDo(f"it takes {spell.mana} mana; you have {row.magic.mana}")
    target = None if intent.x is None or intent.y is None else (intent.x, intent.y)
    deed = _deed_of(run, place, row, spell, target, row.magic.power)
    row.magic.mana -= spell.mana
    _say(run, place, row, spell)
    deed()


def cast_by_monster(
    run: Run, place: FloorPlace, monster: MonsterRow, spell: str, target: ActorRow
) -> bool:
    """Let a monster cast a spell at somebody, or at itself, and pay for it in energy.

    Its power is the monster's attack. False, at no cost, where it can't or it would do nothing:
    it is too far away, does not see the target, or stands on ground that quells magic.
    """
    record = run.rules.spells[spell]
    power = run.world.get(monster.entity, Attack).power
    try:
        deed = _deed_of(run, place, monster, record, target.cell, power)
    except CannotDo:
        return False
    _say(run, place, monster, record)
    deed()
    return True


def _deed_of(
    run: Run, place: FloorPlace, row: ActorRow, spell: Spell, target: Cell | None, power: int
) -> Deed:
    """Return what casting a spell does, which is paid for in energy."""
    refuse_where_quelled(run, place, row)
    spread = run.world.get(row.entity, Attack).spread
    deed = prepared(Attempt(run, place, row, target, power, spread, "spell"), spell.effect)
    spend(row, spell.energy)
    return deed


def _say(run: Run, place: FloorPlace, row: ActorRow, spell: Spell) -> None:
    own, others = f"You cast {spell.name}.", f"{name_of(row)} casts {spell.name}."
    run.tell(Seen(place.entity, who(row), "combat", own, others))
