"""A server that restarts, dies or is replaced, and a line to it that is cut or swallows.

No caller waits for ever, nothing is written twice or in part, and connections come back.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress

import pytest

from support.postgres.server import COMMIT, OWNER, PostgresServer, running_server
from support.postgres.standby import NAME, running_databases
from support.processes.tcp_proxy import TcpProxy
from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.engine.faults import StoreFaultError
from undertide_server.store.engine.postgres.connection import PostgresConnection
from undertide_server.store.engine.postgres.opening import connect, open_to_read, open_to_write
from undertide_server.store.engine.postgres.pool import close_pools
from undertide_server.store.engine.postgres.waits import LEASE, Waits
from undertide_server.store.postgres_tables import TABLES

INSERT = "INSERT INTO contents (hash, content) VALUES (?, ?)"
HASHES = "SELECT hash FROM contents ORDER BY hash"
MOST_TRIES = 200


def hashes(connection: PostgresConnection) -> list[str]:
    return [name for (name,) in connection.execute(HASHES)]


def write(connection: PostgresConnection, name: str) -> None:
    with connection.transaction():
        connection.execute(INSERT, (name, b""))


def write_in_the_end(connection: PostgresConnection, name: str) -> int:
    """Write as the committer does, until that succeeds; return how often it failed."""
    for failures in range(MOST_TRIES):
        try:
            write(connection, name)
        except StoreFaultError:
            continue
        return failures
    pytest.fail("the connection did not come back")


def open_in_the_end(address: PostgresAddress) -> PostgresConnection:
    """Open a reader as a server does, until that succeeds.

    A try of the pool to connect that began during an outage can still fail just after it.
    """
    for _ in range(MOST_TRIES):
        with suppress(StoreFaultError):
            return open_to_read(address, TABLES)
    pytest.fail("the database did not come back")


@pytest.fixture
def line(postgres_url: str) -> Iterator[TcpProxy]:
    port = postgres_url.rpartition(":")[2].partition("/")[0]
    with TcpProxy(f"127.0.0.1:{port}") as proxy:
        yield proxy


@pytest.fixture
def address(postgres_url: str, line: TcpProxy) -> PostgresAddress:
    start, _, rest = postgres_url.rpartition(":")
    return PostgresAddress(f"{start}:{line.port}/{rest.partition('/')[2]}")


@pytest.fixture
def direct(postgres_url: str) -> Iterator[PostgresConnection]:
    """A connection that no line breaks."""
    with closing(connect(PostgresAddress(postgres_url))) as made:
        yield made


# --- the line -----------------------------------------------------------------------------------


def test_a_cut_line_costs_the_transaction_of_that_moment_alone(
    address: PostgresAddress, line: TcpProxy, direct: PostgresConnection
) -> None:
    def write_across_the_cut() -> None:
        with connection.transaction():
            connection.execute(INSERT, ("a", b""))
            line.cut()
            line.open()
            connection.execute(INSERT, ("b", b""))

    with closing(connect(address)) as connection:
        with pytest.raises(StoreFaultError):
            write_across_the_cut()
        write(connection, "c")
        assert hashes(connection) == hashes(direct) == ["c"]


def test_a_line_that_is_cut_between_transactions_costs_nothing(
    address: PostgresAddress, line: TcpProxy
) -> None:
    with closing(connect(address)) as connection:
        write(connection, "a")
        line.cut()
        line.open()
        write(connection, "b")
        assert hashes(connection) == ["a", "b"]


def test_a_server_that_can_t_be_reached_is_a_fault_until_it_can(
    address: PostgresAddress, line: TcpProxy
) -> None:
    with closing(connect(address)) as connection:
        line.cut()
        for _ in range(3):
            with pytest.raises(StoreFaultError, match="can't be reached"):
                write(connection, "a")
        line.open()
        write(connection, "b")
        assert hashes(connection) == ["b"]


def test_an_answer_that_is_swallowed_is_given_up(
    address: PostgresAddress, line: TcpProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("undertide_server.store.engine.postgres.waits.ANSWER_MARGIN_SECONDS", 0.1)
    bounds = Waits(statement=1.0, lock=0.1, idle=1.5)
    with closing(connect(address, bounds)) as connection:
        line.swallow()
        with pytest.raises(StoreFaultError, match="did not answer"):
            write(connection, "a")
        # Nobody listens to a new connection either.
        with pytest.raises(StoreFaultError, match="can't be reached"):
            write(connection, "a")
        line.open()
        write(connection, "b")
        assert hashes(connection) == ["b"]


def test_a_reader_that_is_closed_waits_for_nobody(
    address: PostgresAddress, line: TcpProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("undertide_server.store.engine.postgres.waits.ANSWER_MARGIN_SECONDS", 3600)
    monkeypatch.setattr("undertide_server.store.engine.postgres.connection.UNDO_SECONDS", 0.05)
    reader = open_to_read(address, TABLES)
    line.swallow()
    reader.close()
    line.cut()
    line.open()
    with closing(open_in_the_end(address)) as other:
        assert hashes(other) == []


def test_a_commit_whose_answer_is_lost_is_a_fault_and_durable(
    address: PostgresAddress, line: TcpProxy
) -> None:
    with closing(connect(address)) as connection:
        line.lose_answer_to(COMMIT)
        with pytest.raises(StoreFaultError):
            write(connection, "a")
        assert hashes(connection) == ["a"]


def test_a_transaction_of_a_process_that_was_stopped_holds_no_rows_for_long(
    postgres_url: str, direct: PostgresConnection
) -> None:
    bounds = Waits(statement=1.0, lock=1.0, idle=0.5)
    direct.execute(INSERT, ("a", b""))

    def stop_midway() -> None:
        with sleeper.transaction():
            sleeper.execute("UPDATE contents SET content = ?", (b"sleeper",))
            direct.execute("UPDATE contents SET content = ?", (b"other",))

    with closing(connect(PostgresAddress(postgres_url), bounds)) as sleeper:
        with pytest.raises(StoreFaultError):
            stop_midway()
        assert direct.execute("SELECT content FROM contents").fetchone() == (b"other",)


def test_readers_learn_of_a_swallowing_line_and_come_back(
    address: PostgresAddress, line: TcpProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    bounds = Waits(statement=0.5, lock=0.1, idle=60.0)
    monkeypatch.setattr("undertide_server.store.engine.postgres.pool.READING", bounds)
    with closing(open_to_read(address, TABLES)) as reader:
        line.swallow()
        with pytest.raises(StoreFaultError):
            hashes(reader)
    with pytest.raises(StoreFaultError):
        open_to_read(address, TABLES)
    line.cut()
    line.open()
    for _ in range(MOST_TRIES):
        try:
            with closing(open_to_read(address, TABLES)) as reader:
                assert hashes(reader) == []
        except StoreFaultError:
            continue
        break
    else:
        pytest.fail("readers did not come back")


def test_a_commit_that_no_standby_confirms_is_not_acknowledged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It isn't given up either: its rows stay locked until a standby has it."""
    monkeypatch.setattr("undertide_server.store.engine.postgres.waits.ANSWER_MARGIN_SECONDS", 0.1)
    bounds = Waits(statement=1.0, lock=0.2, idle=1.5)
    with running_server() as server:
        server.ask("CREATE DATABASE game")
        address = PostgresAddress(server.url("game"))
        open_to_write(address, TABLES).close()
        server.restart({"synchronous_standby_names": "nobody"})
        with closing(connect(address, bounds)) as connection:
            with pytest.raises(StoreFaultError, match="did not answer"):
                write(connection, "a")
            for _ in range(3):
                with pytest.raises(StoreFaultError, match="lock timeout"):
                    write(connection, "a")
            assert hashes(connection) == []
            server.stop()
            server.start()
            assert hashes(connection) == ["a"]


