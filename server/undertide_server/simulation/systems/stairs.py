"""Stairs: from floor to floor, each found as it was left (R9)."""

from undertide_server.simulation.events import PartyTold, Seen
from undertide_server.simulation.floor_place import FloorPlace
from undertide_server.simulation.rows import HeroRow
from undertide_server.simulation.run import Run
from undertide_server.simulation.systems.combat import who
from undertide_server.simulation.systems.energy import spend
from undertide_server.simulation.systems.refusal import CannotDo
from undertide_server.simulation.systems.settling import floor_at
from undertide_server.simulation.systems.sight import enter_floor
from undertide_shared.messages import Climb


def climb(run: Run, place: FloorPlace, row: HeroRow, _intent: Climb) -> None:
    """Take the stairs underfoot. Raises CannotDo when there are none."""
    floor = place.floor
    if row.cell in floor.stairs_down:
        _go(run, place, row, floor.number + 1)
    elif row.cell == floor.stairs_up:
        _go(run, place, row, floor.number - 1)
    else:
        raise CannotDo("there are no stairs here")


def _go(run: Run, place: FloorPlace, row: HeroRow, number: int) -> None:
    down = number > place.floor.number
    others = f"{row.actor.name} goes {'down' if down else 'up'} the stairs."
    run.tell(Seen(place.entity, who(row), "party", "", others))
    target = floor_at(run, number)
    spend(row, run.rules.costs.climb)
    landing = target.floor.stairs_up if down else target.floor.stairs_down[0]
    entity = row.entity
    run.places.leave(entity)
    enter_floor(run, entity, target, target.nearest_free(landing or target.floor.arrival))
    row.hero.deepest = max(row.hero.deepest, number)
    text = f"{row.actor.name} reaches floor {number}."
    run.tell(PartyTold("party", text))
