"""Files of runs that earlier versions wrote, brought up to date."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from undertide_shared.time import milliseconds_of

TICKS: Final[Mapping[str, int | None]] = {
    "moments": 1,
    "landmarks": 2,
    "renders": 2,
    "stretches": None,
}
"""The tables whose rows now end with real time, and the column from which ticks tell it: the rows
of a stretch don't say theirs."""


def with_real_time(parts: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the parts of a file with real time in place of ticks, as a database is brought up.

    Raises LookupError, TypeError, ValueError or msgspec.MsgspecError when they are not valid.
    """
    row = msgspec.msgpack.decode(parts["run"], type=dict[str, Any])
    row["elapsed"] = milliseconds_of(msgspec.convert(row["ticks"], int))
    told = dict(parts) | {"run": msgspec.msgpack.encode(row)}
    for table, column in TICKS.items():
        if table in parts:
            rows = msgspec.msgpack.decode(parts[table], type=list[tuple[Any, ...]])
            told[table] = msgspec.msgpack.encode([(*each, *_times(each, column)) for each in rows])
    return told


def _times(row: tuple[Any, ...], column: int | None) -> tuple[int | None, ...]:
    """Return the columns that a row lacks."""
    return (None, None) if column is None else (milliseconds_of(msgspec.convert(row[column], int)),)
