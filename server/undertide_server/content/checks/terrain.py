"""Checks of terrain: its changes, and the terrain that floors need."""

from collections.abc import Iterator, Mapping

from undertide_server.content.checks.findings import Check, Finding, expected, no_such
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.terrain import Terrain
from undertide_server.content.schema.faults import Path

UNKNOWN = "unknown"
SOLID = (UNKNOWN, "wall", "cave_wall")
"""Terrain that memory and layouts need, and that nobody may walk."""
OPEN = ("floor", "cave_floor", "sand", "passage", "door", "stairs_up", "stairs_down")
"""Terrain that layouts need, and that ways lead over."""
STAIRS = {"stairs_up": "up", "stairs_down": "down"}


def terrain_is_complete(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each terrain that layouts need but that is missing, or can't be walked as needed."""
    for keys, walkable in ((SOLID, False), (OPEN, True)):
        for key in keys:
            record = ruleset.terrain.get(key)
            if record is None:
                yield ("terrain", key), "is missing; every floor needs it"
            elif record.walkable is not walkable:
                wanted = str(walkable).lower()
                yield expected(("terrain", key, "walkable"), wanted, record.walkable)


def terrain_is_consistent(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield stairs that layouts don't place, and doors that open into something closed."""
    for key, record in ruleset.terrain.items():
        stairs = STAIRS.get(key, "none")
        if record.stairs != stairs:
            yield expected(("terrain", key, "stairs"), f'"{stairs}"', record.stairs)
        if record.opens_to is not None:
            yield from _opens_badly(key, record.opens_to, ruleset.terrain.get(record.opens_to))


def _opens_badly(key: str, target: str, opened: Terrain | None) -> Iterator[Finding]:
    where = ("terrain", key, "opens_to")
    if opened is None:
        yield no_such(where, "terrain", target, ())
    elif not opened.walkable or opened.opens_to is not None:
        yield expected(where, "terrain that is walkable and opens no further", target)


def terrain_turns_into_terrain(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each terrain that turns into itself, into stairs or into nothing that exists (R13).

    Stairs and unknown cells never turn into anything.
    """
    for key, record in ruleset.terrain.items():
        for where, target in _turns(key, record):
            if key == UNKNOWN or record.stairs != "none":
                yield where, f"{key} can't turn into anything"
            else:
                yield from _turns_badly(ruleset.terrain, key, where, target)


def _turns(key: str, record: Terrain) -> Iterator[tuple[Path, str]]:
    """Yield the path and the key of each terrain that a record turns into."""
    for element, target in record.touched.items():
        yield ("terrain", key, "touched", element), target
    if record.fades is not None:
        yield ("terrain", key, "fades", "into"), record.fades.into


def _turns_badly(
    terrain: Mapping[str, Terrain], key: str, where: Path, target: str
) -> Iterator[Finding]:
    found = terrain.get(target)
    if found is None:
        yield no_such(where, "terrain", target, terrain)
    elif target in (key, UNKNOWN) or found.stairs != "none":
        yield expected(where, "other terrain, and no stairs", target)


def blocks_can_be_walked(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each terrain of a block that doesn't exist, or can't be walked without harm (R12)."""
    for key, record in ruleset.terrain.items():
        if record.stands_on is None:
            continue
        where = ("terrain", key, "stands_on")
        block = ruleset.terrain.get(record.stands_on)
        if block is None:
            yield no_such(where, "terrain", record.stands_on, ruleset.terrain)
        elif not block.walkable or block.shunned or block.harm is not None:
            yield expected(where, "terrain that can be walked without harm", record.stands_on)


def what_spreads_has_an_element(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield terrain that has an element but no chance to spread, or the reverse (R13)."""
    for key, record in ruleset.terrain.items():
        if record.spreads and record.element is None:
            yield ("terrain", key, "element"), "is missing; what spreads needs it"
        elif record.element is not None and not record.spreads:
            yield expected(("terrain", key, "spreads"), "more than 0, as it has an element", 0)


CHECKS = (
    Check(("terrain",), terrain_is_complete),
    Check(("terrain",), terrain_is_consistent),
    Check(("terrain",), terrain_turns_into_terrain),
    Check(("terrain",), blocks_can_be_walked),
    Check(("terrain",), what_spreads_has_an_element),
)
"""These checks, each with the catalogues that it reads."""
