"""Floor transitions: heroes take stairs, and monsters beside them come after them (R9)."""

from collections.abc import Sequence

from undertide_server.simulation.mechanics.experience import reach_floor
from undertide_server.simulation.mechanics.floor_visits import (
    enter_floor,
    record_arrival,
    record_departure,
    teach_lesson,
)
from undertide_server.simulation.mechanics.floors import floor_above, floor_below
from undertide_server.simulation.mechanics.seats import admit
from undertide_server.simulation.mechanics.stopping import drop_path
from undertide_server.simulation.queries.grammar import name_of, who
from undertide_server.simulation.queries.relations import is_ally
from undertide_server.simulation.queries.visibility import memory_of
from undertide_server.simulation.rules.statuses import pace
from undertide_server.simulation.state.events import PartyTold, Seen
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import Cell, distance


def take_stairs(run: Run, floor: FloorIndex, stairs: Cell, rows: Sequence[HeroRow]) -> None:
    """Move heroes along stairs of their floor, in order, next to the stairs that lead back.

    Monsters beside them come after them. On a new floor, the new heroes that wait for one begin
    (R16).
    """
    known = len(run.index.floors)
    target, landing, way = _end_of(run, floor, stairs)
    pursuers = pursuers_of(run, floor, rows)
    for row in rows:
        follows = _follows_there(row, rows, target)
        _move(run, floor, row, target, landing, way, follows=follows)
    pursue(run, floor, pursuers, target, landing, way)
    if len(run.index.floors) > known:
        admit(run, target)


def _end_of(run: Run, floor: FloorIndex, stairs: Cell) -> tuple[FloorIndex, Cell, str]:
    """Return the floor to which stairs lead, the cell there, and the word for the way."""
    state = floor.state
    if stairs == state.stairs_up:
        target = floor_above(run, floor)
        return target, target.state.stairs_down[state.path[-1]], "up"
    target = floor_below(run, floor, state.stairs_down.index(stairs))
    return target, target.state.stairs_up or target.state.arrival, "down"


def _move(
    run: Run,
    floor: FloorIndex,
    row: HeroRow,
    target: FloorIndex,
    landing: Cell,
    way: str,
    *,
    follows: bool,
) -> None:
    """Move a hero along stairs; who `follows` a companion there goes on with that."""
    text = f"{row.actor.name} goes {way} the stairs."
    run.emit(Seen(floor.entity, who(row), "party", "", text))
    row.spend_energy(run.rules.costs.climb)
    if follows:
        row.auto_action.path.clear()
    else:
        drop_path(run, row)
    memory_of(floor, row).warned = False
    record_departure(run, floor, row)
    run.index.leave(row.entity)
    enter_floor(run, row.entity, target, target.nearest_free(landing))
    is_first = record_arrival(target, row)
    number = target.state.number
    reach_floor(run, row, number)
    run.emit(PartyTold("party", f"{row.actor.name} reaches floor {number}."))
    if is_first:
        teach_lesson(run, target, row)


def _follows_there(row: HeroRow, rows: Sequence[HeroRow], target: FloorIndex) -> bool:
    """Return whether a hero follows one of `rows`, who leave with it, or one who is there."""
    action = row.auto_action
    if action.activity != "accompany":
        return False
    return action.companion in target.heroes or any(one.entity == action.companion for one in rows)


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
    run: Run,
    floor: FloorIndex,
    pursuers: Sequence[MonsterRow],
    target: FloorIndex,
    landing: Cell,
    way: str,
) -> None:
    """Move monsters from their floor to another, next to the stairs where heroes came out.

    `way` is "up" or "down". Those stay behind for whom the other floor has no room.
    """
    for monster in pursuers:
        if len(target.monsters) >= run.rules.population.most_alive:
            return
        monster.mind.path.clear()
        monster.mind.last_seen = landing
        if monster.mind.harmed_at is not None:
            monster.mind.harmed_at += target.state.clock - floor.state.clock
        monster.mind.patience = monster.behaviour.memory
        monster.spend_energy(run.rules.costs.climb)
        run.index.leave(monster.entity)
        run.index.place(monster.entity, target.entity, target.nearest_free(landing))
        text = f"{name_of(monster)} comes {way} the stairs."
        come = target.monsters[monster.entity]
        run.emit(Seen(target.entity, who(come), "info", "", text))
