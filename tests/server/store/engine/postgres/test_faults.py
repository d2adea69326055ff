"""psycopg's errors become the store's own, which say whether another try may help."""

from contextlib import closing

import psycopg
import pytest
from psycopg import errors

from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.engine.faults import (
    ConstraintError,
    DamagedDatabaseError,
    StatementError,
    StoreError,
    StoreFaultError,
)
from undertide_server.store.engine.postgres.faults import (
    AlreadyThereError,
    error_of,
    leaves_unusable,
    words_of,
)
from undertide_server.store.engine.postgres.opening import connect

ADDRESS = PostgresAddress("postgresql://me:hidden-word@db.example/game")


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (errors.UniqueViolation, ConstraintError),
        (errors.NotNullViolation, ConstraintError),
        (errors.SyntaxError, StatementError),
        (errors.NumericValueOutOfRange, StatementError),
        (errors.InFailedSqlTransaction, StatementError),
        (errors.ProgramLimitExceeded, StatementError),
        (errors.FeatureNotSupported, StatementError),
        (errors.DataCorrupted, DamagedDatabaseError),
        (errors.IndexCorrupted, DamagedDatabaseError),
        (errors.QueryCanceled, StoreFaultError),
        (errors.DeadlockDetected, StoreFaultError),
        (errors.SerializationFailure, StoreFaultError),
        (errors.LockNotAvailable, StoreFaultError),
        (errors.DiskFull, StoreFaultError),
        (errors.AdminShutdown, StoreFaultError),
        (errors.ReadOnlySqlTransaction, StoreFaultError),
        (errors.IdleInTransactionSessionTimeout, StoreFaultError),
        (errors.InsufficientPrivilege, StoreFaultError),
        (errors.InvalidSqlStatementName, StoreFaultError),
        (psycopg.OperationalError, StoreFaultError),
        (psycopg.InterfaceError, StoreFaultError),
        (psycopg.DataError, StatementError),
    ],
)
def test_each_error_is_one_of_the_stores(
    fault: type[psycopg.Error], kind: type[StoreError]
) -> None:
    found = error_of(fault("what happened\nDETAIL: Key (name)=(private) is there"), ADDRESS)
    assert type(found) is kind
    assert "what happened" in str(found)
    assert "private" not in str(found)
    assert "hidden-word" not in f"{found} {found!r} {vars(found)}"


def test_tables_that_changed_under_a_prepared_statement_are_no_fault_of_this_program(
    postgres_url: str,
) -> None:
    def read_in_a_transaction() -> None:
        with connection.transaction():
            connection.execute(query)

    address, query = PostgresAddress(postgres_url), "SELECT * FROM leftovers"
    with closing(connect(address)) as connection, closing(connect(address)) as other:
        for column in ("one", "two"):
            for _ in range(10):
                connection.execute(query)
            other.execute(f"ALTER TABLE leftovers ADD COLUMN {column} TEXT")
            if column == "one":
                assert connection.execute(query).fetchall() == []
            else:
                with pytest.raises(StoreFaultError):
                    read_in_a_transaction()
                read_in_a_transaction()


def test_what_is_there_already_is_told_from_other_faults() -> None:
    for fault in (errors.DuplicateTable, errors.DuplicateColumn, errors.DuplicateFunction):
        assert type(error_of(fault("x"), ADDRESS)) is AlreadyThereError


def test_an_account_without_rights_is_told_what_it_needs() -> None:
    assert "owner of the database" in str(error_of(errors.InsufficientPrivilege("x"), ADDRESS))


def test_an_error_that_ended_the_connection_blames_no_statement() -> None:
    assert type(error_of(errors.SyntaxError("x"), ADDRESS, ended=True)) is StoreFaultError
    assert type(error_of(errors.DataCorrupted("x"), ADDRESS, ended=True)) is DamagedDatabaseError


def test_a_server_that_takes_no_writes_any_more_is_left() -> None:
    assert leaves_unusable(errors.ReadOnlySqlTransaction("x"))
    assert not leaves_unusable(errors.UniqueViolation("x"))


def test_an_error_without_words_has_its_name() -> None:
    assert words_of(errors.DiskFull()) == "DiskFull"
