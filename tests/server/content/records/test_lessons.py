"""Lessons by the numbers of their floors."""

from undertide_server.content.records.lessons import Lesson, LessonRules

LESSONS = LessonRules(floors=(Lesson(title="one", lines=("One.",)),))


def test_a_floor_has_the_lesson_of_its_number_or_none() -> None:
    assert LESSONS.of(1) == LESSONS.floors[0]
    assert LESSONS.of(2) is None
    assert LessonRules().of(1) is None
