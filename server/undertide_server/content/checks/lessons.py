"""Checks of lessons."""

from collections.abc import Iterator

from undertide_server.content.checks.findings import Finding, expected, no_such
from undertide_server.content.records.gearing import WORDS, broken_limits, levels_of
from undertide_server.content.records.lessons import LessonGear
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.schema.faults import Path


def lessons_have_their_floors(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield a fault if there are more lessons than floors."""
    found, most = len(ruleset.lessons.floors), ruleset.curve.floors
    if found > most:
        yield expected(("lessons", "floors"), f"at most {most}, the number of floors", found)


def lessons_have_their_rooms(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each room of a lesson whose theme doesn't exist."""
    for number, lesson in enumerate(ruleset.lessons.floors):
        for index, theme in enumerate(lesson.rooms):
            if theme not in ruleset.themes:
                where: Path = ("lessons", "floors", number, "rooms", index)
                yield no_such(where, "theme", theme, ruleset.themes)


def lessons_have_their_things(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each item, essence and piece of gear of a lesson that can't be."""
    for number, lesson in enumerate(ruleset.lessons.floors):
        where: Path = ("lessons", "floors", number)
        for item in lesson.items:
            if item not in ruleset.items:
                yield no_such((*where, "items", item), "item", item, ruleset.items)
        for affix in lesson.essences:
            if affix not in ruleset.affixes:
                yield no_such((*where, "essences", affix), "affix", affix, ruleset.affixes)
        for index, piece in enumerate(lesson.gear):
            yield from _unfit(ruleset, (*where, "gear", index), piece)


def _unfit(ruleset: Ruleset, where: Path, piece: LessonGear) -> Iterator[Finding]:
    """Yield what is wrong with a piece of gear."""
    base = ruleset.gear.bases.get(piece.base)
    if base is None:
        yield no_such((*where, "base"), "gear", piece.base, ruleset.gear.bases)
        return
    fitting = {key: each for key, each in ruleset.affixes.items() if base.sort in each.sorts}
    for key, level in piece.affixes.items():
        if key not in fitting:
            yield no_such((*where, "affixes", key), f"affix of a {base.sort}", key, fitting)
            return
        if level > fitting[key].levels:
            wanted = f"at most {fitting[key].levels}, its highest level"
            yield expected((*where, "affixes", key), wanted, level)
    levels = levels_of(base.stats, [(fitting[key], at) for key, at in piece.affixes.items()])
    for limit in broken_limits(base.sort, levels):
        yield where, WORDS[limit]
