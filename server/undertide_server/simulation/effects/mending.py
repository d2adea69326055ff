"""Effects on a body: life, food, and statuses that come and end (R8)."""

from undertide_server.content.records.effects import Cure, Heal, Inflict, life_healed
from undertide_server.content.records.items import Feed, Hearten
from undertide_server.simulation.effects.context import (
    EffectContext,
    PreparedEffect,
    friend_at,
    other_at,
    provoke,
)
from undertide_server.simulation.mechanics.hunger import eat, is_full
from undertide_server.simulation.mechanics.stats import strengthen
from undertide_server.simulation.mechanics.statuses import (
    NOBODY,
    bad_statuses,
    end_bad,
    inflict,
    inflict_solely,
)
from undertide_server.simulation.queries.grammar import name_of, who
from undertide_server.simulation.queries.relations import spares
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


def enchant(context: EffectContext, effect: Inflict) -> PreparedEffect:
    """Give a status to the user, a friend or another actor."""
    if effect.whom != "other":
        friend = friend_at(context, effect.whom, effect.range)
        return lambda: _bring(context, friend, effect)
    victim = other_at(context, effect.range, "there is nobody to enchant")
    if spares(context.run, context.row, victim):
        raise ActionRefusedError("your magic spares your friends here")

    def apply_effect() -> None:
        provoke(context, victim)
        _bring(context, victim, effect)

    return apply_effect


def _bring(context: EffectContext, row: ActorRow, effect: Inflict) -> None:
    """Inflict the status, or tell that the actor can't have it."""
    run, floor = context.run, context.floor
    if effect.sole:
        is_brought = inflict_solely(run, floor, context.row, row, effect)
    else:
        giver = context.row.entity if row is not context.row else NOBODY
        is_brought = inflict(run, floor, row, effect.status, effect.ticks, giver)
    if not is_brought:
        adjective = run.rules.statuses[effect.status].adjective
        others = f"{name_of(row)} can't be {adjective}."
        own = f"You can't be {adjective}."
        run.emit(Seen(floor.entity, who(row), "info", own, others))
