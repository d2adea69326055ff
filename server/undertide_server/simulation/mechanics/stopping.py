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

    A fight goes on until the hero is hurt, and so does what it can bear (R7, R17).
    """
    if row.auto_action.activity == "fight":
        _stop_fight_for_wound(run, row, before)
    elif not _is_bearable(run, row, source):
        if row.auto_action.activity == "accompany" and row.body.life > 0:
            text = f"You are hurt, and stop following {_companion_of(run, row)}."
            run.emit(Told(row.entity, "bad", text))
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


def _is_bearable(run: Run, row: HeroRow, source: Who) -> bool:
    """Return whether what a hero does goes on although `source` has harmed it (R7, R17).

    It does unless the hero is badly hurt, when a status did it which had stopped the hero when it
    began; and when an actor did it to one who follows a companion.
    """
    if source.entity == THING:
        may_bear = source.key in row.effects.remaining
    else:
        may_bear = row.auto_action.activity == "accompany"
    if not may_bear:
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
