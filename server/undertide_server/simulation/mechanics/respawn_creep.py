"""The tide: this game's respawn creep (R5).

The longer heroes stay on a floor, the more and the stronger monsters come for them. Views tell when
the next newcomer is due, and the experience that it should pay.
"""

import numpy as np

from undertide_server.simulation.components.monsters import Mind
from undertide_server.simulation.mechanics.floors import spawn_monster
from undertide_server.simulation.mechanics.statuses import inflict
from undertide_server.simulation.rules.tide import (
    bias_percent,
    group_size,
    is_beat,
    paid,
    ticks_to_beat,
)
from undertide_server.simulation.state.events import FloorTold
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_server.worldgen.game.creep import FULL, creep_pool, draw, expected_experience
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
            _bring_in(run, floor, heroes, 0, 1)
        return
    bias = bias_percent(times, floor.tide.clock)
    _tell_marks(run, floor, bias)
    if is_beat(times, floor.tide.clock):
        floor.tide.owed += _owed_each_beat(run, len(heroes))
        size = group_size(run.rules.tide, bias)
        while floor.tide.owed >= WHOLE * size:
            floor.tide.owed -= WHOLE * size
            _bring_in(run, floor, heroes, bias, size)


def _owed_each_beat(run: Run, heroes: int) -> int:
    """Return the hundredths of a newcomer that fall due each time for so many heroes."""
    return WHOLE + run.rules.tide.per_extra_hero_percent * (heroes - 1)


def _tell_marks(run: Run, floor: FloorIndex, bias: int) -> None:
    marks = run.rules.tide.marks
    while floor.tide.marks < len(marks) and marks[floor.tide.marks].percent <= bias:
        run.emit(FloorTold(floor.entity, "tide", marks[floor.tide.marks].message))
        floor.tide.marks += 1


def _bring_in(run: Run, floor: FloorIndex, heroes: list[HeroRow], bias: int, size: int) -> None:
    """Place a group of hunting newcomers out of sight and far enough away.

    As many come as the floor has room for, all of one family, next to each other.
    """
    rules, pool = run.rules.tide, creep_pool(run.game, floor.state.number)
    size = min(size, run.rules.population.most_alive - len(floor.monsters))
    if not pool or size <= 0:
        return
    rng = run.chance(floor, "tide", len(floor.monsters))
    cells = _arrivals(run, floor, heroes)
    if not cells:
        return
    first = draw(pool, bias, rng)
    middle = rng.pick(cells)
    kin = tuple(kind for kind in pool if kind.family == first.family)
    kinds = [first, *(draw(kin, bias, rng) for _ in range(size - 1))]
    places = sorted(cells, key=lambda cell: (distance(cell, middle), cell))
    high = rules.high_tide if bias == FULL else None
    status = rng.pick(high.statuses) if high else ""
    for kind, cell in zip(kinds, places, strict=False):
        prey = _nearest(heroes, cell)
        mind = Mind("hunting", last_seen=prey.cell, patience=kind.behaviour.memory)
        experience = paid(rules, kind.experience, bias)
        entity = spawn_monster(run, floor, kind, cell, mind, experience=experience)
        if high:
            inflict(run, floor, floor.monsters[entity], status, high.ticks)
    if not run.progress.tide_met:
        run.progress.tide_met = True
        if message := rules.first.message:
            run.emit(FloorTold(floor.entity, "tide", message))


def _nearest(heroes: list[HeroRow], cell: Cell) -> HeroRow:
    return min(heroes, key=lambda row: (distance(row.cell, cell), row.entity))


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


def next_comers(run: Run, floor: FloorIndex) -> tuple[int, int]:
    """Return when the next newcomers are due, in ticks, and the experience that they should pay.

    The time is at least 1, and passes while as many heroes stand on the floor as now. The
    experience is the mean over all kinds that may come by then, times their number, so it tells
    nothing about those who come. Both are 0 if no kind of this game can come.
    """
    times, clock = run.tick_figures.tide, floor.tide.clock
    ticks = _ticks_to_newcomers(run, floor)
    if (first := first_due(run, floor)) is not None:
        ticks = min(ticks, first or times.interval)
    bias = max(0, bias_percent(times, clock + ticks))
    worth = _worth(run, floor, bias)
    return (0, 0) if worth is None else (ticks, worth * group_size(run.rules.tide, bias))


def _ticks_to_newcomers(run: Run, floor: FloorIndex) -> int:
    """Return the ticks until so much is owed that newcomers come; at least 1."""
    times, clock, owed = run.tick_figures.tide, floor.tide.clock, floor.tide.owed
    each = _owed_each_beat(run, max(1, sum(row.stands for row in floor.heroes.values())))
    while True:
        clock += ticks_to_beat(times, clock)
        owed += each
        if owed >= WHOLE * group_size(run.rules.tide, bias_percent(times, clock)):
            return clock - floor.tide.clock


def _worth(run: Run, floor: FloorIndex, bias: int) -> int | None:
    """Return the mean experience of newcomers at a bias; None if nobody can come."""
    known = floor.caches.tide_worth
    if bias not in known:
        pool = creep_pool(run.game, floor.state.number)
        mean = expected_experience(pool, bias) if pool else None
        known[bias] = None if mean is None else paid(run.rules.tide, mean, bias)
    return known[bias]
