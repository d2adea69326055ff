"""Behind a pooler a server works as it does without one, or refuses to start."""

from contextlib import closing

import pytest

from support.postgres.pooler import running_pooler
from support.postgres.server import PostgresServer
from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.engine.postgres.opening import connect
from undertide_server.store.engine.postgres.requirements import (
    UnsafeStoreError,
    check_session,
)


def test_a_direct_connection_keeps_everything(postgres_url: str) -> None:
    check_session(PostgresAddress(postgres_url))


def test_a_pooler_by_session_has_all_bounds(postgres_url: str, postgres: PostgresServer) -> None:
    with running_pooler(postgres, "session") as pooler:
        address = PostgresAddress(pooler.move(postgres_url))
        check_session(address)
        with closing(connect(address)) as connection:
            assert connection.execute("SHOW statement_timeout").fetchone() == ("4s",)
            assert connection.execute("SHOW idle_in_transaction_session_timeout").fetchone() == (
                "1500ms",
            )


def test_a_pooler_by_transaction_is_refused(postgres_url: str, postgres: PostgresServer) -> None:
    with running_pooler(postgres, "transaction") as pooler:
        address = PostgresAddress(pooler.move(postgres_url))
        with pytest.raises(UnsafeStoreError, match="pool_mode = session"):
            check_session(address)
