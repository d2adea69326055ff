"""Spells and abilities: heroes pay mana and wait for theirs, monsters pay none (R8, R17)."""

from undertide_server.content.records.abilities import Ability, Spell
from undertide_server.simulation.components.actors import Attack
from undertide_server.simulation.effects.context import EffectContext, PreparedEffect
from undertide_server.simulation.effects.dispatch import prepared, refuse_where_quelled, work_magic
from undertide_server.simulation.queries.grammar import name_of, who
from undertide_server.simulation.queries.heroes import abilities_of
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import ActorRow, HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import Cell
from undertide_shared.messages import Cast, Perform


def cast(run: Run, floor: FloorIndex, row: HeroRow, intent: Cast) -> None:
    """Cast a spell. Raises ActionRefusedError when the hero can't, or when it would do nothing."""
    if intent.spell not in row.magic.spells:
        raise ActionRefusedError("you don't know that spell")
    spell = run.rules.spells[intent.spell]
    if row.magic.mana < spell.mana:
        raise ActionRefusedError(f"it takes {spell.mana} mana; you have {row.magic.mana}")
    target = None if intent.x is None or intent.y is None else (intent.x, intent.y)
    apply_effect = _effect_of(run, floor, row, spell, target, row.magic.power)
    row.magic.mana -= spell.mana
    _take_effect(run, floor, row, spell, apply_effect)


def cast_by_monster(
    run: Run, floor: FloorIndex, monster: MonsterRow, spell: str, target: ActorRow
) -> bool:
    """Make a monster cast a spell at an actor, or at itself, and pay for it in energy.

    Its power is the monster's attack. Return False, at no cost, when the monster can't cast it or
    it would do nothing: the target is too far away or out of sight, or the ground quells magic.
    """
    record = run.rules.spells[spell]
    power = run.world.get(monster.entity, Attack).power
    try:
        apply_effect = _effect_of(run, floor, monster, record, target.cell, power)
    except ActionRefusedError:
        return False
    _take_effect(run, floor, monster, record, apply_effect)
    return True


def _effect_of(
    run: Run, floor: FloorIndex, row: ActorRow, spell: Spell, target: Cell | None, power: int
) -> PreparedEffect:
    """Return the prepared effect of a spell, and spend the energy that it costs."""
    refuse_where_quelled(run, floor, row)
    spread = run.world.get(row.entity, Attack).spread
    apply_effect = prepared(
        EffectContext(run, floor, row, target, power, spread, "spell"), spell.effect
    )
    row.spend_energy(spell.energy)
    return apply_effect


def _take_effect(
    run: Run, floor: FloorIndex, row: ActorRow, spell: Spell, apply_effect: PreparedEffect
) -> None:
    own, others = f"You cast {spell.name}.", f"{name_of(row)} casts {spell.name}."
    work_magic(run, Seen(floor.entity, who(row), "combat", own, others, "magic"), apply_effect)


def perform(run: Run, floor: FloorIndex, row: HeroRow, intent: Perform) -> None:
    """Perform an ability of the hero's calling.

    Raises ActionRefusedError when the calling doesn't have it, when it always works, when it still
    rests, when the hero lacks the mana, or when it would do nothing.
    """
    ability = abilities_of(run, row.hero.calling).get(intent.ability)
    if ability is None:
        raise ActionRefusedError("your calling doesn't have that ability")
    _refuse_unready(row, intent.ability, ability)
    target = None if intent.x is None or intent.y is None else (intent.x, intent.y)
    effects = _effects_of(run, floor, row, ability, target)
    row.magic.mana -= ability.mana
    row.spend_energy(ability.energy)
    _let_rest(floor, row, intent.ability, ability.cooldown)
    own, others = f"You use {ability.name}.", f"{name_of(row)} uses {ability.name}."
    run.emit(Seen(floor.entity, who(row), "combat", own, others))
    for apply_effect in effects:
        apply_effect()


def _refuse_unready(row: HeroRow, key: str, ability: Ability) -> None:
    """Raise ActionRefusedError if the hero can't perform an ability now, wherever it stands."""
    if ability.is_passive:
        raise ActionRefusedError(f"{ability.name} always works by itself")
    if row.hero.resting.get(key, 0):
        raise ActionRefusedError(f"{ability.name} is not ready yet")
    if row.magic.mana < ability.mana:
        raise ActionRefusedError(f"it takes {ability.mana} mana; you have {row.magic.mana}")


def _effects_of(
    run: Run, floor: FloorIndex, row: HeroRow, ability: Ability, target: Cell | None
) -> list[PreparedEffect]:
    """Return those effects of an ability that can work now.

    Raises ActionRefusedError, with the reason of the first effect, when none can.
    """
    if ability.magic:
        refuse_where_quelled(run, floor, row)
    attack = run.world.get(row.entity, Attack)
    power = row.magic.power if ability.magic else attack.power
    context = EffectContext(run, floor, row, target, power, attack.spread, "ability")
    found: list[PreparedEffect] = []
    reasons: list[str] = []
    for effect in ability.effects:
        try:
            found.append(prepared(context, effect))
        except ActionRefusedError as refusal:
            reasons.append(refusal.reason)
    if not found:
        raise ActionRefusedError(reasons[0])
    return found


def _let_rest(floor: FloorIndex, row: HeroRow, key: str, ticks: int) -> None:
    """Begin the time until a hero can perform an ability again."""
    if ticks:
        row.hero.resting[key] = ticks
        floor.recovering[row.entity] = row
