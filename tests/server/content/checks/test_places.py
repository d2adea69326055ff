"""Faults of lessons: rooms and things that don't exist or can't be."""

import json
from typing import Any

import pytest

from support.content.shipped import shipped
from undertide_server.content.checks.findings import Finding
from undertide_server.content.checks.places import (
    lessons_have_their_floors,
    lessons_have_their_rooms,
    lessons_have_their_things,
)
from undertide_server.content.records.lessons import LessonRules
from undertide_server.content.schema.faults import Path

RULES = shipped("tutorial")
CHECKS = (lessons_have_their_floors, lessons_have_their_rooms, lessons_have_their_things)


def findings(*lessons: dict[str, Any]) -> list[Finding]:
    floors = [{"title": "tried", "lines": ["Try."], **lesson} for lesson in lessons]
    tried = LessonRules.model_validate_json(json.dumps({"floors": floors}))
    rules = RULES.model_copy(update={"lessons": tried})
    return [finding for check in CHECKS for finding in check(rules)]


def test_shipped_lessons_have_no_faults() -> None:
    assert [finding for check in CHECKS for finding in check(RULES)] == []


def test_a_run_has_no_more_lessons_than_floors() -> None:
    assert findings(*[{}] * 8) == []
    (found,) = findings(*[{}] * 9)
    assert found == (("lessons", "floors"), "expected at most 8, the number of floors; found 9")


@pytest.mark.parametrize(
    ("lesson", "where", "says"),
    [
        ({"rooms": ["shopp"]}, ("rooms", 0), 'no theme "shopp"'),
        ({"items": {"potion": 1}}, ("items", "potion"), 'no item "potion"'),
        ({"essences": {"kean": 1}}, ("essences", "kean"), 'no affix "kean"'),
        ({"gear": [{"base": "daggr"}]}, ("gear", 0, "base"), 'no gear "daggr"'),
        (
            {"gear": [{"base": "dagger", "affixes": {"sturdy": 1}}]},
            ("gear", 0, "affixes", "sturdy"),
            'no affix of a weapon "sturdy"',
        ),
        (
            {"gear": [{"base": "dagger", "affixes": {"keen": 9}}]},
            ("gear", 0, "affixes", "keen"),
            "expected at most 5, its highest level; found 9",
        ),
    ],
)
def test_what_a_lesson_names_must_be_there(lesson: dict[str, Any], where: Path, says: str) -> None:
    ((path, problem),) = findings(lesson)
    assert path == ("lessons", "floors", 0, *where)
    assert says in problem
