"""Stairs: from floor to floor, each found as it was left (R9)."""

from undertide_server.simulation.components.floors import Cell
from undertide_server.simulation.mechanics.combat import who
from undertide_server.simulation.mechanics.energy import spend
from undertide_server.simulation.mechanics.looking import enter_floor
from undertide_server.simulation.mechanics.spawning import floor_above, floor_below
from undertide_server.simulation.state.errors import CannotDo
from undertide_server.simulation.state.events import PartyTold, Seen
from undertide_server.simulation.state.floor_index import FloorPlace
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_shared.messages import Climb


def climb(run: Run, place: FloorPlace, row: HeroRow, _intent: Climb) -> None:
    """Take the stairs underfoot. Raises CannotDo when there are none."""
    floor = place.floor
    if row.cell in floor.stairs_down:
        target = floor_below(run, place, floor.stairs_down.index(row.cell))
        _go(run, place, row, target, target.floor.stairs_up, "down")
    elif row.cell == floor.stairs_up:
        target = floor_above(run, place)
        _go(run, place, row, target, target.floor.stairs_down[floor.path[-1]], "up")
    else:
        raise CannotDo("there are no stairs here")


def _go(
    run: Run, place: FloorPlace, row: HeroRow, target: FloorPlace, landing: Cell | None, way: str
) -> None:
    """Take a hero to another floor, to the stairs that lead back."""
    text = f"{row.actor.name} goes {way} the stairs."
    run.tell(Seen(place.entity, who(row), "party", "", text))
    spend(row, run.rules.costs.climb)
    run.places.leave(row.entity)
    enter_floor(run, row.entity, target, target.nearest_free(landing or target.floor.arrival))
    number = target.floor.number
    row.hero.deepest = max(row.hero.deepest, number)
    run.tell(PartyTold("party", f"{row.actor.name} reaches floor {number}."))
