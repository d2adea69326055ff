"""Deeds that bring a status on somebody (R8)."""

from undertide_server.content.records.effects import Inflict
from undertide_server.simulation.effects.context import Attempt, Deed, friend_at, other_at, provoke
from undertide_server.simulation.mechanics.combat import who
from undertide_server.simulation.mechanics.statuses import inflict
from undertide_server.simulation.queries.grammar import name_of
from undertide_server.simulation.queries.relations import spares
from undertide_server.simulation.state.errors import CannotDo
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.rows import ActorRow


def enchant(attempt: Attempt, effect: Inflict) -> Deed:
    """Bring a status on oneself, a friend or somebody else."""
    if effect.whom != "other":
        friend = friend_at(attempt, effect.whom, effect.range)
        return lambda: _bring(attempt, friend, effect)
    victim = other_at(attempt, effect.range, "there is nobody to enchant")
    if spares(attempt.run, attempt.row, victim):
        raise CannotDo("your magic spares your friends here")

    def deed() -> None:
        provoke(attempt, victim)
        _bring(attempt, victim, effect)

    return deed


def _bring(attempt: Attempt, row: ActorRow, effect: Inflict) -> None:
    """Let the status take hold, or tell that it doesn't."""
    run, place = attempt.run, attempt.place
    if not inflict(run, place, row, effect.status, effect.ticks):
        adjective = run.rules.statuses[effect.status].adjective
        others = f"{name_of(row)} can't be {adjective}."
        own = f"You can't be {adjective}."
        run.tell(Seen(place.entity, who(row), "info", own, others))
