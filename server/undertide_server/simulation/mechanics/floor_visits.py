"""Heroes' visits to floors: they enter and look around, are taught, and leave.

The time of a visit is recorded when it begins and when it ends.
"""

import numpy as np

from undertide_server.simulation.components.heroes import FloorStay
from undertide_server.simulation.queries.visibility import memory_of
from undertide_server.simulation.rules.tide import bias_percent
from undertide_server.simulation.state.events import PartyTold, Told
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import Cell


def enter_floor(run: Run, entity: int, floor: FloorIndex, cell: Cell) -> None:
    """Put a hero that is on no floor on a free cell of one, and make it look around."""
    run.index.place(entity, floor.entity, cell)
    look_around(run, floor, floor.heroes[entity])


def look_around(run: Run, floor: FloorIndex, row: HeroRow) -> None:
    """Work out the field of view of one hero, and remember the tiles in it."""
    run.index.look(floor, row)
    np.copyto(memory_of(floor, row).tiles, floor.state.tiles, where=row.sight.mask)
    if row.known is not None:
        row.known.mark_seen(row.sight.mask)


def record_arrival(floor: FloorIndex, row: HeroRow) -> bool:
    """Record that a hero has come to a floor; return whether it has never been there before."""
    is_first = floor.state.branch not in row.hero.stays
    row.hero.stays.setdefault(floor.state.branch, FloorStay()).since = floor.state.clock
    return is_first


def record_departure(run: Run, floor: FloorIndex, row: HeroRow) -> None:
    """Record that a hero leaves a floor, by stairs or by its death."""
    branch = floor.state.branch
    if branch in row.hero.stays:
        row.hero.stays[branch] = stay_until_now(run, floor, row.hero.stays[branch])


def stay_until_now(run: Run, floor: FloorIndex, stay: FloorStay) -> FloorStay:
    """Return the stay of a hero that leaves its floor now."""
    clock = floor.state.clock
    tide = bias_percent(run.tick_figures.tide, floor.tide.clock)
    return FloorStay(clock, stay.ticks + clock - stay.since, tide)


def teach_lesson(run: Run, floor: FloorIndex, row: HeroRow) -> None:
    """Tell a hero the lesson of its floor, if there is one."""
    number, lessons = floor.state.number, run.rules.lessons
    lesson = lessons.of(number)
    if lesson is None:
        return
    heading = f"Lesson {number} of {len(lessons.floors)}: {lesson.title}."
    run.emit(Told(row.entity, "good", heading))
    for line in lesson.lines:
        run.emit(Told(row.entity, "info", line))


def close_lessons(run: Run) -> None:
    """Tell the party, which has won, how the lessons end."""
    for line in run.rules.lessons.ending:
        run.emit(PartyTold("good", line))
