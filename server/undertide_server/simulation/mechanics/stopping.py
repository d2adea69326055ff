"""Stop an actor: end a hero's auto action, or drop a path that starts elsewhere."""

from undertide_server.simulation.state.events import Told
from undertide_server.simulation.state.rows import ActorRow, HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run

WHOLE = 100
"""Full life, in percent."""


def stop_auto_action(row: HeroRow) -> None:
    """End a hero's auto action, if there is one; the hero keeps its path."""
    row.auto_action.activity = "none"


def stop_for_wound(run: Run, row: HeroRow, before: int) -> None:
    """End the auto action of a hero that was harmed and had the life `before`.

    A fight goes on until the hero is hurt: until its life falls below one of some shares of its
    full life. Below the lowest of them every wound ends it (R7).
    """
    if row.auto_action.activity != "fight":
        stop_auto_action(row)
        return
    life, full = row.body.life * WHOLE, row.body.max_life
    stops = run.rules.heroes.fight_stops
    falls_below = any(life < stop * full <= before * WHOLE for stop in stops)
    if falls_below or life < min(stops, default=0) * full:
        stop_auto_action(row)
        if row.body.life > 0:
            run.tell(Told(row.entity, "bad", "You are hurt, and stop fighting."))


def stop_for_status(row: HeroRow, *, is_new: bool) -> None:
    """End the auto action of a hero that got a bad status; a fight ends for new statuses only."""
    if is_new or row.auto_action.activity != "fight":
        stop_auto_action(row)


def forget_path(row: ActorRow) -> None:
    """Drop the path of an actor that has left its start, and end a hero's auto action."""
    if isinstance(row, HeroRow):
        stop_auto_action(row)
        row.auto_action.path.clear()
    elif isinstance(row, MonsterRow):
        row.mind.path.clear()
