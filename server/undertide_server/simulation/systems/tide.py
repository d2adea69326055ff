"""R5: the longer heroes stay on a floor, the more of what should not be there comes for them."""

import numpy as np

from undertide_server.content.records.population import TideRules
from undertide_server.simulation.components.floors import Cell
from undertide_server.simulation.components.monsters import Mind
from undertide_server.simulation.mechanics.spawning import spawn_monster
from undertide_server.simulation.queries.geometry import distance
from undertide_server.simulation.state.events import FloorTold
from undertide_server.simulation.state.floor_index import FloorPlace
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_server.worldgen.game.creep import creep_pool, draw

WHOLE = 100
"""Hundredths of a newcomer that make one."""


def bias_percent(rules: TideRules, clock: int) -> int:
    """Return R5's bias b in percent after `clock` ticks; -1 within the grace time."""
    if clock < rules.grace:
        return -1
    return min(100, (clock - rules.grace) * 100 // rules.rise)


def raise_tide(run: Run, place: FloorPlace) -> None:
    """Let the floor's clock run while a waking hero is there, and bring in what it brings."""
    heroes = [row for row in place.heroes.values() if row.hero.presence != "asleep"]
    if not heroes:
        return
    rules = run.rules.tide
    place.tide.clock += 1
    late = place.tide.clock - rules.grace
    if late < 0:
        return
    bias = bias_percent(rules, place.tide.clock)
    _tell_marks(run, place, bias)
    if late % rules.interval == 0:
        place.tide.owed += WHOLE + rules.per_extra_hero_percent * (len(heroes) - 1)
        while place.tide.owed >= WHOLE:
            place.tide.owed -= WHOLE
            _bring_in(run, place, heroes, bias)


def _tell_marks(run: Run, place: FloorPlace, bias: int) -> None:
    marks = run.rules.tide.marks
    while place.tide.marks < len(marks) and marks[place.tide.marks].percent <= bias:
        run.tell(FloorTold(place.entity, "tide", marks[place.tide.marks].message))
        place.tide.marks += 1


def _bring_in(run: Run, place: FloorPlace, heroes: list[HeroRow], bias: int) -> None:
    """Put one newcomer out of sight and far enough away, if the floor has room, hunting."""
    pool = creep_pool(run.game, place.floor.number)
    if not pool or len(place.monsters) >= run.rules.population.most_alive:
        return
    rng = run.chance(place, "tide", len(place.monsters))
    cells = _arrivals(run, place, heroes)
    if not cells:
        return
    kind = draw(pool, bias, rng)
    cell = rng.pick(cells)
    prey = min(heroes, key=lambda row: (distance(row.cell, cell), row.entity))
    mind = Mind("hunting", last_seen=prey.cell, patience=kind.behaviour.memory)
    share = 100 - bias * (100 - run.rules.tide.experience_at_full_percent) // 100
    spawn_monster(run, place, kind, cell, mind, experience=kind.experience * share // 100)


def _arrivals(run: Run, place: FloorPlace, heroes: list[HeroRow]) -> list[Cell]:
    """Return the free cells that no hero sees and that are far enough to walk from all of them.

    Where a floor is too small for that, those out of sight that are furthest.
    """
    steps = place.distances([row.cell for row in heroes])
    hidden = place.walkable & ~place.shunned & (steps < np.iinfo(np.int32).max)
    for row in place.heroes.values():
        hidden &= ~row.mask
    for x, y in place.blockers:
        hidden[y, x] = False
    if not hidden.any():
        return []
    least = min(run.rules.tide.arrival_distance, int(steps[hidden].max()))
    ys, xs = np.nonzero(hidden & (steps >= least))
    return [(int(x), int(y)) for y, x in zip(ys, xs, strict=True)]
