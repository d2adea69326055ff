"""Pursuit: monsters beside a hero that takes stairs come after it (R9)."""

from collections.abc import Sequence

from undertide_server.simulation.queries.grammar import name_of, who
from undertide_server.simulation.queries.relations import is_ally
from undertide_server.simulation.rules.statuses import pace
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import Cell, distance


def pursuers_of(run: Run, floor: FloorIndex, rows: Sequence[HeroRow]) -> list[MonsterRow]:
    """Return the monsters that come along when heroes leave a floor, in entity order.

    They hunt, or fight for the party, and stand beside one of the heroes. Bosses and monsters that
    keep a post stay.
    """
    reach = run.rules.heroes.stairs.pursuit_cells
    return [
        monster
        for monster in floor.monsters.values()
        if any(distance(row.cell, monster.cell) <= reach for row in rows) and _pursues(run, monster)
    ]


def _pursues(run: Run, monster: MonsterRow) -> bool:
    """Return whether a monster leaves its floor for the heroes whom it stands beside."""
    if monster.post is not None or monster.boss is not None:
        return False
    statuses = [run.rules.statuses[key] for key in monster.effects.remaining]
    can_move = pace(monster.actor.speed, statuses) > 0
    return can_move and (monster.mind.mood == "hunting" or is_ally(monster))


def pursue(
    run: Run, pursuers: Sequence[MonsterRow], target: FloorIndex, landing: Cell, way: str
) -> None:
    """Move monsters to another floor, next to the stairs where heroes came out.

    `way` is "up" or "down". Those stay behind for whom the other floor has no room.
    """
    for monster in pursuers:
        if len(target.monsters) >= run.rules.population.most_alive:
            return
        monster.mind.path.clear()
        monster.mind.last_seen = landing
        monster.mind.patience = monster.behaviour.memory
        monster.spend_energy(run.rules.costs.climb)
        run.index.leave(monster.entity)
        run.index.put(monster.entity, target.entity, target.nearest_free(landing))
        text = f"{name_of(monster)} comes {way} the stairs."
        run.tell(Seen(target.entity, who(monster), "info", "", text))
