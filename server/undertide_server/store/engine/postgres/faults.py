"""psycopg's errors as the store's own. Texts have the server's words, but no values and secrets."""

from typing import Final

import psycopg
from psycopg import errors

from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.engine.faults import (
    ConstraintError,
    DamagedDatabaseError,
    StatementError,
    StoreError,
    StoreFaultError,
)

REMEDY: Final = "restore the database from a backup, or promote a standby that is sound"
"""What an operator can do about a damaged database."""
DAMAGES: Final = ("XX001", "XX002")
"""PostgreSQL's codes for damaged data and damaged indexes."""
BEYOND_LIMITS: Final = "54"
"""The class of codes for a statement that the server refuses however often it comes."""
OF_THE_SERVER: Final = {
    "25P03",  # A transaction of this process did nothing for too long.
    "25006",  # It takes no writes: it was a primary once, or isn't one yet.
    "26000",  # It doesn't know a prepared statement: something between has another connection.
    "42501",  # The account may not do that: its operator may change that.
}
"""Codes of errors that look like those of a statement, but may go away."""
STALE_PLAN: Final = "cached plan must not change result type"
"""The server's words when tables have changed since a statement was prepared."""
UNUSABLE: Final = {"25006", "26000"}
"""Codes after which a new connection is worth a try."""


def error_of(fault: psycopg.Error, address: PostgresAddress, *, ended: bool = False) -> StoreError:
    """Return an error of psycopg as one of the store's.

    If the connection has `ended` with it, no statement is to blame.
    """
    code, words = fault.sqlstate or "", words_of(fault)
    if code in DAMAGES:
        return DamagedDatabaseError(address.shown, words, REMEDY)
    if not ended and isinstance(fault, psycopg.IntegrityError):
        return ConstraintError(words)
    if ended or _may_go_away(fault, code):
        return StoreFaultError(f"{address.shown}: {words}")
    return StatementError(words)


def _may_go_away(fault: psycopg.Error, code: str) -> bool:
    """Return whether the same statement may succeed later."""
    if code in OF_THE_SERVER or _is_stale(fault):
        return True
    return (
        isinstance(fault, psycopg.OperationalError | psycopg.InterfaceError)
        and code[:2] != BEYOND_LIMITS
    )


def leaves_unusable(fault: psycopg.Error) -> bool:
    """Return whether a new connection should take the place of one that raised an error."""
    return fault.sqlstate in UNUSABLE or _is_stale(fault)


def words_of(fault: psycopg.Error) -> str:
    """Return the first line of an error: what follows may name values."""
    text = fault.diag.message_primary or str(fault)
    return " ".join(text.split("\n")[0].split()) or type(fault).__name__


def _is_stale(fault: psycopg.Error) -> bool:
    return isinstance(fault, errors.FeatureNotSupported) and STALE_PLAN in str(fault)
