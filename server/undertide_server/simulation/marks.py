"""A byte for every part of a state, kept with its hash: they name the part that differs.

The hash says whether anything does; the marks only have to say where, and are kept for the whole
run, so they are small: the floors of a long run hold some thousand parts.
"""

from zlib import crc32

from undertide_server.simulation.snapshot import Part, parts_of
from undertide_server.simulation.state.run import Run


def marks_of(run: Run) -> bytes:
    """Return the mark of each component of each entity, in the order of `parts_of`."""
    return bytes(_mark(part) for part in parts_of(run))


def first_marked(run: Run, marks: bytes) -> tuple[int, str] | None:
    """Return the run's first entity and component that differ from where `marks` were taken.

    One part in 256 that differs has the same mark: then the next one is named. None when no part of
    this run has another mark, although some may be missing.
    """
    for number, part in enumerate(parts_of(run)):
        if marks[number : number + 1] != bytes([_mark(part)]):
            return part.entity, part.component
    return None


def _mark(part: Part) -> int:
    # Which part it is counts too: where one is missing, those after it have moved.
    return crc32(f"{part.entity} {part.component} ".encode() + part.digest) & 0xFF
