"""Interruption: auto actions end when a monster comes into view, or notices a hero (R2)."""

from undertide_server.simulation.mechanics.stopping import stop_auto_action
from undertide_server.simulation.queries.awareness import is_aware
from undertide_server.simulation.queries.grammar import a
from undertide_server.simulation.queries.relations import is_peaceful
from undertide_server.simulation.queries.visibility import monsters_in_view
from undertide_server.simulation.state.events import Told
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run


def interrupt_auto_actions(run: Run, floor: FloorIndex) -> None:
    """End the auto actions of heroes that met a monster."""
    if not floor.in_sight():
        return
    for row in floor.heroes.values():
        if row.auto_action.activity != "none":
            _interrupt(run, row, monsters_in_view(floor, row))


def _interrupt(run: Run, row: HeroRow, in_view: list[MonsterRow]) -> None:
    """End an auto action when a monster comes into view, or one in view has noticed a hero.

    Peaceful people don't interrupt.
    """
    for monster in in_view:
        if monster.entity not in row.auto_action.known:
            news = "comes into view"
        elif is_aware(monster) and monster.entity not in row.auto_action.aware:
            news = "has noticed you"
        else:
            continue
        if is_peaceful(run, monster):
            continue
        stop_auto_action(row)
        text = f"{a(monster.actor.name).capitalize()} {news}."
        run.tell(Told(row.entity, "bad", text))
        return
