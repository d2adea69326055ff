"""Checks of the curve, of the layouts of floors, and of the lessons that floors teach."""

from collections.abc import Iterator

from undertide_server.content.checks.findings import Check, Finding, expected, no_such
from undertide_server.content.records.gearing import WORDS, broken_limits, levels_of
from undertide_server.content.records.layouts import Caverns, RoomsAndCorridors
from undertide_server.content.records.lessons import LessonGear
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.schema.faults import Path

LARGEST_MAP = 200
"""Largest side of a map in cells: messages and clients support no more."""
HIGHEST_STEP = 60
"""F(60) has 13 digits. Beyond it figures would not fit the numbers of messages."""


def curve_is_consistent(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield a fault if the numbers of R1 contradict each other, or strengths leave their bounds."""
    curve = ruleset.curve
    types = curve.types
    if types.fewest > types.most:
        yield expected(("curve", "types", "fewest"), f"at most {types.most}, `most`", types.fewest)
    highest = curve.step_rise * curve.floors // curve.step_run + types.most
    if highest > HIGHEST_STEP:
        wanted = f"step_rise · floors / step_run + types.most of at most {HIGHEST_STEP}"
        yield expected(("curve", "step_rise"), wanted, highest)
    floors = {str(floor) for floor in range(1, curve.floors + 1)}
    for floor in sorted((curve.interference or {}).keys() - floors):
        yield expected(("curve", "interference", floor), f"a floor, 1 to {curve.floors}", floor)


def rooms_fit_the_map(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each layout whose largest room, or chamber, doesn't fit on the map with its walls."""
    layouts = ruleset.layouts
    yield from _misfits("rooms_and_corridors", layouts.rooms_and_corridors)
    yield from _misfits("caverns", layouts.caverns)


def _misfits(name: str, layout: RoomsAndCorridors | Caverns) -> Iterator[Finding]:
    where = ("layouts", name)
    if layout.smallest > layout.largest:
        yield expected(
            (*where, "smallest"), f"at most {layout.largest}, `largest`", layout.smallest
        )
    most = min(layout.width, layout.height) - 2
    if layout.largest > most:
        wanted = f"at most {most}, the map's shorter side less two walls"
        yield expected((*where, "largest"), wanted, layout.largest)


def keeps_fit_the_map(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each keep whose rooms and walls are wider or higher than a map may be."""
    layouts = ruleset.layouts
    for name, keep in (("keep", layouts.keep), ("small_keep", layouts.small_keep)):
        for key, rooms in (("columns", keep.columns), ("rows", keep.rows)):
            most = (LARGEST_MAP - 1) // (keep.side + 1)
            if rooms > most:
                wanted = f"at most {most}, as the map holds {LARGEST_MAP} cells"
                yield expected(("layouts", name, key), wanted, rooms)


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


CHECKS = (
    Check(("curve",), curve_is_consistent),
    Check(("layouts",), rooms_fit_the_map),
    Check(("layouts",), keeps_fit_the_map),
    Check(("curve", "lessons"), lessons_have_their_floors),
    Check(("lessons", "themes"), lessons_have_their_rooms),
    Check(("affixes", "gear", "items", "lessons"), lessons_have_their_things),
)
"""These checks, each with the catalogues that it reads."""
