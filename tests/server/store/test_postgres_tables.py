"""The tables of runs are the same in both engines."""

from contextlib import closing
from pathlib import Path

from undertide_server.store import database, postgres_tables
from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.engine.postgres.opening import open_to_read
from undertide_server.store.engine.postgres.tables import columns_in, columns_of
from undertide_server.store.opening import open_to_write
from undertide_server.store.postgres_tables import TABLES


def test_both_engines_have_the_same_tables_columns_and_version(
    tmp_path: Path, postgres_url: str
) -> None:
    assert TABLES.version == database.SCHEMA
    assert TABLES.first == postgres_tables.FIRST_VERSION
    with closing(open_to_write(tmp_path)) as connection:
        rows = connection.execute(
            "SELECT tables.name, columns.name FROM sqlite_schema AS tables"
            " JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'"
        )
        assert columns_of(TABLES) == set(rows)
    with closing(open_to_read(PostgresAddress(postgres_url), TABLES)) as reader:
        assert columns_of(TABLES) <= columns_in(reader)


def test_a_step_of_a_run_touches_no_index(postgres_url: str) -> None:
    with closing(open_to_read(PostgresAddress(postgres_url), TABLES)) as reader:
        indexed = reader.execute(
            "SELECT DISTINCT attname FROM pg_index JOIN pg_attribute ON attrelid = indrelid"
            " WHERE indrelid = 'runs'::regclass AND attnum = ANY (indkey)"
        )
        assert {"step", "ticks", "elapsed", "last_played", "tail"}.isdisjoint(
            name for (name,) in indexed
        )
