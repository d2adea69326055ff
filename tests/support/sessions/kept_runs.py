"""Runs to write down, and folders that are changed as no server would."""

import sqlite3
from collections.abc import Mapping
from pathlib import Path

import msgspec

from undertide_server.simulation.state.inputs import Ticked
from undertide_server.store.database import FILE
from undertide_server.store.records import Header, StepRecord
from undertide_server.store.writer import Write, Writer


def header(run: str = "r1", session: str = "abcde") -> Header:
    """Return what a run begins with."""
    return Header(
        run=run,
        session=session,
        preset="default",
        pace="real",
        seed=bytes(range(16)),
        rules=1,
        content_hash="00" * 16,
        content=b'{"what": "it plays by"}',
    )


def ticks(first: int, count: int, branch: int = 1) -> tuple[StepRecord, ...]:
    """Return steps from `first` on in which one floor moves on by a tick."""
    return tuple(StepRecord(step, (Ticked(branch),)) for step in range(first, first + count))


def varied(first: int, count: int) -> tuple[StepRecord, ...]:
    """Return steps from `first` on, none like the one before."""
    return tuple(StepRecord(step, (Ticked(step),)) for step in range(first, first + count))


def state(word: str, floors: Mapping[int, str] | None = None) -> bytes:
    """Return a snapshot of a run of which a word is all that is known, and one of each floor.

    Floors are numbered by their entities; on each stands somebody of the next number.
    """
    entities: list[tuple[int, dict[str, object]]] = [(1, {"Progress": word})]
    for floor, said in (floors or {}).items():
        entities.append((floor, {"Floor": said}))
        entities.append((floor + 1, {"Body": said, "Position": {"floor": floor, "x": 1, "y": 2}}))
    return msgspec.msgpack.encode((max(entity for entity, _ in entities), entities))


def write(folder: Path, *writes: Write) -> None:
    """Write to a folder that no server has."""
    writer = Writer(folder)
    writer.apply(writes)
    writer.close()


def change(folder: Path, statement: str, *values: str) -> None:
    """Change a database behind the server's back."""
    connection = sqlite3.connect(folder / FILE)
    with connection:
        connection.execute(statement, values)
    connection.close()
