"""A connection to a PostgreSQL database does what the seam says, and survives the server."""

import time
from collections.abc import Iterator
from contextlib import closing

import pytest

from support.postgres.server import PostgresServer
from support.processes.waiting import LONGEST
from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.engine.faults import (
    ConstraintError,
    StatementError,
    StoreError,
    StoreFaultError,
)
from undertide_server.store.engine.postgres.bounded_connection import SoleConnection
from undertide_server.store.engine.postgres.connection import PostgresConnection, translated
from undertide_server.store.engine.postgres.opening import connect
from undertide_server.store.engine.postgres.waits import PLAY, Waits
from undertide_server.store.engine.protocol import RowUpdate


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("SELECT ?, ?", "SELECT %s, %s"),
        ("SELECT :one, :other_2", "SELECT %(one)s, %(other_2)s"),
        ("SELECT 1::bigint, a % 2", "SELECT 1::bigint, a %% 2"),
        ("SELECT '?', ':no', '%', 'it''s ?', ?", "SELECT '?', ':no', '%%', 'it''s ?', %s"),
        ('SELECT "a?" FROM t -- why?\nWHERE a = ?', 'SELECT "a?" FROM t -- why?\nWHERE a = %s'),
        ("changed := OLD.id", "changed := OLD.id"),
    ],
)
def test_parameters_are_named_as_psycopg_names_them(statement: str, expected: str) -> None:
    assert translated(statement) == expected


INSERT = "INSERT INTO contents (hash, content) VALUES (?, ?)"
HASHES = "SELECT hash FROM contents ORDER BY hash"
END = "SELECT pg_terminate_backend({})"


def connected(url: str) -> PostgresConnection:
    address = PostgresAddress(url)
    return PostgresConnection(address, SoleConnection(address, PLAY))


@pytest.fixture
def connection(postgres_url: str) -> Iterator[PostgresConnection]:
    with closing(connected(postgres_url)) as made:
        yield made


@pytest.fixture
def other(postgres_url: str) -> Iterator[PostgresConnection]:
    with closing(connected(postgres_url)) as made:
        yield made


def hashes(connection: PostgresConnection) -> list[str]:
    return [name for (name,) in connection.execute(HASHES)]


def end(server: PostgresServer, connection: PostgresConnection) -> None:
    """Break a connection, as a restart of the server does."""
    (number,) = connection.execute("SELECT pg_backend_pid()").fetchone()
    assert server.ask(END.format(f"{number}, 10000")) == [(True,)]


def test_a_statement_outside_a_transaction_is_durable_at_once(
    connection: PostgresConnection, other: PostgresConnection
) -> None:
    assert connection.execute(INSERT, ("a", b"1")).rowcount == 1
    assert hashes(other) == ["a"]


def test_parameters_may_be_named(connection: PostgresConnection) -> None:
    connection.execute(
        "INSERT INTO contents VALUES (:hash, :content)", {"hash": "a", "content": b""}
    )
    assert hashes(connection) == ["a"]


def test_a_statement_without_rows_has_none_to_fetch(connection: PostgresConnection) -> None:
    done = connection.execute(INSERT, ("a", b"1"))
    assert (done.fetchone(), done.fetchall(), list(done)) == (None, [], [])


def test_rows_can_be_read_while_others_are(connection: PostgresConnection) -> None:
    connection.executemany(INSERT, [(name, b"") for name in "abc"])
    rows = iter(connection.execute(HASHES))
    assert next(rows) == ("a",)
    assert connection.execute("SELECT count(*) FROM contents").fetchone() == (3,)
    assert list(rows) == [("b",), ("c",)]


def test_text_is_ordered_by_its_bytes(connection: PostgresConnection) -> None:
    connection.executemany(INSERT, [(name, b"") for name in ("b", "B", "ä", "a", "_")])
    assert hashes(connection) == ["B", "_", "a", "b", "ä"]


def test_errors_tell_statements_from_rules(connection: PostgresConnection) -> None:
    with pytest.raises(StatementError):
        connection.execute("SELECT nothing FROM nowhere")
    connection.execute(INSERT, ("a-secret-key", b"1"))
    with pytest.raises(ConstraintError) as caught:
        connection.execute(INSERT, ("a-secret-key", b"1"))
    assert "secret" not in str(caught.value)
    assert caught.value.__cause__ is None


def test_a_transaction_is_all_or_nothing(
    connection: PostgresConnection, other: PostgresConnection
) -> None:
    with connection.transaction():
        connection.execute(INSERT, ("a", b"1"))
        assert hashes(other) == []
    with pytest.raises(StatementError), connection.transaction():
        connection.executemany(INSERT, [("b", b"1"), ("c", None, 3)])
    assert hashes(connection) == hashes(other) == ["a"]


