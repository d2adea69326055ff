"""Helpful effects: healing, curing, growing hearts and feeding (R7, R8)."""

from undertide_server.content.records.effects import Cure, Heal, life_healed
from undertide_server.content.records.items import Feed, Hearten
from undertide_server.simulation.effects.context import EffectContext, PreparedEffect, friend_at
from undertide_server.simulation.mechanics.hunger import eat, is_full
from undertide_server.simulation.mechanics.stats import strengthen
from undertide_server.simulation.mechanics.statuses import bad_statuses, end_bad
from undertide_server.simulation.queries.grammar import name_of, who
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.rows import ActorRow, HeroRow


def heal(context: EffectContext, effect: Heal) -> PreparedEffect:
    """Restore life to the user or a friend."""
    row = friend_at(context, effect.whom, effect.range)
    body = row.body
    missing = body.max_life - body.life
    if missing == 0:
        raise ActionRefusedError(_about(context, row, "already in full health"))
    healed = min(missing, life_healed(effect, body.max_life))

    def apply_effect() -> None:
        body.life += healed
        own = f"You regain {healed} life."
        _tell(context, row, own, f"{name_of(row)} looks better.")

    return apply_effect


def cure(context: EffectContext, effect: Cure) -> PreparedEffect:
    """End the bad statuses of the user or a friend."""
    row = friend_at(context, effect.whom, effect.range)
    if not bad_statuses(context.run, row):
        raise ActionRefusedError(_about(context, row, "not in need of a cure"))
    return lambda: end_bad(context.run, context.floor, row)


def hearten(context: EffectContext, effect: Hearten) -> PreparedEffect:
    """Raise a hero's maximum life for good."""
    run, row = context.run, context.row
    if not isinstance(row, HeroRow):
        raise ActionRefusedError("only heroes can use that")
    hero, added = row, max(effect.least, row.body.max_life * effect.percent // 100)

    def apply_effect() -> None:
        hero.hero.hearts += added
        strengthen(run, hero)
        own = f"Your heart grows: {added} life more, for good."
        _tell(context, hero, own, f"{hero.actor.name} stands taller.")

    return apply_effect


def feed(context: EffectContext, effect: Feed) -> PreparedEffect:
    """Feed a hero."""
    run, row = context.run, context.row
    if not isinstance(row, HeroRow):
        raise ActionRefusedError("only heroes can eat")
    hero = row
    if is_full(run.rules.hunger, hero.hero.food, effect.ticks):
        raise ActionRefusedError("you are too full to eat that")

    def apply_effect() -> None:
        _tell(context, hero, "You eat.", f"{hero.actor.name} eats.")
        eat(run, hero, effect.ticks)

    return apply_effect


def _about(context: EffectContext, row: ActorRow, what: str) -> str:
    return f"you are {what}" if row is context.row else f"{row.actor.name} is {what}"


def _tell(context: EffectContext, row: ActorRow, own: str, others: str) -> None:
    context.run.emit(Seen(context.floor.entity, who(row), "good", own, others))