# --- the server ---------------------------------------------------------------------------------


@pytest.mark.parametrize("end", [PostgresServer.stop, PostgresServer.kill])
def test_nothing_acknowledged_is_lost_when_the_server_restarts(
    end: Callable[[PostgresServer], None],
) -> None:
    with running_server() as server:
        server.ask("CREATE DATABASE game")
        address = PostgresAddress(server.url("game"))
        with closing(open_to_write(address, TABLES)) as connection:
            acknowledged = []
            for number in range(3):
                write_in_the_end(connection, f"{number}")
                acknowledged.append(f"{number}")
                end(server)
                with pytest.raises(StoreFaultError):
                    write(connection, f"{number}, refused")
                with pytest.raises(StoreFaultError):
                    open_to_read(address, TABLES)
                server.start()
                # The first try that the server can answer succeeds.
                assert write_in_the_end(connection, f"{number}, later") == 0
                acknowledged.append(f"{number}, later")
                assert hashes(connection) == acknowledged
            with closing(open_to_read(address, TABLES)) as reader:
                assert hashes(reader) == acknowledged
        close_pools()


def test_many_threads_come_back_from_a_restart_under_load() -> None:
    def play(name: str) -> None:
        with closing(connect(address, LEASE)) as connection:
            for number in range(100):
                write_until_known(connection, f"{name}{number:03}")
                if number == 20:
                    halfway.wait()

    def write_until_known(connection: PostgresConnection, key: str) -> None:
        """Write a row, or find that an earlier try has written it."""
        while True:
            try:
                with connection.transaction():
                    known = connection.execute(
                        "SELECT 1 FROM contents WHERE hash = ?", (key,)
                    ).fetchone()
                    if known is None:
                        connection.execute(INSERT, (key, b""))
            except StoreFaultError:
                continue
            return

    with running_server() as server:
        server.ask("CREATE DATABASE game")
        address = PostgresAddress(server.url("game"))
        open_to_write(address, TABLES).close()
        halfway = threading.Barrier(4)
        threads = [threading.Thread(target=play, args=(name,)) for name in "abc"]
        for thread in threads:
            thread.start()
        halfway.wait()
        server.kill()
        server.start()
        for thread in threads:
            thread.join()
        with closing(connect(address)) as connection:
            assert hashes(connection) == [f"{name}{n:03}" for name in "abc" for n in range(100)]


