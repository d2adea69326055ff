"""Effects that give an actor a status (R8)."""

from undertide_server.content.records.effects import Inflict
from undertide_server.simulation.effects.context import (
    EffectContext,
    PreparedEffect,
    friend_at,
    other_at,
    provoke,
)
from undertide_server.simulation.mechanics.statuses import NOBODY, inflict, inflict_solely
from undertide_server.simulation.queries.grammar import name_of, who
from undertide_server.simulation.queries.relations import spares
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.rows import ActorRow


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
