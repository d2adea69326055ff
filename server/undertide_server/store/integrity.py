"""Stored rows as records: a damaged row must name its run and spoil no other."""

import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import msgspec

from undertide_server.store.errors import DamagedDatabaseError, DamagedRunError
from undertide_server.store.packing import Stretch
from undertide_server.store.records import StoredRun

UNREADABLE = "its entry in the list of runs is damaged"
"""The reason of a run whose entry holds something else than it should."""

Value = TypeVar("Value")


@contextmanager
def reading_part(run: str, part: str) -> Iterator[None]:
    """Raise DamagedRunError for everything that a damaged part of a run can bring about."""
    try:
        yield
    except DamagedDatabaseError as fault:
        raise DamagedRunError(run, f"{part} can't be read: {fault.problem}") from fault
    except (ValueError, TypeError, zlib.error, msgspec.MsgspecError) as fault:
        raise DamagedRunError(run, f"{part} can't be read: {fault}") from fault


def converted(value: Any, kind: type[Value]) -> Value:
    """Return a stored value as its type. Raises msgspec.ValidationError for any other type."""
    return msgspec.convert(value, kind)


def info_of(row: tuple[Any, ...]) -> StoredRun:
    """Return a row of the list of runs.

    A row that can't be read counts as a run that was set aside: the next start finds out what
    became of it, and no other run is any worse for it.
    """
    fields = dict(zip(StoredRun.__slots__, row, strict=True))
    try:
        return converted(fields, StoredRun)
    except msgspec.ValidationError:
        run, session, preset = (_text(fields[name]) for name in ("run", "session", "preset"))
        steps, ticks, rules = (_number(fields[name]) for name in ("steps", "ticks", "rules"))
        begun = fields["begun"] if isinstance(fields["begun"], float) else 0.0
        elapsed = _number(fields["elapsed"])
        return StoredRun(
            run, session, preset, "aside", UNREADABLE, steps, ticks, rules, begun, None, elapsed
        )


def _text(value: object) -> str:
    return value if isinstance(value, str) else "?"


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def stretch_of(row: tuple[Any, ...]) -> Stretch:
    """Return a stored stretch. Raises ValueError or TypeError when it is none."""
    first, count, inputs, since, until = row
    if not (isinstance(first, int) and isinstance(count, int) and isinstance(inputs, bytes)):
        raise TypeError("a number or the inputs of its steps are of another type")
    if count < 1:
        raise ValueError(f"there are {count} steps from step {first}")
    if isinstance(since, int) and isinstance(until, int):
        return Stretch(first, count, inputs, since, max(since, until))
    return Stretch(first, count, inputs)


def connected(stretches: Iterable[Stretch], after: int, last: int) -> Iterator[Stretch]:
    """Yield stretches that follow each other up to the step `last`. Raises ValueError at a gap.

    The first of them may begin before the step after `after`.
    """
    expected: int | None = None
    for stretch in stretches:
        if stretch.first != expected and (expected or stretch.first > after + 1):
            raise ValueError(f"step {stretch.first} where step {expected or after + 1} should be")
        expected = stretch.last + 1
        if stretch.last > last:
            raise ValueError(f"it goes on after step {last}, the last one")
        yield stretch
    if (expected or after + 1) <= last:
        raise ValueError(f"steps {expected or after + 1} to {last} are missing")
