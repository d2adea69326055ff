"""Interruption: auto actions end when a monster comes into view, or notices a hero (R2)."""

from undertide_server.simulation.mechanics.stopping import stop_auto_action
from undertide_server.simulation.queries.awareness import heeded, is_aware
from undertide_server.simulation.queries.grammar import capitalised, first_mention_of
from undertide_server.simulation.queries.relations import is_peaceful
from undertide_server.simulation.queries.visibility import monsters_in_view
from undertide_server.simulation.state.events import Told
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run

GO_ON = frozenset({"none", "revive", "accompany"})
"""The auto actions that monsters in view don't end."""


def interrupt_auto_actions(run: Run, floor: FloorIndex) -> None:
    """End the auto actions of heroes that met a monster.

    The care of the fallen goes on, and so does following: who follows fights (R17).
    """
    if not floor.in_sight():
        return
    for row in floor.heroes.values():
        if row.auto_action.activity not in GO_ON:
            _interrupt(run, floor, row)


def _interrupt(run: Run, floor: FloorIndex, row: HeroRow) -> None:
    """End an auto action when a monster comes into view, or one in view has noticed a hero.

    Peaceful people don't interrupt, nor do monsters that can't soon harm the hero.
    """
    new = [monster for monster in monsters_in_view(floor, row) if _is_news(run, row, monster)]
    near = heeded(run, floor, row, new) if new else []
    if not near:
        return
    monster = near[0]
    is_known = monster.entity in row.auto_action.known
    stop_auto_action(row)
    news = "has noticed you" if is_known else "comes into view"
    run.tell(Told(row.entity, "bad", f"{capitalised(first_mention_of(monster))} {news}."))


def _is_news(run: Run, row: HeroRow, monster: MonsterRow) -> bool:
    """Return whether a monster wasn't in view when the auto action began, or has noticed since.

    A hero that fights doesn't mind being noticed.
    """
    action = row.auto_action
    is_minded = action.activity != "fight" and monster.entity not in action.aware
    if monster.entity in action.known and not (is_minded and is_aware(monster)):
        return False
    return not is_peaceful(run, monster)
