"""Behind a pooler nothing is lost and every bound holds, whether it pools by session or not."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import replace
from itertools import count
from typing import Final

import psycopg
import pytest

from support.cluster.stored_nodes import node
from support.postgres.pooler import Pooler, PoolMode, running_pooler
from support.postgres.server import PostgresServer, running_server
from support.processes.waiting import LONGEST
from support.sessions.kept_runs import header, varied
from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.engine.faults import ConstraintError, StoreFaultError
from undertide_server.store.engine.postgres.connection import PostgresConnection
from undertide_server.store.engine.postgres.opening import connect, open_to_read, open_to_write
from undertide_server.store.engine.postgres.pool import close_pools
from undertide_server.store.engine.postgres.requirements import UnsafeStoreError, check_session
from undertide_server.store.engine.postgres.session import begin_session
from undertide_server.store.engine.postgres.waits import PATIENT, PLAY, Waits
from undertide_server.store.fencing import Fence
from undertide_server.store.leases import Load
from undertide_server.store.ownership import opened_ownership
from undertide_server.store.postgres_tables import TABLES
from undertide_server.store.reader import Reader
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Appended, Begun, Write

MODES: Final[tuple[PoolMode, ...]] = ("session", "transaction")
INSERT: Final = "INSERT INTO contents (hash, content) VALUES (?, ?)"
PREPARED: Final = "SELECT count(*) FROM pg_prepared_statements"
WRITERS: Final = 4
"""Runs that are written at the same time."""
RECORDS: Final = varied(1, 60)
"""The steps of each of them."""
STEPS_BETWEEN_KILLS: Final = 40
FEW_BACKENDS: Final = {"default_pool_size": "3"}
"""Fewer than have something to write at a time."""
_KILL_ONE: Final = (
    "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
    " WHERE datname = '{}' AND pid <> pg_backend_pid() ORDER BY state_change DESC LIMIT 1"
)


@pytest.fixture(params=MODES)
def pooler(request: pytest.FixtureRequest, postgres: PostgresServer) -> Iterator[Pooler]:
    """A pooler of each mode."""
    with running_pooler(postgres, request.param) as running:
        yield running


@pytest.fixture
def address(pooler: Pooler, postgres_url: str) -> PostgresAddress:
    """The address of an empty store behind it."""
    return PostgresAddress(pooler.url_of(postgres_url))


def shown(connection: PostgresConnection, setting: str) -> str:
    return str(connection.execute(f"SHOW {setting}").fetchone()[0])


def bounds_of(connection: PostgresConnection) -> tuple[str, ...]:
    names = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
    return tuple(shown(connection, name) for name in names)


def test_every_transaction_and_every_statement_alone_has_its_bounds(
    address: PostgresAddress,
) -> None:
    with closing(connect(address)) as one, closing(connect(address, PATIENT)) as other:
        for _ in range(2):
            assert bounds_of(one) == ("4s", "2s", "1500ms")
            with one.transaction():
                assert bounds_of(one) == ("4s", "2s", "1500ms")
                assert shown(one, "transaction_isolation") == "read committed"
                assert bounds_of(other) == ("10min", "1min", "30s")
            with one.patience(PATIENT):
                assert bounds_of(one) == ("10min", "1min", "30s")
    with closing(open_to_read(address, TABLES)) as reader:
        assert bounds_of(reader) == ("4s", "2s", "1min")


def test_settings_of_the_address_hold_in_every_transaction(address: PostgresAddress) -> None:
    own = PostgresAddress(f"{address.url}?options=-c%20search_path%3Dpg_catalog,public")
    with closing(connect(own)) as one, closing(connect(address)) as other:
        assert shown(one, "search_path") == "pg_catalog,public"
        with one.transaction():
            assert shown(other, "search_path") == '"$user", public'
            assert shown(one, "search_path") == "pg_catalog,public"


def test_nothing_is_left_to_whoever_uses_the_backend_next(
    address: PostgresAddress, pooler: Pooler
) -> None:
    with closing(connect(address)) as connection:
        for number in range(20):
            connection.execute("SELECT hash FROM contents WHERE hash = ?", (str(number),))
        connection.executemany(INSERT, [(f"{number}", b"") for number in range(3)])
        assert connection.execute(PREPARED).fetchone() == (0,)
        with psycopg.connect(address.url, autocommit=True) as stranger:
            assert stranger.execute("SHOW statement_timeout").fetchone() == ("0",)
            assert stranger.execute("SHOW lock_timeout").fetchone() == ("0",)


def test_a_statement_that_fails_alone_leaves_the_connection_as_it_was(
    address: PostgresAddress,
) -> None:
    with closing(connect(address)) as connection:
        connection.execute(INSERT, ("a", b"1"))
        with pytest.raises(ConstraintError):
            connection.execute(INSERT, ("a", b"2"))
        with pytest.raises(ConstraintError):
            connection.executemany(INSERT, [("b", b"3"), ("a", b"4")])
        with connection.transaction():
            connection.execute(INSERT, ("c", b"5"))
        assert connection.execute("SELECT hash FROM contents ORDER BY hash").fetchall() == [
            ("a",),
            ("c",),
        ]


def test_a_reader_sees_one_moment_while_others_write(address: PostgresAddress) -> None:
    with closing(open_to_read(address, TABLES)) as reader, closing(connect(address)) as writer:
        assert reader.execute("SELECT hash FROM contents").fetchall() == []
        writer.execute(INSERT, ("a", b""))
        assert reader.execute("SELECT hash FROM contents").fetchall() == []
        with pytest.raises(StoreFaultError):
            reader.execute(INSERT, ("b", b""))


def test_a_process_that_was_stopped_holds_no_rows_for_long(address: PostgresAddress) -> None:
    bounds = Waits(statement=1.0, lock=1.0, idle=0.5)
    update = "UPDATE contents SET content = ?"
    with closing(connect(address, bounds)) as sleeper, closing(connect(address)) as other:
        other.execute(INSERT, ("a", b""))

        def stop_midway() -> None:
            with sleeper.transaction():
                sleeper.execute(update, (b"sleeper",))
                other.execute(update, (b"other",))

        with pytest.raises(StoreFaultError):
            stop_midway()
        assert other.execute("SELECT content FROM contents").fetchone() == (b"other",)


# --- under load -----------------------------------------------------------------------------------


class Node:
    """What a node asks of the store while its runs are played."""

    def __init__(self, address: PostgresAddress, on_step: Callable[[], None]) -> None:
        self.ended = threading.Event()
        self._address = address
        self._on_step = on_step

    def write(self, run: str) -> None:
        """Write all steps of a run, each in a transaction of its own."""
        fence = Fence(run)
        with closing(Writer(self._address)) as writer:
            write_in_the_end(writer, Begun(header(run, f"s{run}"), fence=fence))
            for number, record in enumerate(RECORDS):
                write_in_the_end(writer, Appended(run, (record,), (), number, fence))
                self._on_step()

    def renew(self) -> None:
        """Renew a lease until the end."""
        with opened_ownership(self._address, is_urgent=True) as ownership:
            in_the_end(lambda: ownership.register(node("n1")))
            while not self.ended.is_set():
                in_the_end(lambda: ownership.renew("n1", Load()))

    def read(self) -> None:
        """Read all runs until the end: each is whole as far as it goes."""
        while not self.ended.is_set():
            in_the_end(self._read_once)

    def _read_once(self) -> None:
        with Reader(self._address) as reader:
            for info in list(reader.runs()):
                steps = [each.step for each in reader.steps(info.run)]
                assert steps == list(range(1, len(steps) + 1))


@pytest.mark.parametrize(("mode", "settings"), [("session", {}), ("transaction", FEW_BACKENDS)])
def test_no_step_is_lost_or_doubled_while_backends_are_killed(
    postgres: PostgresServer, postgres_url: str, mode: PoolMode, settings: dict[str, str]
) -> None:
    written, runs = count(1), [f"r{number}" for number in range(WRITERS)]

    def kill_now_and_then() -> None:
        if next(written) % STEPS_BETWEEN_KILLS == 0:
            postgres.ask(_KILL_ONE.format(postgres_url.rpartition("/")[2]))

    with (
        running_pooler(postgres, mode, settings) as pooler,
        ThreadPoolExecutor(WRITERS + 2) as pool,
    ):
        address = PostgresAddress(pooler.url_of(postgres_url))
        here = Node(address, kill_now_and_then)
        beside = [pool.submit(here.renew), pool.submit(here.read)]
        writers = [pool.submit(here.write, run) for run in runs]
        try:
            for each in writers:
                each.result(LONGEST)
        finally:
            here.ended.set()
        for each in beside:
            each.result(LONGEST)
        with Reader(address) as reader:
            assert [list(reader.steps(run)) for run in runs] == [list(RECORDS)] * WRITERS


@pytest.mark.parametrize("mode", MODES)
def test_writers_and_readers_come_back_once_the_database_does(mode: PoolMode) -> None:
    with running_server() as server, running_pooler(server, mode) as pooler:
        address = PostgresAddress(pooler.url("postgres"))
        with closing(open_to_write(address, TABLES)) as writer:
            writer.execute(INSERT, ("a", b""))
            open_to_read(address, TABLES).close()
            server.kill()
            with pytest.raises(StoreFaultError):
                writer.execute(INSERT, ("b", b""))
            with pytest.raises(StoreFaultError) as caught:
                open_to_read(address, TABLES)
            assert "in use" not in str(caught.value), "the database is to blame, no other reader"
            server.start()
            in_the_end(lambda: writer.execute(INSERT, ("c", b"")))
            in_the_end(lambda: open_to_read(address, TABLES).close())
            assert writer.execute("SELECT hash FROM contents ORDER BY hash").fetchall() == [
                ("a",),
                ("c",),
            ]
        close_pools()


def in_the_end(act: Callable[[], object]) -> None:
    """Do something as a node does: again, while the store can't be used."""
    give_up_at = time.monotonic() + LONGEST
    while time.monotonic() < give_up_at:
        with suppress(StoreFaultError):
            act()
            return
    pytest.fail("the store did not come back")


