"""R3: the bosses of floors, and their names."""

from undertide_server.simulation.components.monsters import Boss
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_server.util.rng import derive


def make_boss(run: Run, floor: FloorIndex, monster: MonsterRow) -> None:
    """Make a monster a boss, with the next name in the seed's order; do nothing if it is one.

    Names come again once all have been given.
    """
    if monster.boss is not None:
        return
    boss = Boss(_next_name(run))
    run.world.add(monster.entity, boss)
    monster.boss = boss
    floor.add_boss(monster)


def _next_name(run: Run) -> str:
    """Return the name of the next boss of a run; empty if its content has no names."""
    names = run.rules.bosses.names
    if not names:
        return ""
    number = run.progress.bosses
    run.progress.bosses += 1
    return derive(run.game.seed, "bosses").shuffled(names)[number % len(names)]
