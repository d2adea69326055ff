"""Checks of the shapes of rooms and patches of terrain (R11), and of set pieces (R12)."""

from collections import Counter
from collections.abc import Iterator

from undertide_server.content.checks.findings import Check, Finding, expected, no_such
from undertide_server.content.checks.themes import misplaced
from undertide_server.content.records.rooms import (
    FIND,
    LEAST_SIDES,
    NEVER_VIABLE,
    OPEN,
    PatchTile,
    SetPiece,
)
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.terrain import Terrain
from undertide_server.content.records.themes import SET_PIECE
from undertide_server.content.schema.faults import Path

FITTING: dict[PatchTile, str] = {
    "hazard": "terrain that can be walked and harms",
    "wall": "terrain that can't be walked",
    "rough": "terrain that can be walked without harm, whose `step_percent` is above 100",
    "cover": "terrain that can be walked without harm, whose `cover` is above 0",
}
"""The terrain that each tile of patches needs."""


def rooms_can_take_shapes(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield a fault if no shape has a weight, and each layout with rooms too small for a shape."""
    shapes = ruleset.rooms.shapes
    drawn = [shape for shape, weight in shapes.items() if weight]
    if not drawn:
        yield ("rooms", "shapes"), "expected a shape whose weight is above 0"
        return
    layouts = ruleset.layouts
    for name, key, side in (
        ("rooms_and_corridors", "smallest", layouts.rooms_and_corridors.smallest),
        ("keep", "side", layouts.keep.side),
        ("small_keep", "side", layouts.small_keep.side),
    ):
        large = sorted(shape for shape in drawn if LEAST_SIDES[shape] > side)
        if large:
            least = max(LEAST_SIDES[shape] for shape in large)
            wanted = f"at least {least}, because rooms can have these shapes: {', '.join(large)}"
            yield expected(("layouts", name, key), wanted, side)


def patches_can_be_drawn(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield a fault if no patch has a weight, and each weighted patch without a viable tile.

    The patch `none` needs no tile.
    """
    rules = ruleset.rooms
    if not any(rules.patches.values()):
        yield ("rooms", "patches"), "expected a patch whose weight is above 0"
    for name, weight in rules.patches.items():
        viable = rules.viability.get(name, ())
        tiles = [tile for tile in viable if tile in rules.tiles and rules.tiles[tile].weight]
        if weight and name != "none" and not tiles:
            wanted = "a tile whose weight is above 0, since the patch has one"
            yield expected(("rooms", "viability", name), wanted, viable)


def patches_are_viable(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each viable pair that would cut rooms up or would not matter (R11)."""
    for name, viable in ruleset.rooms.viability.items():
        for index, tile in enumerate(viable):
            where: Path = ("rooms", "viability", name, index)
            if tile in NEVER_VIABLE.get(name, ()):
                yield where, f'"{tile}" is never viable in the patch "{name}"'
            elif tile not in ruleset.rooms.tiles:
                yield no_such(where, "tile", tile, ruleset.rooms.tiles)


def patches_have_their_terrain(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each terrain of a tile that doesn't exist or doesn't do what the tile is for."""
    for tile, use in ruleset.rooms.tiles.items():
        for index, key in enumerate(use.terrain):
            where: Path = ("rooms", "tiles", tile, "terrain", index)
            record = ruleset.terrain.get(key)
            if record is None:
                yield no_such(where, "terrain", key, ruleset.terrain)
            elif not _fits(tile, record):
                yield expected(where, FITTING[tile], key)


def _fits(tile: PatchTile, record: Terrain) -> bool:
    if tile == "wall":
        return not record.walkable
    if tile == "hazard":
        return record.walkable and record.harm is not None
    kind = record.step_percent > 100 if tile == "rough" else record.cover > 0
    return record.walkable and record.harm is None and kind


def set_pieces_have_their_theme(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield a fault if there are set pieces but no theme for their rooms."""
    if ruleset.set_pieces and SET_PIECE not in ruleset.themes:
        yield ("themes", SET_PIECE), "is missing; rooms with set pieces need it"


def set_pieces_are_drawn(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each fault of a map: uneven rows, marks on its border, marks without one meaning."""
    for key, piece in ruleset.set_pieces.items():
        where: Path = ("set_pieces", key, "map")
        width = len(piece.map[0])
        for index, row in enumerate(piece.map):
            if len(row) != width:
                yield expected((*where, index), f"{width} characters, as in the first row", row)
        top, *between, bottom = piece.map
        if set(top + bottom) | {row[0] for row in between} | {row[-1] for row in between} != {OPEN}:
            yield where, f'expected "{OPEN}" all along its border, so that heroes can walk round it'
        yield from _misread(piece, where)


def _misread(piece: SetPiece, where: Path) -> Iterator[Finding]:
    """Yield each mark that has no meaning, or more than one, and each that isn't on the map."""
    meanings = Counter((OPEN, FIND, *piece.terrain, *piece.people, *piece.traps))
    used = {mark for row in piece.map for mark in row}
    for mark in sorted(used | meanings.keys()):
        if meanings[mark] != 1:
            yield where, f'expected one meaning of "{mark}"; found {meanings[mark]}'
        elif mark not in used and mark not in (OPEN, FIND):
            yield where, f'expected "{mark}", since it has a meaning'


def set_pieces_have_their_parts(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield terrain that can't be built, and people and traps that don't exist or don't fit."""
    for key, piece in ruleset.set_pieces.items():
        where: Path = ("set_pieces", key)
        for mark, terrain in piece.terrain.items():
            yield from misplaced(ruleset, (*where, "terrain", mark), terrain)
        for mark, person in piece.people.items():
            if person not in ruleset.people:
                yield no_such((*where, "people", mark), "person", person, ruleset.people)
        for mark, trap in piece.traps.items():
            if trap not in ruleset.traps:
                yield no_such((*where, "traps", mark), "trap", trap, ruleset.traps)
            elif ruleset.traps[trap].where != "floor":
                yield expected((*where, "traps", mark), "a trap in the floor", trap)


CHECKS = (
    Check(("layouts", "rooms"), rooms_can_take_shapes),
    Check(("rooms",), patches_can_be_drawn),
    Check(("rooms",), patches_are_viable),
    Check(("rooms", "terrain"), patches_have_their_terrain),
    Check(("set_pieces", "themes"), set_pieces_have_their_theme),
    Check(("set_pieces",), set_pieces_are_drawn),
    Check(("people", "set_pieces", "terrain", "traps"), set_pieces_have_their_parts),
)
"""These checks, each with the catalogues that it reads."""
