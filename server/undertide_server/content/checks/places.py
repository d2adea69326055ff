"""Checks of the curve and the layouts of floors."""

from collections.abc import Iterator

from undertide_server.content.checks.findings import Finding, expected
from undertide_server.content.records.layouts import Caverns, RoomsAndCorridors
from undertide_server.content.records.ruleset import Ruleset

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