def test_no_transaction_begins_inside_another(connection: PostgresConnection) -> None:
    with connection.transaction():
        connection.execute(INSERT, ("a", b"1"))
        with pytest.raises(StatementError), connection.transaction():
            pass
    assert hashes(connection) == ["a"]


def test_a_transaction_with_a_failed_statement_is_no_success(
    connection: PostgresConnection,
) -> None:
    def write() -> None:
        with connection.transaction():
            connection.execute(INSERT, ("a", b"1"))
            with pytest.raises(ConstraintError):
                connection.execute(INSERT, ("a", b"1"))

    with pytest.raises(StatementError, match="nothing of this"):
        write()
    assert hashes(connection) == []


def test_what_follows_a_failed_statement_fails_for_the_same_reason(
    connection: PostgresConnection,
) -> None:
    """Else a busy database would look like a fault of this program."""

    def write(failing: str, kind: type[StoreError]) -> None:
        with connection.transaction():
            for statement in (failing, HASHES, HASHES):
                with pytest.raises(kind):
                    connection.execute(statement)

    connection.execute("SET statement_timeout = 500")
    for failing, kind in (
        ("SELECT pg_sleep(60)", StoreFaultError),
        ("SELECT nothing", StatementError),
    ):
        with pytest.raises(kind, match="nothing of this transaction"):
            write(failing, kind)
    connection.execute("SET statement_timeout = 0")
    assert hashes(connection) == []


def test_a_transaction_that_raised_leaves_the_connection_usable(
    connection: PostgresConnection,
) -> None:
    with pytest.raises(StatementError), connection.transaction():
        connection.execute("SELECT nothing")
    with connection.transaction():
        connection.execute(INSERT, ("a", b"1"))
    assert hashes(connection) == ["a"]


def test_a_lock_lasts_until_its_transaction_ends(
    connection: PostgresConnection, other: PostgresConnection
) -> None:
    other.execute("SET lock_timeout = 50")
    with connection.transaction():
        connection.lock("numbers")
        with other.transaction():
            other.lock("something else")
        with pytest.raises(StoreFaultError), other.transaction():
            other.lock("numbers")
    with other.transaction():
        other.lock("numbers")


def test_a_lock_needs_a_transaction(connection: PostgresConnection) -> None:
    with pytest.raises(StatementError):
        connection.lock("numbers")


def test_the_clock_is_the_servers_and_goes_on_in_a_transaction(
    connection: PostgresConnection,
) -> None:
    with connection.transaction():
        first, (second,) = connection.now(), connection.execute("SELECT pg_sleep(0.001)").fetchone()
        assert connection.now() > first > 1.7e9
        assert not second


def test_the_version_of_the_data_changes_when_another_connection_has_written(
    connection: PostgresConnection, other: PostgresConnection
) -> None:
    before = connection.data_version()
    assert connection.data_version() == before
    with other.transaction():
        other.execute(INSERT, ("late", b""))
        connection.execute(INSERT, ("between", b""))
        between = connection.data_version()
    assert len({before, between, connection.data_version()}) == 3


def test_the_database_says_its_size(connection: PostgresConnection) -> None:
    space = connection.space()
    assert space.kept > 1_000_000
    assert (space.free, space.returnable) == (0, 0)
    connection.give_back(100)


def test_what_is_the_servers_own_business_says_so(connection: PostgresConnection) -> None:
    for ask in (connection.compact, connection.rebuild_indexes):
        with pytest.raises(StatementError, match="PostgreSQL"):
            ask()


def test_a_write_on_a_broken_connection_fails_and_the_next_one_works(
    connection: PostgresConnection, postgres: PostgresServer
) -> None:
    end(postgres, connection)
    with pytest.raises(StoreFaultError):
        connection.execute(INSERT, ("a", b"1"))
    connection.execute(INSERT, ("b", b"1"))
    assert hashes(connection) == ["b"]


def test_what_changes_nothing_yet_is_asked_again_on_a_new_connection(
    connection: PostgresConnection, postgres: PostgresServer
) -> None:
    end(postgres, connection)
    assert hashes(connection) == []
    end(postgres, connection)
    with connection.transaction():
        connection.execute(INSERT, ("a", b"1"))
    assert hashes(connection) == ["a"]


