"""Checks of set pieces (R12)."""

from collections import Counter
from collections.abc import Iterator

from undertide_server.content.checks.findings import Finding, expected, no_such
from undertide_server.content.checks.themes import misplaced
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.set_pieces import FIND, OPEN, SetPiece
from undertide_server.content.records.themes import SET_PIECE
from undertide_server.content.schema.faults import Path


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
