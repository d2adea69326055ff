"""Lessons: what heroes are told when they reach a floor for the first time."""

from undertide_server.simulation.state.events import PartyTold, Told
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run


def teach(run: Run, floor: FloorIndex, row: HeroRow) -> None:
    """Tell a hero the lesson of its floor, if there is one."""
    number, lessons = floor.state.number, run.rules.lessons
    lesson = lessons.of(number)
    if lesson is None:
        return
    heading = f"Lesson {number} of {len(lessons.floors)}: {lesson.title}."
    run.tell(Told(row.entity, "good", heading))
    for line in lesson.lines:
        run.tell(Told(row.entity, "info", line))


def close_lessons(run: Run) -> None:
    """Tell the party, which has won, how the lessons end."""
    for line in run.rules.lessons.ending:
        run.tell(PartyTold("good", line))
