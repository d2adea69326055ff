"""The write-ahead log: damage that hides durable transactions is told from a torn end."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from support.sessions.kept_runs import header, varied
from undertide_server.store.database import FILE
from undertide_server.store.engine.sqlite.write_ahead_log import FRAME_HEADER, HEADER, damage_of
from undertide_server.store.writer import Writer
from undertide_server.store.writes import (
    Appended,
    Begun,
)

PAGE = 4096
FRAME = FRAME_HEADER + PAGE
STEPS = 12


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The log of a writer that was killed after some transactions."""
    folder = tmp_path_factory.mktemp("live")
    writer = Writer(folder)
    writer.apply([Begun(header())])
    for step in range(1, STEPS + 1):
        writer.apply([Appended("r1", varied(step, 1), (), step)])
    data = (folder / f"{FILE}-wal").read_bytes()
    writer.close()
    return data


def damage(folder: Path, data: bytes) -> str:
    log = folder / "log"
    log.write_bytes(data)
    return damage_of(log)


def flipped(data: bytes, at: int) -> bytes:
    changed = bytearray(data)
    changed[at] ^= 4
    return bytes(changed)


def test_a_log_as_it_was_written_is_sound(killed: bytes, tmp_path: Path) -> None:
    assert len(killed) > 20 * FRAME
    assert not damage(tmp_path, killed)
    assert not damage(tmp_path, b"")
    assert not damage_of(tmp_path / "missing")


def test_a_torn_end_is_no_damage(killed: bytes, tmp_path: Path) -> None:
    for lost in (1, PAGE // 2, FRAME - 1):
        assert not damage(tmp_path, killed[:-lost])
        assert not damage(tmp_path, killed[:-lost] + bytes(lost))


def test_a_flipped_bit_anywhere_before_the_last_transaction_is_found(
    killed: bytes, tmp_path: Path
) -> None:
    for frame in (0, 3, 10):
        for place in (0, 4, 8, 12, 16, 20, FRAME_HEADER + 1, FRAME - 1):
            at = HEADER + frame * FRAME + place
            assert f"frame {frame + 1} of" in damage(tmp_path, flipped(killed, at)), (frame, place)


def test_a_damaged_header_is_found(killed: bytes, tmp_path: Path) -> None:
    for at in range(HEADER):
        assert "first bytes" in damage(tmp_path, flipped(killed, at))


def test_frames_from_before_the_log_began_anew_are_no_damage(tmp_path: Path) -> None:
    writer = Writer(tmp_path)
    writer.apply([Begun(header())])
    for step in range(1, STEPS + 1):
        writer.apply([Appended("r1", varied(step, 1), (), step)])
    log, copy = tmp_path / f"{FILE}-wal", tmp_path / "copy"
    before = log.stat().st_size
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        connection.execute("PRAGMA wal_checkpoint(RESTART)")
    writer.apply([Appended("r1", varied(STEPS + 1, 1), (), STEPS + 1)])
    shutil.copy(log, copy)
    writer.close()
    assert copy.stat().st_size == before
    assert not damage_of(copy)
