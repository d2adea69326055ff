"""The runs of a host's folder, as those who want to watch one again ask for them.

It is read in threads, so that sessions go on meanwhile.
"""

import asyncio
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Concatenate, Final, ParamSpec, TypeVar

import structlog

from undertide_server.sessions.order.settled import access_of
from undertide_server.sessions.refused import Refused
from undertide_server.store import reader
from undertide_server.store.database import WrongSchema
from undertide_server.store.reader import NoSuchRun, Reader
from undertide_shared.messages import MAX_LISTED_RUNS, RunInfo

MAX_LISTED_HEROES: Final = 8
"""Names that are listed of a run: more fit no line, and a list must fit into one message."""
FRESH_SECONDS: Final = 1.0
"""That a list is good for: however many ask, it is read no more often."""
KEEPS_NONE: Final = "this server keeps no runs: its host started it without --data"

P = ParamSpec("P")
T = TypeVar("T")

log = structlog.get_logger()


class Catalogue:
    """What can be watched again: nothing where there is no folder."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._listing: asyncio.Task[list[RunInfo]] | None = None
        self._listed_at = 0.0

    async def runs(self) -> list[RunInfo]:
        """Return the runs that something was played of, the latest first. Raises Refused."""
        if self._folder is None:
            return []
        now = time.monotonic()
        listing = self._listing
        if listing is None or (listing.done() and now - self._listed_at >= FRESH_SECONDS):
            self._listed_at = now
            listing = asyncio.create_task(_in_thread(_listed, self._folder))
            self._listing = listing
        # Others wait for it too, whoever gives up.
        return await asyncio.shield(listing)

    async def named(self, beginning: str) -> reader.RunInfo:
        """Return the one run whose name begins like this. Raises Refused when there is none."""
        if self._folder is None:
            raise Refused("unknown_run", KEEPS_NONE)
        return await _in_thread(_found, self._folder, beginning)


async def _in_thread(
    read: Callable[Concatenate[Reader, P], T], folder: Path, *args: P.args, **kwargs: P.kwargs
) -> T:
    """Return what is read of a folder in a thread. Raises Refused when it can't be."""

    def work() -> T:
        with Reader(folder) as reading:
            return read(reading, *args, **kwargs)

    try:
        return await asyncio.to_thread(work)
    except NoSuchRun as fault:
        raise Refused("unknown_run", str(fault)) from fault
    except (OSError, WrongSchema, sqlite3.Error) as fault:
        log.exception("runs can't be read", folder=str(folder))
        raise Refused("internal", "the server can't read its runs") from fault


def _listed(reading: Reader) -> list[RunInfo]:
    """Return the latest runs as the wire has them, those of private sessions left out."""
    played = [each for each in reading.runs() if each.steps and _is_public(reading, each.run)]
    return [_line(reading, info) for info in reversed(played[-MAX_LISTED_RUNS:])]


def _line(reading: Reader, info: reader.RunInfo) -> RunInfo:
    names = [seat.name for seat in reading.seats(info.run)[:MAX_LISTED_HEROES]]
    begun = int(info.begun)
    return RunInfo(info.run, info.session, info.preset, info.state, info.ticks, begun, names)


def _found(reading: Reader, beginning: str) -> reader.RunInfo:
    """Return a run's line; that of a private session is found by its whole name alone."""
    info = reading.info(reading.named(beginning))
    if beginning != info.run and not _is_public(reading, info.run):
        raise NoSuchRun(beginning, 0)
    return info


def _is_public(reading: Reader, run: str) -> bool:
    """Whether anybody may know of a run."""
    return access_of(reading.settled(run)) == "public"
