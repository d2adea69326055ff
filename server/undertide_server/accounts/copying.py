"""Copying accounts from one store to another: with their logins, bans, reports and the audit log.

All or nothing is copied, in one transaction of the target. Counts of failed logins stay behind:
they expire within hours.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Final

import msgspec

from undertide_server.accounts.records import digest_of_name
from undertide_server.store.engine.protocol import StoreConnection, marks

LISTS: Final = {
    "outlaws": ("account", "network", "by", "until", "reason"),
    "deeds": ("at", "who", "text", "session"),
    "reports": (
        *("at", "session", "by", "by_account", "name", "account", "address", "reason", "lines"),
    ),
}
"""The tables whose rows stand alone, and their columns without the number, which each store assigns
by itself."""
PAGE_ROWS: Final = 200
"""Rows that are read at once. A report has some kilobytes of chat."""
_ACCOUNT: Final = ("folded", "name", "password", "operator", "generation", "made", "seen")
_TOKEN: Final = ("digest", "account", "made", "expires")
_UNLIKE: Final = "there is another account of that name there"
_CHANGED: Final = "its password has changed here since it was copied"
_ERASED: Final = "an account of that name was erased there: nobody can have it again"


@dataclass(slots=True)
class AccountCopyReport:
    """What became of the accounts."""

    copied: int = 0
    same: int = 0
    """The number of accounts that the target had already, changed there since or not."""
    left: dict[str, str] = field(default_factory=dict)
    """The accounts that were left out by name, each with the reason."""


def copy_accounts(source: StoreConnection, target: StoreConnection) -> AccountCopyReport:
    """Copy all accounts and what belongs to them, and return what became of the accounts.

    What the target has already is passed over, so another call copies nothing twice. An account
    that is another one in the target is left out, and so is one with a newer password.

    Raises StoreError: then nothing was copied.
    """
    report = AccountCopyReport()
    with target.transaction():
        ids = _copy_accounts(source, target, report)
        for row in _rows(source, "tokens", _TOKEN, "digest"):
            digest, account, *times = row
            if account in ids:
                target.execute(
                    "INSERT INTO tokens (digest, account, made, expires) VALUES (?, ?, ?, ?)"
                    " ON CONFLICT (digest) DO NOTHING",
                    (digest, ids[account], *times),
                )
        for (digest,) in _rows(source, "erased", ("digest",), "digest"):
            target.execute(
                "INSERT INTO erased (digest) VALUES (?) ON CONFLICT (digest) DO NOTHING", (digest,)
            )
        for table, columns in LISTS.items():
            _copy_list(source, target, table, columns)
    return report


def _copy_accounts(
    source: StoreConnection, target: StoreConnection, report: AccountCopyReport
) -> dict[int, int]:
    """Copy the accounts alone; return their ids in the target by those in the source."""
    ids: dict[int, int] = {}
    for number, *values in _rows(source, "accounts", ("id", *_ACCOUNT), "id"):
        account = dict(zip(_ACCOUNT, values, strict=True))
        present = target.execute(
            f"SELECT id, {', '.join(_ACCOUNT)} FROM accounts WHERE folded = ?",  # noqa: S608
            (account["folded"],),
        ).fetchone()
        if present is not None:
            there = dict(zip(_ACCOUNT, present[1:], strict=True))
            if there["made"] != account["made"]:
                report.left[account["name"]] = _UNLIKE
            elif there["generation"] < account["generation"]:
                report.left[account["name"]] = _CHANGED
            else:
                ids[number] = present[0]
                report.same += 1
        elif _is_erased(target, account["name"]):
            report.left[account["name"]] = _ERASED
        else:
            ids[number] = target.execute(
                f"INSERT INTO accounts ({', '.join(_ACCOUNT)})"  # noqa: S608
                f" VALUES ({marks(len(_ACCOUNT))}) RETURNING id",
                values,
            ).fetchone()[0]
            report.copied += 1
    return ids


def _is_erased(target: StoreConnection, name: str) -> bool:
    row = target.execute("SELECT 1 FROM erased WHERE digest = ?", (digest_of_name(name),))
    return row.fetchone() is not None


def _copy_list(
    source: StoreConnection, target: StoreConnection, table: str, columns: Sequence[str]
) -> None:
    """Copy the rows of a table that the target lacks, in their order.

    Equal rows can be there twice, so they are counted.
    """
    present = Counter(_digest(row[1:]) for row in _rows(target, table, ("id", *columns), "id"))
    for _, *row in _rows(source, table, ("id", *columns), "id"):
        digest = _digest(row)
        if present[digest]:
            present[digest] -= 1
            continue
        target.execute(
            f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks(len(columns))})",  # noqa: S608
            row,
        )


def _rows(
    connection: StoreConnection, table: str, columns: Sequence[str], key: str
) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a table by its key, the first of `columns`, page by page."""
    query = f"SELECT {', '.join(columns)} FROM {table}"  # noqa: S608
    last: tuple[Any, ...] = ()
    while True:
        beyond = f" WHERE {key} > ?" if last else ""
        page = connection.execute(
            f"{query}{beyond} ORDER BY {key} LIMIT ?", (*last, PAGE_ROWS)
        ).fetchall()
        yield from page
        if len(page) < PAGE_ROWS:
            return
        last = (page[-1][0],)


def _digest(row: Sequence[Any]) -> bytes:
    return blake2b(msgspec.msgpack.encode(row), digest_size=16).digest()
