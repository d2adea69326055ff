"""Climbing: heroes take stairs to another floor, and find it as it was left (R9)."""

from collections.abc import Sequence

from undertide_server.simulation.mechanics.floor_transitions import floor_above, floor_below
from undertide_server.simulation.mechanics.growth import reach_floor
from undertide_server.simulation.mechanics.lessons import teach
from undertide_server.simulation.mechanics.looking import enter_floor
from undertide_server.simulation.mechanics.pursuit import pursue, pursuers_of
from undertide_server.simulation.mechanics.seats import admit
from undertide_server.simulation.mechanics.stays import arrive, depart
from undertide_server.simulation.mechanics.stopping import forget_path
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.queries.visibility import memory_of
from undertide_server.simulation.state.events import PartyTold, Seen
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import Cell


def take_stairs(run: Run, floor: FloorIndex, stairs: Cell, rows: Sequence[HeroRow]) -> None:
    """Move heroes along stairs of their floor, in order, next to the stairs that lead back.

    Monsters beside them come after them. On a new floor, the new heroes that wait for one begin
    (R16).
    """
    known = len(run.index.floors)
    target, landing, way = _end_of(run, floor, stairs)
    pursuers = pursuers_of(run, floor, rows)
    for row in rows:
        _move(run, floor, row, target, landing, way)
    pursue(run, pursuers, target, landing, way)
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
    run: Run, floor: FloorIndex, row: HeroRow, target: FloorIndex, landing: Cell, way: str
) -> None:
    text = f"{row.actor.name} goes {way} the stairs."
    run.tell(Seen(floor.entity, who(row), "party", "", text))
    row.spend_energy(run.rules.costs.climb)
    forget_path(run, row)
    memory_of(floor, row).warned = False
    depart(run, floor, row)
    run.index.leave(row.entity)
    enter_floor(run, row.entity, target, target.nearest_free(landing))
    is_first = arrive(target, row)
    number = target.state.number
    reach_floor(run, row, number)
    run.tell(PartyTold("party", f"{row.actor.name} reaches floor {number}."))
    if is_first:
        teach(run, target, row)
