"""psycopg's errors as the store's own. Texts have the server's words, but no values and secrets."""

from typing import Final

import psycopg

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
FORBIDDEN: Final = "42501"
"""The code for what the account may not do. Its operator may change that."""
OF_THE_SERVER: Final = {
    "25P03",  # A transaction of this process did nothing for too long.
    "25006",  # It takes no writes: it was a primary once, or isn't one yet.
    "26000",  # It doesn't know a prepared statement: something between has another connection.
    FORBIDDEN,
}
"""Codes of errors that look like those of a statement, but may go away."""
STALE_PLAN: Final = "RevalidateCachedQuery"
"""The server's function that refuses a prepared statement when tables have changed since. Its words
are in the server's language."""
DUPLICATES: Final = {"42P07", "42701", "42710", "42723"}
"""Codes for a table, a column, or something else that is to be made and is there already."""
STATEMENT_POOLING: Final = "statement pooling"
"""Words of a pooler that serves each statement by another connection, and refuses transactions."""
UNUSABLE: Final = {"25006", "26000"}
"""Codes after which a new connection is worth a try."""


class AlreadyThereError(StatementError):
    """A statement that makes a table, a column or something else that is there already."""


def error_of(fault: psycopg.Error, address: PostgresAddress, *, ended: bool = False) -> StoreError:
    """Return an error of psycopg as one of the store's.

    If the connection has `ended` with it, no statement is to blame.
    """
    code, words = fault.sqlstate or "", words_of(fault)
    if code == FORBIDDEN:
        words += ": make the account the owner of the database, or give it the owner's rights"
    if STATEMENT_POOLING in words:
        words += ": let the pooler pool by transaction or by session"
    if code in DAMAGES:
        return DamagedDatabaseError(address.shown, words, REMEDY)
    if not ended and isinstance(fault, psycopg.IntegrityError):
        return ConstraintError(words)
    if ended or _may_go_away(fault, code):
        return StoreFaultError(f"{address.shown}: {words}")
    return AlreadyThereError(words) if code in DUPLICATES else StatementError(words)


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
    return fault.diag.source_function == STALE_PLAN
