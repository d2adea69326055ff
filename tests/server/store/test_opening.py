"""The runs of a folder are opened to write to them, or to read them as they are at one moment."""

from contextlib import closing
from pathlib import Path

import pytest

from support.sessions.kept_runs import header
from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.errors import WrongSchemaError
from undertide_server.store.opening import compact, open_to_read, open_to_write
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Begun

COUNT = "SELECT count(*) FROM runs"


def test_a_reader_sees_one_moment_while_another_connection_writes(tmp_path: Path) -> None:
    with closing(open_to_write(tmp_path)) as connection:
        with closing(open_to_read(tmp_path)) as reader:
            assert reader.execute(COUNT).fetchone() == (0,)
            Writer(connection).apply([Begun(header())])
            assert reader.execute(COUNT).fetchone() == (0,)
        with closing(open_to_read(tmp_path)) as reader:
            assert reader.execute(COUNT).fetchone() == (1,)


def test_a_folder_without_runs_is_not_read(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="there are no runs in"):
        open_to_read(tmp_path)


def test_a_compacted_folder_has_no_free_space(tmp_path: Path) -> None:
    with closing(open_to_write(tmp_path)) as connection:
        connection.execute("CREATE TABLE waste (data BLOB)")
        connection.execute("INSERT INTO waste VALUES (zeroblob(100000))")
        connection.execute("DROP TABLE waste")
        assert connection.space().free > 0
    compact(tmp_path)
    with closing(open_to_read(tmp_path)) as reader:
        assert reader.space().free == 0


def test_a_database_gets_its_tables_when_it_is_opened_to_write(empty_postgres_url: str) -> None:
    store = PostgresAddress.parse(empty_postgres_url)
    with pytest.raises(WrongSchemaError):
        open_to_read(store)
    connection = open_to_write(store)
    with closing(connection), closing(open_to_read(store)) as reader:
        assert connection.execute(COUNT).fetchone() == reader.execute(COUNT).fetchone() == (0,)
