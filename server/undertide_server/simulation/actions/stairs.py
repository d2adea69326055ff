"""Stairs: heroes change floors, and find each floor as it was left (R9)."""

from undertide_server.simulation.mechanics.combat import who
from undertide_server.simulation.mechanics.energy import spend
from undertide_server.simulation.mechanics.floor_transitions import floor_above, floor_below
from undertide_server.simulation.mechanics.growth import reach_floor
from undertide_server.simulation.mechanics.looking import enter_floor
from undertide_server.simulation.mechanics.seats import admit
from undertide_server.simulation.mechanics.victory import amulets_held
from undertide_server.simulation.queries.visibility import memory_of
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.events import PartyTold, Seen, Told
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import Cell
from undertide_shared.messages import Climb


def climb(run: Run, floor: FloorIndex, row: HeroRow, _intent: Climb) -> None:
    """Take the stairs underfoot. On a new floor, the new heroes that wait for one begin (R16).

    Raises ActionRefusedError when there are none, and once in a visit when they lead down from a
    floor where the hero knows of an amulet that the party lacks.
    """
    state = floor.state
    if row.cell in state.stairs_down:
        _warn_of_amulet(run, floor, row)
        known = len(run.index.floors)
        target = floor_below(run, floor, state.stairs_down.index(row.cell))
        _go(run, floor, row, target, target.state.stairs_up, "down")
        if len(run.index.floors) > known:
            admit(run, target)
    elif row.cell == state.stairs_up:
        target = floor_above(run, floor)
        _go(run, floor, row, target, target.state.stairs_down[state.path[-1]], "up")
    else:
        raise ActionRefusedError("there are no stairs here")


def _warn_of_amulet(run: Run, floor: FloorIndex, row: HeroRow) -> None:
    memory = memory_of(floor, row)
    known = set(memory.items.values()).intersection(run.rules.victory.amulets)
    if memory.warned or not known:
        return
    left = sorted(known.difference(amulets_held(run)))
    if left:
        memory.warned = True
        name = run.items.kind(left[0]).name
        text = f"The {name} lies on this floor. Go down again to leave it behind."
        run.tell(Told(row.entity, "bad", text))
        raise ActionRefusedError(f"the {name} lies on this floor")


def _go(
    run: Run, floor: FloorIndex, row: HeroRow, target: FloorIndex, landing: Cell | None, way: str
) -> None:
    """Move a hero to another floor, next to the stairs that lead back."""
    text = f"{row.actor.name} goes {way} the stairs."
    run.tell(Seen(floor.entity, who(row), "party", "", text))
    spend(row, run.rules.costs.climb)
    memory_of(floor, row).warned = False
    run.index.leave(row.entity)
    enter_floor(run, row.entity, target, target.nearest_free(landing or target.state.arrival))
    number = target.state.number
    reach_floor(run, row, number)
    run.tell(PartyTold("party", f"{row.actor.name} reaches floor {number}."))
