"""Connections to a server have all bounds, whatever the address says."""

import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.engine.faults import StoreError, StoreFaultError
from undertide_server.store.engine.postgres.bounded_connection import connect, settings_of
from undertide_server.store.engine.postgres.waits import PLAY


@contextmanager
def deaf_server() -> Iterator[int]:
    """Listen on a port, and never answer."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        accepted: list[socket.socket] = []
        thread = threading.Thread(target=lambda: accepted.append(listener.accept()[0]))
        thread.start()
        yield listener.getsockname()[1]
        thread.join()
        accepted[0].close()


def test_the_server_knows_the_bounds(postgres_url: str) -> None:
    with closing(connect(PostgresAddress(postgres_url), PLAY)) as raw:
        for name, bound in (
            ("statement_timeout", PLAY.statement),
            ("lock_timeout", PLAY.lock),
            ("idle_in_transaction_session_timeout", PLAY.idle),
        ):
            query = "SELECT setting::int FROM pg_settings WHERE name = %s"
            assert raw.execute(query, (name,)).fetchone() == (1000 * bound,)
        assert raw.answer_seconds == PLAY.answer


def test_what_an_address_says_about_waits_does_not_count(postgres_url: str) -> None:
    own = (
        f"{postgres_url}?connect_timeout=600&options=-c%20work_mem%3D5MB"
        "%20-c%20default_transaction_isolation%3Dserializable"
    )
    with closing(connect(PostgresAddress(own), PLAY)) as raw:
        assert raw.execute("SHOW work_mem").fetchone() == ("5MB",)
        assert raw.execute("SHOW lock_timeout").fetchone() == ("2s",)
        assert raw.execute("SHOW transaction_isolation").fetchone() == ("read committed",)
    assert settings_of(PostgresAddress(own), PLAY).login["connect_timeout"] == 2


def test_an_answer_that_never_comes_closes_the_connection(postgres_url: str) -> None:
    with closing(connect(PostgresAddress(postgres_url), PLAY)) as raw:
        raw.answer_seconds = 0.05
        with pytest.raises(Exception, match="did not answer"):
            raw.execute("SELECT pg_sleep(1)")
        assert raw.closed
        assert raw.was_cut


def test_a_server_that_never_answers_is_given_up() -> None:
    with deaf_server() as port, pytest.raises(StoreFaultError, match="can't be reached"):
        connect(PostgresAddress(f"postgresql://me:hidden-word@127.0.0.1:{port}/game"), PLAY)


def test_a_refusal_says_where_and_why_in_few_words(postgres_url: str) -> None:
    other = f"{postgres_url}_missing"
    with pytest.raises(StoreFaultError) as caught:
        connect(PostgresAddress(other), PLAY)
    place = PostgresAddress(other).shown
    why = 'FATAL: database "prepared_missing" does not exist'
    assert str(caught.value) == f"{place} can't be reached: {why}"


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://me:hidden-word@127.0.0.1:1/game",
        "postgresql://me:hidden-word@127.0.0.1:1/game?sslmode=hidden-word",
        "postgresql://me:hidden-word@127.0.0.1:1/game?hidden-word=1",
        "postgresql://me:hidden%zzword@127.0.0.1:1/game",
    ],
)
def test_no_error_shows_the_password(url: str) -> None:
    with pytest.raises(StoreError) as caught:
        connect(PostgresAddress(url), PLAY)
    assert "hidden" not in f"{caught.value} {caught.value!r}"
    assert caught.value.__cause__ is None
