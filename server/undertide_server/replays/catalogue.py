"""The list of runs in a server's data folder, for people who want to watch one again.

Threads read the folder, so that sessions go on meanwhile.
"""

import asyncio
import sqlite3
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Concatenate, Final, NamedTuple, ParamSpec, TypeVar

import structlog

from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.model.settings import read_settings
from undertide_server.store import reader
from undertide_server.store.errors import NoSuchRunError, WrongSchemaError
from undertide_server.store.reader import Reader
from undertide_shared.limits import MAX_LISTED_HEROES, MAX_LISTED_RUNS
from undertide_shared.messages import RunInfo

FRESH_SECONDS: Final = 1.0
"""Seconds that a list stays valid. However many people ask, the folder is read only once in that
time."""
KEEPS_NONE: Final = "this server keeps no runs: its operator started it without --data"

P = ParamSpec("P")
T = TypeVar("T")

log = structlog.get_logger()


class CatalogueEntry(NamedTuple):
    """One run of the list, and the people who may find it."""

    line: RunInfo
    public: bool
    accounts: frozenset[str]
    """The accounts of the players who have a seat in the run."""

    def may_be_found_by(self, identity: Identity) -> bool:
        """Return whether a person finds the run.

        A private session's run is found only by operators and by accounts that played in it.
        """
        return self.public or identity.operator or identity.account in self.accounts


class RunCatalogue:
    """The runs that can be watched again; empty without a folder."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._listing: asyncio.Task[list[CatalogueEntry]] | None = None
        self._listed_at = 0.0

    async def runs(self, identity: Identity) -> list[RunInfo]:
        """Return the latest runs with at least one step that a person may find, the latest first.

        At most `MAX_LISTED_RUNS`. Raises RequestRefusedError if the folder can't be read.
        """
        if self._folder is None:
            return []
        entries = await self._entries(self._folder)
        found = (each.line for each in entries if each.may_be_found_by(identity))
        return list(islice(found, MAX_LISTED_RUNS))

    async def _entries(self, folder: Path) -> list[CatalogueEntry]:
        """Return the list, at most `FRESH_SECONDS` old.

        Raises RequestRefusedError if the folder can't be read.
        """
        now = time.monotonic()
        listing = self._listing
        if listing is None or (listing.done() and now - self._listed_at >= FRESH_SECONDS):
            self._listed_at = now
            listing = asyncio.create_task(_in_thread(_listed, folder))
            self._listing = listing
        # Others may wait for it too, so one who gives up must not cancel it.
        return await asyncio.shield(listing)

    async def named(self, beginning: str) -> reader.StoredRun:
        """Return the one run whose name begins with `beginning`.

        Raises RequestRefusedError if there is none, or more than one.
        """
        if self._folder is None:
            raise RequestRefusedError("unknown_run", KEEPS_NONE)
        return await _in_thread(_found, self._folder, beginning)


async def _in_thread(
    read: Callable[Concatenate[Reader, P], T], folder: Path, *args: P.args, **kwargs: P.kwargs
) -> T:
    """Return the result of reading a folder in a thread.

    Raises RequestRefusedError if the run doesn't exist or the folder can't be read.
    """

    def work() -> T:
        with Reader(folder) as reading:
            return read(reading, *args, **kwargs)

    try:
        return await asyncio.to_thread(work)
    except NoSuchRunError as fault:
        raise RequestRefusedError("unknown_run", str(fault)) from fault
    except (OSError, WrongSchemaError, sqlite3.Error) as fault:
        log.exception("runs can't be read", folder=str(folder))
        raise RequestRefusedError("internal", "the server can't read its runs") from fault


def _listed(reading: Reader) -> list[CatalogueEntry]:
    """Return all runs with at least one step, the latest first."""
    names, settled = reading.all_names(), reading.all_settled()
    return [
        _entry(info, names.get(info.run, []), settled.get(info.run, b""))
        for info in reversed(reading.runs())
        if info.steps
    ]


def _entry(info: reader.StoredRun, names: list[str], settled: bytes) -> CatalogueEntry:
    kept, begun = read_settings(settled), int(info.begun)
    heroes = names[:MAX_LISTED_HEROES]
    line = RunInfo(info.run, info.session, info.preset, info.state, info.ticks, begun, heroes)
    return CatalogueEntry(line, kept.access == "public", frozenset(kept.accounts.values()))


def _found(reading: Reader, beginning: str) -> reader.StoredRun:
    """Return a stored run; a private session's run is found only by its whole name."""
    info = reading.info(reading.named(beginning))
    if beginning != info.run and not _is_public(reading, info.run):
        raise NoSuchRunError(beginning, 0)
    return info


def _is_public(reading: Reader, run: str) -> bool:
    """Return whether a run's session is public."""
    return read_settings(reading.settled(run)).access == "public"
