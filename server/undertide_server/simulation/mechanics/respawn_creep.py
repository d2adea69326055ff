"""The tide: this game's respawn creep (R5).

The longer heroes stay on a floor, the more and the stronger monsters come for them. Views tell when
the next newcomer is due, and the experience that it should pay.
"""

import numpy as np

from undertide_server.simulation.components.monsters import Mind
from undertide_server.simulation.mechanics.floors import spawn_monster
from undertide_server.simulation.rules.tide import bias_percent, paid, ticks_to_next
from undertide_server.simulation.state.events import FloorTold
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_server.worldgen.game.creep import creep_pool, draw, expected_experience
from undertide_shared.geometry import Cell, distance

WHOLE = 100
"""Hundredths of a newcomer that make one."""


def raise_tide(run: Run, floor: FloorIndex) -> None:
    """Advance a floor's tide while a hero stands there, and bring in the newcomers due."""
    heroes = [row for row in floor.heroes.values() if row.stands]
    if not heroes:
        return
    times = run.tick_figures.tide
    floor.tide.clock += 1
    late = floor.tide.clock - times.grace
    if late < 0:
        if first_due(run, floor) == 0:
            _bring_in(run, floor, heroes, 0)
        return
    bias = bias_percent(times, floor.tide.clock)
    _tell_marks(run, floor, bias)
    if late % times.interval == 0:
        extra = run.rules.tide.per_extra_hero_percent * (len(heroes) - 1)
        floor.tide.owed += WHOLE + extra
        while floor.tide.owed >= WHOLE:
            floor.tide.owed -= WHOLE
            _bring_in(run, floor, heroes, bias)


def _tell_marks(run: Run, floor: FloorIndex, bias: int) -> None:
    marks = run.rules.tide.marks
    while floor.tide.marks < len(marks) and marks[floor.tide.marks].percent <= bias:
        run.emit(FloorTold(floor.entity, "tide", marks[floor.tide.marks].message))
        floor.tide.marks += 1


def _bring_in(run: Run, floor: FloorIndex, heroes: list[HeroRow], bias: int) -> None:
    """Place one hunting newcomer out of sight and far enough away, if the floor has room."""
    pool = creep_pool(run.game, floor.state.number)
    if not pool or len(floor.monsters) >= run.rules.population.most_alive:
        return
    rng = run.chance(floor, "tide", len(floor.monsters))
    cells = _arrivals(run, floor, heroes)
    if not cells:
        return
    kind = draw(pool, bias, rng)
    cell = rng.pick(cells)
    prey = min(heroes, key=lambda row: (distance(row.cell, cell), row.entity))
    mind = Mind("hunting", last_seen=prey.cell, patience=kind.behaviour.memory)
    experience = paid(run.rules.tide, kind.experience, bias)
    spawn_monster(run, floor, kind, cell, mind, experience=experience)
    if not run.progress.tide_met:
        run.progress.tide_met = True
        if message := run.rules.tide.first.message:
            run.emit(FloorTold(floor.entity, "tide", message))


def _arrivals(run: Run, floor: FloorIndex, heroes: list[HeroRow]) -> list[Cell]:
    """Return the free cells that no hero sees and that are far enough to walk from all heroes.

    On a floor too small for that, return the furthest cells out of sight.
    """
    steps = floor.distances([row.cell for row in heroes])
    hidden = floor.walkable & ~floor.shunned & (steps < np.iinfo(np.int32).max)
    for row in floor.heroes.values():
        hidden &= ~row.sight.mask
    for x, y in floor.blockers:
        hidden[y, x] = False
    if not hidden.any():
        return []
    least = min(run.rules.tide.arrival_distance, int(steps[hidden].max()))
    ys, xs = np.nonzero(hidden & (steps >= least))
    return [(int(x), int(y)) for y, x in zip(ys, xs, strict=True)]


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
