"""Marks: one byte for each part of a run's state, stored next to its hash.

The hash shows that two states differ; the marks show in which part. They are kept for the whole
run, so they are small: the floors of a long run have some thousand parts.
"""

from zlib import crc32

from undertide_server.simulation.snapshot import Part, parts_of
from undertide_server.simulation.state.run import Run


def marks_of(run: Run) -> bytes:
    """Return one mark for each component of each entity, in the order of `parts_of`."""
    return bytes(_mark(part) for part in parts_of(run))


def first_marked(run: Run, marks: bytes) -> tuple[int, str] | None:
    """Return the first entity and component of the run that differ from the state that has `marks`.

    Different parts have the same mark by chance once in 256; then a later part is named. Return
    None when no part of this run has a different mark, although some parts may be missing.
    """
    for number, part in enumerate(parts_of(run)):
        if marks[number : number + 1] != bytes([_mark(part)]):
            return part.entity, part.component
    return None


def _mark(part: Part) -> int:
    # The mark includes the part's identity: if a part is missing, all parts after it move up.
    return crc32(f"{part.entity} {part.component} ".encode() + part.digest) & 0xFF