def test_a_promoted_standby_is_followed() -> None:
    with running_databases() as databases:
        address = PostgresAddress(databases.url)
        with closing(open_to_write(address, TABLES)) as connection:
            write(connection, "before")
            with closing(open_to_read(address, TABLES)) as reader:
                assert hashes(reader) == ["before"]
            # A standby that is named first is passed over while it takes no writes.
            ports = (databases.standby.port, databases.primary.port)
            hosts = ",".join(f"127.0.0.1:{port}" for port in ports)
            other_way = PostgresAddress(f"postgresql://{OWNER}@{hosts}/{NAME}")
            with closing(connect(other_way)) as other:
                write(other, "by another way")
            databases.wait_until_copied()
            databases.primary.kill()
            with pytest.raises(StoreFaultError):
                write(connection, "while none takes writes")
            databases.standby.promote()
            assert write_in_the_end(connection, "after") == 0
            with closing(open_to_read(address, TABLES)) as reader:
                assert hashes(reader) == ["after", "before", "by another way"]
        close_pools()


def test_a_server_that_takes_no_writes_any_more_is_left(postgres_url: str) -> None:
    """As it is with a primary that was made a standby while it ran on."""
    with closing(connect(PostgresAddress(postgres_url))) as connection:
        before = connection.execute("SELECT pg_backend_pid()").fetchone()
        connection.execute("SET default_transaction_read_only = on")
        with pytest.raises(StoreFaultError):
            write(connection, "a")
        assert connection.execute("SELECT pg_backend_pid()").fetchone() != before
        write(connection, "b")
        assert hashes(connection) == ["b"]
