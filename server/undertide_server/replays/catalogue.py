"""The list of runs in a server's store, for people who want to watch one again.

Threads read the store, so that sessions go on meanwhile.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Concatenate, Final, NamedTuple, ParamSpec, TypeVar

import structlog

from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.model.settings import read_settings
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.errors import NoSuchRunError, StoreError
from undertide_server.store.leaderboard import OutcomeTally, RecordedRun
from undertide_server.store.reader import Reader
from undertide_server.store.records import StoredRun
from undertide_server.store.run_list import RunList, Viewpoint
from undertide_server.util.rng import text_of_seed
from undertide_shared.limits import MAX_LISTED_HEROES, MAX_LISTED_RUNS
from undertide_shared.messages import Chronicle, RunInfo

FRESH_SECONDS: Final = 1.0
"""Seconds that a first page stays valid. However many people with the same rights ask, the store
is read for it only once in that time."""
KEEPS_NONE: Final = "this server keeps no runs: its operator started it without --data"

P = ParamSpec("P")
T = TypeVar("T")

log = structlog.get_logger()


class FirstPage(NamedTuple):
    """A reading of a first page, and when it began."""

    reading: "asyncio.Task[RunPage]"
    begun: float

    def is_fresh(self, now: float) -> bool:
        """Return whether it may still be shown, or is not there yet."""
        return now - self.begun < FRESH_SECONDS or not self.reading.done()


class RunPage(NamedTuple):
    """A page of the list, the latest run first."""

    runs: list[RunInfo]
    more: bool
    """Whether older runs follow."""


class RunLives(NamedTuple):
    """A run, and the lives of its heroes that have ended."""

    info: StoredRun
    seed: str
    """Its seed as a new session takes it; empty while it is secret."""
    lives: list[Chronicle]


class Leaderboard(NamedTuple):
    """The content of the page of records."""

    deepest: list[RecordedRun]
    won: list[RecordedRun]
    callings: list[OutcomeTally]
    parties: list[OutcomeTally]
    names: dict[str, list[str]]
    """The names on the first seats of each run in the lists."""


class RunCatalogue:
    """The runs that can be watched again; empty without a store."""

    def __init__(self, store: StoreAddress | None) -> None:
        self._store = store
        self._first: dict[Viewpoint, FirstPage] = {}
        """The first pages that are still fresh, by viewpoint."""
        self._turn = asyncio.Lock()

    async def page(self, identity: Identity, before: str = "") -> RunPage:
        """Return the latest runs with at least one step that a person may find, the latest first.

        At most `MAX_LISTED_RUNS`; if `before` names a run, those that began before it. Raises
        RequestRefusedError if there is no such run, or the store can't be read.

        A private session's run is found only by operators and by accounts that played in it.
        """
        if self._store is None:
            return RunPage([], more=False)
        viewpoint = Viewpoint(identity.account, identity.operator)
        if not before:
            return await self._first_page(self._store, viewpoint)
        async with self._turn:
            return await _in_thread(_page, self._store, viewpoint, before)

    async def _first_page(self, store: StoreAddress, viewpoint: Viewpoint) -> RunPage:
        """Return the first page, at most `FRESH_SECONDS` old."""
        now = time.monotonic()
        self._first = {whose: first for whose, first in self._first.items() if first.is_fresh(now)}
        first = self._first.get(viewpoint)
        if first is None:
            reading = asyncio.create_task(_in_thread(_page, store, viewpoint))
            first = self._first[viewpoint] = FirstPage(reading, now)
        # Others may wait for it too, so one who gives up must not cancel it.
        return await asyncio.shield(first.reading)

    async def public_run(self, run: str) -> RunInfo | None:
        """Return a line of the list about a run, by its whole name; None if it isn't public.

        Raises RequestRefusedError if there is no such run, or the store can't be read.
        """
        if self._store is None:
            raise RequestRefusedError("unknown_run", KEEPS_NONE)
        return await _in_thread(_public_line, self._store, run)

    async def lives(self, info: StoredRun, reach: int | None) -> RunLives:
        """Return the lives that ended by step `reach` of a run; None for all.

        Raises RequestRefusedError if the run is gone, or can't be read.
        """
        if self._store is None:
            raise RequestRefusedError("unknown_run", KEEPS_NONE)
        return await _in_thread(_lives, self._store, info, reach)

    async def leaderboard(self, count: int) -> Leaderboard:
        """Return the leaderboard, at most `count` runs in each list. Raises RequestRefusedError."""
        if self._store is None:
            raise RequestRefusedError("unknown_run", KEEPS_NONE)
        return await _in_thread(_leaderboard, self._store, count)

    async def named(self, beginning: str) -> StoredRun:
        """Return the one run whose name begins with `beginning`.

        Raises RequestRefusedError if there is none, or more than one.
        """
        if self._store is None:
            raise RequestRefusedError("unknown_run", KEEPS_NONE)
        return await _in_thread(_found, self._store, beginning)


async def _in_thread(
    read: Callable[Concatenate[Reader, P], T],
    store: StoreAddress,
    *args: P.args,
    **kwargs: P.kwargs,
) -> T:
    """Return the result of reading a store in a thread.

    Raises RequestRefusedError if the run doesn't exist or the store can't be read.
    """

    def work() -> T:
        with Reader(store) as reading:
            return read(reading, *args, **kwargs)

    try:
        return await asyncio.to_thread(work)
    except KeyError as fault:
        reason = f"there is no run {fault.args[0]!r}; it may have been deleted"
        raise RequestRefusedError("unknown_run", reason) from fault
    except NoSuchRunError as fault:
        raise RequestRefusedError("unknown_run", str(fault)) from fault
    except (OSError, StoreError) as fault:
        log.error("runs can't be read", store=str(store), reason=str(fault))  # noqa: TRY400
        raise RequestRefusedError("internal", "the server can't read its runs") from fault


def _page(reading: RunList, viewpoint: Viewpoint, before: str = "") -> RunPage:
    """Return a page of the list. Raises KeyError if there is no run `before`."""
    found = reading.page(viewpoint, MAX_LISTED_RUNS + 1, before)
    shown = found[:MAX_LISTED_RUNS]
    return RunPage([_line(reading, info) for info in shown], len(found) > len(shown))


def _line(reading: RunList, info: StoredRun) -> RunInfo:
    heroes = reading.names(info.run, MAX_LISTED_HEROES)
    begun = int(info.begun)
    return RunInfo(
        *(info.run, info.session, info.preset, info.state),
        *(info.ticks, begun, heroes, info.elapsed),
    )


def _public_line(reading: Reader, run: str) -> RunInfo | None:
    info = reading.info(reading.named(run))
    is_told = info.run == run and _is_public(reading, run)
    return _line(reading, info) if is_told else None


def _found(reading: Reader, beginning: str) -> StoredRun:
    """Return a stored run; a private session's run is found only by its whole name."""
    info = reading.info(reading.named(beginning))
    if beginning != info.run and not _is_public(reading, info.run):
        raise NoSuchRunError(beginning, 0)
    return info


def _lives(reading: Reader, info: StoredRun, reach: int | None) -> RunLives:
    """Return the lives of a run that ended by a step, and its seed if its end may be shown."""
    over = info.state == "ended" and (reach is None or reach >= info.steps)
    seed = text_of_seed(reading.seed(info.run)) if over else ""
    return RunLives(info, seed, reading.chronicles(info.run, reach))


def _leaderboard(reading: Reader, count: int) -> Leaderboard:
    """Return the leaderboard. Each list is read by an index of its own."""
    deepest, won = reading.deepest_runs(count), reading.won_runs(count)
    names = {each.run: reading.names(each.run, MAX_LISTED_HEROES) for each in (*deepest, *won)}
    return Leaderboard(deepest, won, reading.tallies("calling"), reading.tallies("party"), names)


def _is_public(reading: Reader, run: str) -> bool:
    """Return whether a run's session is public."""
    return read_settings(reading.settled(run)).access == "public"
