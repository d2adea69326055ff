"""The readers of a process share connections, and learn at once when there is no server."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import psycopg
import pytest
from psycopg_pool import ConnectionPool

from support.postgres.server import PostgresServer
from support.processes.tcp_proxy import TcpProxy
from support.processes.waiting import LONGEST
from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.engine.faults import StoreFaultError
from undertide_server.store.engine.postgres import pool
from undertide_server.store.engine.postgres.pool import ReaderPool, pool_of
from undertide_server.store.engine.postgres.waits import READING


def test_a_process_has_one_pool_for_an_address(postgres_url: str) -> None:
    address = PostgresAddress(postgres_url)
    assert pool_of(address) is pool_of(PostgresAddress(postgres_url))


def test_a_server_that_refuses_is_told_at_once_and_with_the_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool, "LEND_SECONDS", 3600.0)
    address = PostgresAddress("postgresql://me:hidden-word@127.0.0.1:1/game")
    with closing(ReaderPool(address)) as made:
        for _ in range(3):
            with pytest.raises(StoreFaultError, match="refused") as caught:
                made.acquire()
            assert "hidden-word" not in str(caught.value)


def test_connections_that_broke_while_nobody_used_them_are_not_lent(
    postgres_url: str, postgres: PostgresServer
) -> None:
    with closing(ReaderPool(PostgresAddress(postgres_url))) as made:
        raws = [made.acquire() for _ in range(3)]
        for raw in raws:
            made.give_back(raw)
        name = postgres_url.rpartition("/")[2]
        postgres.ask(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
            f" WHERE datname = '{name}'"
        )
        raw = made.acquire()
        assert raw.execute("SELECT 1").fetchone() == (1,)
        made.give_back(raw)


def test_waiting_readers_are_bounded(monkeypatch: pytest.MonkeyPatch, postgres_url: str) -> None:
    with closing(ReaderPool(PostgresAddress(postgres_url))) as made:
        raws = [made.acquire() for _ in range(pool.MOST_READERS)]
        monkeypatch.setattr(pool, "LEND_SECONDS", 0.1)
        with pytest.raises(StoreFaultError, match="in use"):
            made.acquire()
        for raw in raws:
            made.give_back(raw)


def test_a_connection_that_does_not_answer_any_more_is_told_at_once(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "LEND_SECONDS", 3600.0)
    monkeypatch.setattr(pool, "CHECK_SECONDS", 1.0)
    start, _, database = postgres_url.rpartition("/")
    person, _, port = start.rpartition(":")
    with TcpProxy(f"127.0.0.1:{port}") as line:
        address = PostgresAddress(f"{person}:{line.port}/{database}")
        with closing(ReaderPool(address)) as made:
            made.give_back(made.acquire())
            line.swallow()
            with pytest.raises(StoreFaultError, match="did not answer"):
                made.acquire()
            line.cut()
            line.open()
            raw = made.acquire()
            assert raw.answer_seconds == READING.answer
            made.give_back(raw)


def test_while_one_reader_tries_whether_the_server_is_back_others_are_refused_at_once(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    entered, gate, tries = threading.Event(), threading.Event(), list[None]()
    lend = ConnectionPool.getconn

    def lend_later(self: ConnectionPool, timeout: float | None = None) -> psycopg.Connection[Any]:
        tries.append(None)
        entered.set()
        assert gate.wait(LONGEST)
        return lend(self, LONGEST)

    with closing(ReaderPool(PostgresAddress(postgres_url))) as made:
        made.note_failure(psycopg.OperationalError("server closed the connection"))
        monkeypatch.setattr(ConnectionPool, "getconn", lend_later)
        with ThreadPoolExecutor(1) as thread:
            trial = thread.submit(made.acquire)
            assert entered.wait(LONGEST)
            for _ in range(3):
                with pytest.raises(StoreFaultError, match="closed the connection"):
                    made.acquire()
            assert len(tries) == 1
            gate.set()
            made.give_back(trial.result())
        raws = [made.acquire() for _ in range(2)]
        for raw in raws:
            made.give_back(raw)