def write_in_the_end(writer: Writer, write: Write) -> None:
    def apply() -> None:
        assert writer.apply([write]) == []

    in_the_end(apply)


# --- what a start finds ---------------------------------------------------------------------------


def test_a_pooler_is_noticed(address: PostgresAddress, postgres_url: str) -> None:
    assert check_session(PostgresAddress(postgres_url))
    assert not check_session(address)


def test_a_pooler_that_refuses_transactions_is_told_in_words(
    postgres: PostgresServer, postgres_url: str
) -> None:
    with (
        running_pooler(postgres, "statement") as pooler,
        pytest.raises(StoreFaultError, match="pool by transaction or by session"),
    ):
        check_session(PostgresAddress(pooler.url_of(postgres_url)))


@pytest.mark.parametrize("mode", MODES)
def test_a_pooler_of_one_connection_is_refused(
    postgres: PostgresServer,
    postgres_url: str,
    mode: PoolMode,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("undertide_server.store.engine.postgres.waits.ANSWER_MARGIN_SECONDS", -2.0)
    with (
        running_pooler(postgres, mode, {"default_pool_size": "1"}) as pooler,
        pytest.raises(UnsafeStoreError, match="serves no two transactions at a time"),
    ):
        check_session(PostgresAddress(pooler.url_of(postgres_url)))


@pytest.fixture
def passing_for_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take every connection for one that keeps its backend, as if a pooler told its number."""
    monkeypatch.setattr(
        "undertide_server.store.engine.postgres.bounded_connection.begin_session",
        lambda raw, settings: replace(begin_session(raw, settings), is_kept=True),
    )


@pytest.mark.usefixtures("passing_for_the_database")
def test_a_setting_that_was_not_kept_is_named(postgres: PostgresServer, postgres_url: str) -> None:
    with (
        running_pooler(postgres, "transaction") as pooler,
        pytest.raises(UnsafeStoreError, match="statement_timeout = 0, though 4s was asked"),
    ):
        check_session(PostgresAddress(pooler.url_of(postgres_url)))


@pytest.mark.usefixtures("passing_for_the_database")
def test_a_connection_that_changes_its_backend_unnoticed_is_refused(
    postgres: PostgresServer, empty_postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("undertide_server.store.engine.postgres.requirements.READING", PLAY)
    database = empty_postgres_url.rpartition("/")[2]
    for name, value in PLAY.settings.items():
        postgres.ask(f"ALTER DATABASE {database} SET {name} = {value}")
    with (
        running_pooler(postgres, "transaction") as pooler,
        pytest.raises(UnsafeStoreError, match="passes for the database itself"),
    ):
        check_session(PostgresAddress(pooler.url_of(empty_postgres_url)))