def test_no_part_of_a_transaction_goes_to_a_new_connection(
    connection: PostgresConnection, postgres: PostgresServer
) -> None:
    def write() -> None:
        with connection.transaction():
            connection.execute(INSERT, ("a", b"1"))
            end(postgres, connection)
            for _ in range(2):
                with pytest.raises(StoreFaultError):
                    connection.execute(INSERT, ("b", b"1"))
                with pytest.raises(StoreFaultError):
                    hashes(connection)

    with pytest.raises(StoreFaultError):
        write()
    assert hashes(connection) == []
    with connection.transaction():
        connection.execute(INSERT, ("c", b"1"))
    assert hashes(connection) == ["c"]


def test_a_reader_whose_connection_broke_sees_no_other_moment(
    connection: PostgresConnection, postgres: PostgresServer
) -> None:
    connection.see_one_moment()
    assert hashes(connection) == []
    end(postgres, connection)
    for _ in range(2):
        with pytest.raises(StoreFaultError):
            hashes(connection)


def test_a_closed_connection_stays_closed(connection: PostgresConnection) -> None:
    connection.close()
    connection.close()
    with pytest.raises(StoreFaultError):
        hashes(connection)


def test_a_statement_that_takes_too_long_is_ended_by_the_server(
    connection: PostgresConnection,
) -> None:
    connection.execute("SET statement_timeout = 500")
    with pytest.raises(StoreFaultError, match="timeout"):
        connection.execute("SELECT pg_sleep(60)")
    connection.execute("SET statement_timeout = 0")
    assert hashes(connection) == []


def test_patience_lasts_for_one_transaction(connection: PostgresConnection) -> None:
    shown, patient = "SHOW statement_timeout", Waits(statement=90.0, lock=1.0, idle=1.0)
    usual = connection.execute(shown).fetchone()
    with connection.patience(patient):
        assert connection.execute(shown).fetchone() == ("90s",)
    assert connection.execute(shown).fetchone() == usual
    with pytest.raises(StoreError), connection.patience(patient):
        connection.execute("SELECT nothing")
    assert connection.execute(shown).fetchone() == usual


STANDING = """
SELECT count(*) FROM pg_stat_activity
    WHERE state = 'idle in transaction' AND datname = current_database()
"""
MOVE = RowUpdate(
    table="runs", key="id", expected=("owner", "step"), changed=("step",), stamped="last_played"
)


def enter(connection: PostgresConnection, *numbers: int) -> None:
    for number in numbers:
        connection.execute(
            "INSERT INTO runs (id, run, session, preset, pace, seed, rules, content, begun, owner,"
            " last_played) VALUES (?, ?, 'abcde', 'default', 'real', ?, 1, 'x', 0, 'me', 0)",
            (number, f"run-{number}", b""),
        )


def test_each_row_is_updated_only_while_it_is_as_expected(connection: PostgresConnection) -> None:
    connection.execute(INSERT, ("x", b""))
    enter(connection, 1, 2, 3)
    rows = [(1, "me", 0, 5), (2, "other", 0, 5), (3, "me", 4, 5)]
    assert connection.update_each(MOVE, rows) == {1}
    found = connection.execute("SELECT id, step, last_played > 0 FROM runs ORDER BY id").fetchall()
    assert found == [(1, 5, True), (2, 0, False), (3, 0, False)]


@pytest.mark.parametrize("numbers", [(1,), (1, 2)])
def test_rows_are_held_whether_they_were_as_expected_or_not(
    connection: PostgresConnection, postgres_url: str, numbers: tuple[int, ...]
) -> None:
    enter(connection, 1, 2, 3)
    free = "SELECT id FROM runs ORDER BY id FOR UPDATE SKIP LOCKED"
    others = [(number,) for number in (1, 2, 3) if number not in numbers]
    with closing(connect(PostgresAddress.parse(postgres_url))) as other:
        for owner, changed in (("other", set()), ("me", set(numbers))):
            with connection.transaction():
                rows = [(number, owner, 0, 5) for number in numbers]
                assert connection.update_each(MOVE, rows) == changed
                assert other.execute(free).fetchall() == others
    found = connection.execute("SELECT id FROM runs WHERE step = 5 AND last_played > 0 ORDER BY id")
    assert found.fetchall() == [(number,) for number in numbers]


def test_the_server_ends_a_transaction_that_stands_still_after_many_rows(
    connection: PostgresConnection, postgres_url: str
) -> None:
    short = Waits(statement=4.0, lock=2.0, idle=0.1)
    with closing(connect(PostgresAddress.parse(postgres_url), short)) as stopped:

        def stand_still() -> None:
            with stopped.transaction():
                stopped.executemany(INSERT, [(name, b"") for name in "abc"])
                give_up_at = time.monotonic() + LONGEST
                while connection.execute(STANDING).fetchone() != (0,):
                    assert time.monotonic() < give_up_at, "it is bounded"

        with pytest.raises(StoreFaultError):
            stand_still()
    assert hashes(connection) == []
