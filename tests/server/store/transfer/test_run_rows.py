"""The rows of a run come out whole, in one order, whatever order they were stored in."""

import random
from contextlib import closing
from pathlib import Path

import pytest

from support.sessions.kept_runs import header, ticks, write
from undertide_server.store.database import PARTS
from undertide_server.store.engine.protocol import StoreConnection
from undertide_server.store.opening import open_to_read, open_to_write
from undertide_server.store.transfer import run_rows
from undertide_server.store.transfer.run_rows import COLUMNS, RUN_PARTS, insert_rows, rows_of
from undertide_server.store.writes import Appended, Begun


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, Begun(header("r1")), Appended("r1", ticks(1, 3), (), 3))
    return tmp_path


def columns_of(connection: StoreConnection, table: str) -> set[str]:
    return {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}


def test_every_column_of_every_part_is_named(folder: Path) -> None:
    assert tuple(RUN_PARTS) == PARTS
    with closing(open_to_read(folder)) as connection:
        for table, part in RUN_PARTS.items():
            assert columns_of(connection, table) == {"run", *part.columns}
        worked_out = {"id", "public", "played", "last_played", "tail", "deepest", "party"}
        owned = {"owner", "epoch", "tried", "tried_at", "deaths"}
        assert columns_of(connection, "runs") == {*COLUMNS, *worked_out, *owned}


@pytest.mark.parametrize("count", [0, 1, 4, 5, 8])
def test_pages_lose_no_row_and_keep_the_order(
    folder: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    monkeypatch.setattr(run_rows, "PAGE_ROWS", 4)
    rows = [(part, step, bytes([part, step])) for part in range(2) for step in range(count)]
    mixed = random.Random(7).sample(rows, len(rows))
    with closing(open_to_write(folder)) as connection:
        insert_rows(connection, "chunks", 1, mixed)
        insert_rows(connection, "chunks", 2, mixed[:1])
        assert list(rows_of(connection, "chunks", 1)) == rows


def test_a_part_of_one_row_is_read(folder: Path) -> None:
    with closing(open_to_write(folder)) as connection:
        insert_rows(connection, "unrendered", 1, [(3, "room")])
        assert list(rows_of(connection, "unrendered", 1)) == [(3, "room")]
        assert list(rows_of(connection, "unrendered", 2)) == []
