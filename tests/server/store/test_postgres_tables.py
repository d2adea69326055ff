"""The tables of runs are the same in both engines."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from undertide_server.accounts import postgres_tables as accounts
from undertide_server.store import database, postgres_tables
from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.engine.postgres import opening as engine
from undertide_server.store.engine.postgres.opening import open_to_read
from undertide_server.store.engine.postgres.tables import PostgresTables, columns_in, columns_of
from undertide_server.store.errors import WrongSchemaError
from undertide_server.store.leases import Leases, Node, NodesLiveError
from undertide_server.store.opening import open_to_write
from undertide_server.store.postgres_tables import TABLES


def test_both_engines_have_the_same_tables_columns_and_version(
    tmp_path: Path, postgres_url: str
) -> None:
    assert TABLES.version == database.TABLES.version
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


@pytest.mark.parametrize("tables", [TABLES, accounts.TABLES])
def test_tables_change_only_while_no_node_lives(tables: PostgresTables, postgres_url: str) -> None:
    address, wanted = PostgresAddress(postgres_url), ("CREATE TABLE later (id BIGINT)",)
    later = replace(tables, scripts=(*tables.scripts, wanted))
    with closing(engine.open_to_write(address, TABLES)) as connection:
        leases = Leases(connection)
        leases.register(Node("node-1", "", b"", 1, "1"))
        for _ in range(2):
            with pytest.raises(NodesLiveError, match="node-1: stop all of them"):
                engine.open_to_write(address, later)
        engine.open_to_write(address, tables).close()
        leases.remove("node-1")
        engine.open_to_write(address, later).close()
    with pytest.raises(WrongSchemaError):
        engine.open_to_write(address, tables)


def test_all_text_is_ordered_by_its_bytes(postgres_url: str) -> None:
    with closing(open_to_read(PostgresAddress(postgres_url), TABLES)) as reader:
        others = reader.execute(
            "SELECT relname, attname FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid"
            " JOIN pg_collation ON pg_collation.oid = attcollation"
            " WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND collname <> 'C'"
        )
        assert list(others) == []
