"""A hero's time on each floor, noted only when it comes and goes."""

from undertide_server.simulation.components.heroes import FloorStay
from undertide_server.simulation.rules.tide import bias_percent
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run


def arrive(floor: FloorIndex, row: HeroRow) -> bool:
    """Note that a hero has come to a floor; return whether it has never been there before."""
    is_first = floor.state.branch not in row.hero.stays
    row.hero.stays.setdefault(floor.state.branch, FloorStay()).since = floor.state.clock
    return is_first


def depart(run: Run, floor: FloorIndex, row: HeroRow) -> None:
    """Note that a hero leaves a floor, by stairs or by its death."""
    branch = floor.state.branch
    if branch in row.hero.stays:
        row.hero.stays[branch] = stay_until_now(run, floor, row.hero.stays[branch])


def stay_until_now(run: Run, floor: FloorIndex, stay: FloorStay) -> FloorStay:
    """Return the stay of a hero that leaves its floor now."""
    clock = floor.state.clock
    tide = bias_percent(run.pulse.tide, floor.tide.clock)
    return FloorStay(clock, stay.ticks + clock - stay.since, tide)
