"""Faults in what floors are made of."""

from collections.abc import Iterator

from undertide_server.content.checks.findings import Finding, expected, no_such, unordered_table
from undertide_server.content.floors import Caverns, RoomsAndCorridors, Terrain
from undertide_server.content.ruleset import Ruleset
from undertide_server.content.tables import row_at

SOLID = ("unknown", "wall", "cave_wall")
"""Terrain that memory and layouts need, and that nobody may walk."""
OPEN = ("floor", "cave_floor", "sand", "passage", "door", "stairs_up", "stairs_down")
"""Terrain that layouts need, and that ways lead over."""
STAIRS = {"stairs_up": "up", "stairs_down": "down"}

LARGEST_MAP = 200
"""Cells of a side: what messages and clients are made for."""
HIGHEST_STEP = 60
"""F(60) has 13 digits: beyond it figures would not fit the numbers of messages."""


def terrain_is_complete(ruleset: Ruleset) -> Iterator[Finding]:
    """What layouts dig with is there, and walkable where ways lead over it."""
    for keys, walkable in ((SOLID, False), (OPEN, True)):
        for key in keys:
            record = ruleset.terrain.get(key)
            if record is None:
                yield ("terrain", key), "is missing; every floor needs it"
            elif record.walkable is not walkable:
                wanted = str(walkable).lower()
                yield expected(("terrain", key, "walkable"), wanted, record.walkable)


def terrain_is_consistent(ruleset: Ruleset) -> Iterator[Finding]:
    """Stairs are those that layouts place; what opens becomes something that can be walked."""
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


def curve_is_consistent(ruleset: Ruleset) -> Iterator[Finding]:
    """R1's figures fit each other, and strengths stay within bounds."""
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


def layouts_can_be_drawn(ruleset: Ruleset) -> Iterator[Finding]:
    """Each floor of the game has a layout with a weight; weights come in the order of floors."""
    uses = ruleset.floors.layouts
    for name, use in uses.items():
        yield from unordered_table(("floors", "layouts", name, "weights"), use.weights)
    for floor in range(1, ruleset.curve.floors + 1):
        if not any(row_at(use.weights, floor) for use in uses.values()):
            yield (
                ("floors", "layouts"),
                f"expected a layout whose weight on floor {floor} is above 0",
            )


def rooms_fit_the_map(ruleset: Ruleset) -> Iterator[Finding]:
    """The largest room, or chamber, has its walls on the map."""
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
    """A keep's rooms and the walls between them are no wider than a map may be."""
    layouts = ruleset.layouts
    for name, keep in (("keep", layouts.keep), ("small_keep", layouts.small_keep)):
        for key, rooms in (("columns", keep.columns), ("rows", keep.rows)):
            most = (LARGEST_MAP - 1) // (keep.side + 1)
            if rooms > most:
                wanted = f"at most {most}, as the map holds {LARGEST_MAP} cells"
                yield expected(("layouts", name, key), wanted, rooms)
