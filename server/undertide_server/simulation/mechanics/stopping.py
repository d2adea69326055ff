"""Stop an actor: end a hero's auto action, or drop a path that starts elsewhere."""

from undertide_server.simulation.components.actors import Actor
from undertide_server.simulation.state.events import THING, Told, Who
from undertide_server.simulation.state.rows import ActorRow, HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run

WHOLE = 100
"""Full life, in percent."""


def stop_auto_action(row: HeroRow) -> None:
    """End a hero's auto action, if there is one; the hero keeps its path."""
    row.auto_action.activity = "none"


def refuse_waiting(row: HeroRow, reason: str) -> None:
    """Refuse the waiting intents of a hero."""
    intents = row.intents
    if intents.waiting:
        intents.settled = intents.waiting[-1][0]
        intents.outcome, intents.reason = "refused", reason
        intents.waiting.clear()


def interrupt_auto_action(run: Run, row: HeroRow) -> None:
    """End a hero's auto action because of a mishap; one that followed a companion reads so."""
    if row.auto_action.activity == "accompany":
        run.emit(Told(row.entity, "bad", f"You stop following {_companion_of(run, row)}."))
    stop_auto_action(row)


def _companion_of(run: Run, row: HeroRow) -> str:
    """Return the name of the companion whom a hero follows."""
    return run.world.get(row.auto_action.companion, Actor).name


def stop_for_wound(run: Run, row: HeroRow, source: Who, before: int) -> None:
    """End the auto action of a hero that `source` has harmed, and that had the life `before`.

    A fight, and following a companion, go on until the hero is hurt (R7, R17).
    """
    match row.auto_action.activity:
        case "fight":
            _stop_fight_for_wound(run, row, before)
        case "accompany":
            _stop_following_for_wound(run, row, source)
        case _:
            stop_auto_action(row)


def _stop_fight_for_wound(run: Run, row: HeroRow, before: int) -> None:
    """End a fight if the hero's life fell below a share of its full life at which it stops.

    Below the lowest of them every wound ends it (R7).
    """
    life, full = row.body.life * WHOLE, row.body.max_life
    stops = run.rules.heroes.fight_stops
    falls_below = any(life < stop * full <= before * WHOLE for stop in stops)
    if falls_below or life < min(stops, default=0) * full:
        stop_auto_action(row)
        if row.body.life > 0:
            run.emit(Told(row.entity, "bad", "You are hurt, and stop fighting."))


def _stop_following_for_wound(run: Run, row: HeroRow, source: Who) -> None:
    """End the following of a hero that `source` has harmed, unless it can bear that (R17)."""
    if _is_bearable(run, row, source):
        return
    if row.body.life > 0:
        text = f"You are hurt, and stop following {_companion_of(run, row)}."
        run.emit(Told(row.entity, "bad", text))
    stop_auto_action(row)


def _is_bearable(run: Run, row: HeroRow, source: Who) -> bool:
    """Return whether a hero that `source` has harmed goes on following a companion (R17).

    It doesn't when it is badly hurt, or when no actor but a trap, a fire or a poison did it.
    """
    if source.entity == THING:
        return False
    return row.body.life * WHOLE >= row.body.max_life * run.rules.heroes.following.hurt_percent


def stop_for_status(run: Run, row: HeroRow, *, is_new: bool) -> None:
    """End the auto action of a hero that got a bad status; a fight ends for new statuses only."""
    if is_new or row.auto_action.activity != "fight":
        interrupt_auto_action(run, row)


def drop_path(run: Run, row: ActorRow) -> None:
    """Drop the path of an actor that has left its start, and end a hero's auto action."""
    if isinstance(row, HeroRow):
        interrupt_auto_action(run, row)
        row.auto_action.path.clear()
    elif isinstance(row, MonsterRow):
        row.mind.path.clear()
