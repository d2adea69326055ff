"""Bosses: a hero that sees one for the first time reads its name and stops its auto action (R3)."""

from undertide_server.simulation.mechanics.stopping import stop_auto_action
from undertide_server.simulation.queries.grammar import full_name, who
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import MonsterRow
from undertide_server.simulation.state.run import Run


def announce_bosses(run: Run, floor: FloorIndex) -> None:
    """Tell each hero of every boss that it sees for the first time."""
    for monster in floor.bosses:
        if not monster.is_hidden and floor.watched()[monster.spot]:
            _announce(run, floor, monster)


def _announce(run: Run, floor: FloorIndex, monster: MonsterRow) -> None:
    """Tell the heroes that see a boss for the first time. The care of the fallen goes on.

    Others read of the first hero that sees it, if they see that hero.
    """
    boss = monster.boss
    if boss is None:
        return
    for hero in floor.heroes.values():
        if not hero.sees[monster.spot] or hero.entity in boss.seen_by:
            continue
        name, is_first = full_name(monster), not boss.seen_by
        boss.seen_by.append(hero.entity)
        if hero.auto_action.activity != "revive":
            stop_auto_action(hero)
        others = f"{hero.actor.name} sees {name}: a boss!" if is_first else ""
        run.tell(Seen(floor.entity, who(hero), "bad", f"You see {name}: a boss!", others))
