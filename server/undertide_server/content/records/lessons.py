"""Records of lessons: what floors teach, and what they hold for it."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from undertide_server.content.records.gear import MOST_AFFIXES
from undertide_server.content.schema.fields import Name, Prose, Record

Some = Annotated[int, Field(ge=1, le=1000)]
Level = Annotated[int, Field(ge=1, le=9)]
MAX_LESSON_LINE = 72
"""Characters of a line of a lesson: it is one row of the log on the smallest screen."""
MAX_LESSON_LINES = 4
"""Lines of a lesson: the log shows them and its title at once."""
Line = Annotated[Prose, Field(min_length=1, max_length=MAX_LESSON_LINE)]


class LessonGear(Record):
    """A piece of gear of a lesson, with the worth of its floor."""

    base: str
    """Key of the base."""
    affixes: Mapping[str, Level] = Field(default_factory=dict, max_length=MOST_AFFIXES)
    """Level of each affix, by key."""


class Lesson(Record):
    """What a floor teaches, and what it holds for it, besides what floors have."""

    title: Name
    """Told before the lines, with the number of the lesson."""
    lines: tuple[Line, ...] = Field(min_length=1, max_length=MAX_LESSON_LINES)
    """Told to each hero that reaches the floor for the first time."""
    rooms: tuple[str, ...] = Field(default=(), max_length=6)
    """Keys of themes, each of which a room of the floor has; those that fit no room are left out.
    """
    items: Mapping[str, Some] = Field(default_factory=dict, max_length=20)
    """Number of each item that lies on the floor, by key, all of it in one place."""
    essences: Mapping[str, Some] = Field(default_factory=dict, max_length=20)
    """Number of essences that lie on the floor, by the key of their affix."""
    gear: tuple[LessonGear, ...] = Field(default=(), max_length=20)
    """Pieces that lie on the floor."""


class LessonRules(Record):
    """Lessons of a run, a floor each (lessons.toml)."""

    floors: tuple[Lesson, ...] = Field(default=(), max_length=50)
    """From the first floor down."""
    ending: tuple[Line, ...] = Field(default=(), max_length=MAX_LESSON_LINES)
    """Told to the party when it wins."""

    def of(self, number: int) -> Lesson | None:
        """Return the lesson of a floor's number; None if it has none."""
        return self.floors[number - 1] if number <= len(self.floors) else None
