"""Runs to write down, and folders that are changed as no server would."""

import json
import sqlite3
import zlib
from collections.abc import Mapping
from pathlib import Path

import msgspec

from undertide_server.content.records.ruleset import hash_of
from undertide_server.simulation.state.inputs import Ticked
from undertide_server.store.database import FILE
from undertide_server.store.records import Header, StepRecord
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Write

CONTENT = b'{"what": "it plays by"}'

BACK_TO_TENTH = """
ALTER TABLE runs DROP COLUMN tried;
ALTER TABLE runs DROP COLUMN tried_at;
ALTER TABLE runs DROP COLUMN deaths;
PRAGMA user_version = 10;
"""
"""The statements that undo the eleventh version."""
BACK_TO_NINTH = f"""
{BACK_TO_TENTH}
ALTER TABLE nodes DROP COLUMN certificate;
PRAGMA user_version = 9;
"""
"""The statements that undo the tenth version."""
BACK_TO_EIGHTH = f"""
{BACK_TO_NINTH}
DROP INDEX runs_by_owner;
DROP INDEX runs_by_session;
DROP TABLE nodes;
DROP TABLE lobby;
ALTER TABLE runs DROP COLUMN owner;
ALTER TABLE runs DROP COLUMN epoch;
PRAGMA user_version = 8;
"""
"""The statements that undo the ninth version."""
BACK_TO_SEVENTH = f"""
{BACK_TO_EIGHTH}
DROP INDEX runs_deepest;
DROP INDEX runs_won;
DROP TABLE chronicles;
DROP TABLE tallies;
ALTER TABLE runs DROP COLUMN deepest;
ALTER TABLE runs DROP COLUMN party;
PRAGMA user_version = 7;
"""
"""The statements that undo the eighth version."""
BACK_TO_SIXTH = f"""
{BACK_TO_SEVENTH}
ALTER TABLE runs DROP COLUMN elapsed;
ALTER TABLE moments DROP COLUMN elapsed;
ALTER TABLE landmarks DROP COLUMN elapsed;
ALTER TABLE renders DROP COLUMN elapsed;
ALTER TABLE stretches DROP COLUMN since;
ALTER TABLE stretches DROP COLUMN until;
PRAGMA user_version = 6;
"""
"""The statements that undo the seventh version."""
BACK_TO_THIRD = f"""
{BACK_TO_SIXTH}
DROP TABLE finders;
DROP TABLE leftovers;
DROP INDEX runs_public;
DROP INDEX runs_played;
DROP INDEX runs_by_state;
DROP INDEX runs_by_content;
ALTER TABLE runs DROP COLUMN public;
ALTER TABLE runs DROP COLUMN played;
ALTER TABLE runs DROP COLUMN last_played;
ALTER TABLE runs DROP COLUMN tail;
DROP TABLE logs;
DROP TABLE chat;
DROP TABLE renders;
DROP TABLE rendered_views;
DROP TABLE unrendered;
PRAGMA auto_vacuum = NONE;
PRAGMA user_version = 3;
"""
"""The statements that undo the fourth version and those after it."""


def header(run: str = "r1", session: str = "abcde") -> Header:
    """Return what a run begins with."""
    return Header(
        run=run,
        session=session,
        preset="default",
        pace="real",
        seed=bytes(range(16)),
        rules=1,
        content_hash=hash_of(CONTENT),
        content=CONTENT,
    )


def ticks(first: int, count: int, branch: int = 1) -> tuple[StepRecord, ...]:
    """Return steps from `first` on in which one floor moves on by a tick."""
    return tuple(StepRecord(step, (Ticked(branch),)) for step in range(first, first + count))


def timed(first: int, count: int, since: int, apart: int) -> tuple[StepRecord, ...]:
    """Return the same steps with their real time in milliseconds, from `since` on."""
    return tuple(
        StepRecord(step.step, step.inputs, elapsed=since + apart * index)
        for index, step in enumerate(ticks(first, count))
    )


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


def change(folder: Path, statement: str, *values: str | bytes) -> None:
    """Change a database behind the server's back."""
    connection = sqlite3.connect(folder / FILE)
    with connection:
        connection.execute(statement, values)
    connection.close()


def store_unknown_content(folder: Path) -> None:
    """Change the content of the runs of a folder to one of a later version, with an unknown key."""
    connection = sqlite3.connect(folder / FILE)
    with connection:
        (packed,) = connection.execute("SELECT content FROM contents").fetchone()
        content = json.loads(zlib.decompress(packed))
        content["tide"]["later"] = 1
        written = json.dumps(content).encode()
        row = (hash_of(written), zlib.compress(written))
        connection.execute("INSERT INTO contents (hash, content) VALUES (?, ?)", row)
        connection.execute("UPDATE runs SET content = ?", row[:1])
    connection.close()
