"""The tide's next newcomer: when it is due, and the experience that it should pay (R5)."""

from undertide_server.simulation.rules.tide import bias_percent, paid, ticks_to_next
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.run import Run
from undertide_server.worldgen.game.creep import creep_pool, expected_experience


def first_due(run: Run, floor: FloorIndex) -> int | None:
    """Return the ticks until the first newcomer of the run is due on a floor; 0 means now.

    None if it doesn't come early on this floor. If it finds no cell, it is due again an interval
    later.
    """
    if run.progress.tide_met:
        return None
    times = run.tick_figures.tide
    deepest = times.first_floors
    if floor.state.number > deepest or floor.tide.clock >= times.grace:
        return None
    floors = run.index.floors.values()
    stayed = sum([each.tide.clock for each in floors if each.state.number <= deepest])
    late = stayed - times.first_ticks
    return -late if late < 0 else -late % times.interval


def next_comer(run: Run, floor: FloorIndex) -> tuple[int, int]:
    """Return when the next newcomer is due, in ticks, and the experience that it should pay.

    The time is at least 1, and passes while a hero stands on the floor. The experience is the mean
    over all kinds that may come by then, so it tells nothing about the one that comes. Both are 0
    if no kind of this game can come.
    """
    times, clock = run.tick_figures.tide, floor.tide.clock
    ticks = ticks_to_next(times, clock)
    if (first := first_due(run, floor)) is not None:
        ticks = min(ticks, first or times.interval)
    worth = _worth(run, floor, max(0, bias_percent(times, clock + ticks)))
    return (0, 0) if worth is None else (ticks, worth)


def _worth(run: Run, floor: FloorIndex, bias: int) -> int | None:
    """Return the mean experience of newcomers at a bias; None if nobody can come."""
    known = floor.caches.tide_worth
    if bias not in known:
        pool = creep_pool(run.game, floor.state.number)
        mean = expected_experience(pool, bias) if pool else None
        known[bias] = None if mean is None else paid(run.rules.tide, mean, bias)
    return known[bias]
