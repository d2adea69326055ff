"""Rendering kept runs while the server plays, so that replays outlive the rules of their runs."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final, NamedTuple, Protocol

import structlog

from undertide_server.replays.errors import NoRoomError, RenderFailedError, RenderHungError
from undertide_server.replays.messages import RenderRun, RunRendered
from undertide_server.replays.render_process import RenderProcess
from undertide_server.replays.renderer import unrendered_of
from undertide_server.sessions.registry import Registry
from undertide_server.simulation.version import RULES
from undertide_server.store.engine.address import StoreAddress, as_text
from undertide_server.store.errors import StoreError
from undertide_server.store.renders import Reason, Rendered, RenderReader, RenderRoom, Unrendered
from undertide_server.store.run_list import NEWEST
from undertide_server.util.background import alone, running

MOST_WAITING: Final = 1000
"""The most runs that wait: five times as many as a server plays. Any other run is rendered after
its next snapshot, or after the next start."""
PAGE: Final = 20
"""Runs that are read at once of those that an earlier server left."""
OLDER_AFTER_SECONDS: Final = 10.0
"""Seconds after a start until the first of these: players who come back need the machine first."""
MOST_TRIES: Final = 3
"""The tries to render a run until it is given up for these rules."""
IDLE_SECONDS: Final = 120.0
"""Seconds without work after which the worker's memory is freed. Snapshots come more often."""
STORE_SECONDS: Final = 10.0
"""Seconds until the next try after the store could not be read: a disk or a database needs some."""
PAUSE_SECONDS: Final = 0.5
"""The least seconds between two runs, so that what is left over from an earlier server is rendered
slowly."""
LEAST_ROOM: Final = 2**20
"""The least bytes for which a render is begun: more than most take, so that none is made in vain
after each snapshot."""
MOST_OF_STORAGE: Final = 0.9
"""The share of `storage.most_bytes` from which on nothing is rendered: sessions come first."""

log = structlog.get_logger()


class RenderJournal(Protocol):
    """A journal that stores renders."""

    on_kept: Callable[[str], None]

    def save_render(self, write: Rendered | Unrendered, done: Callable[[], None]) -> None:
        """Store a render, or why there is none, and then call `done`."""


class RunState(NamedTuple):
    """What is known of a run's renders before more are made."""

    unrendered: bool
    """Whether there are steps to render."""
    why: Reason | None
    """Why it was not rendered before."""
    room: RenderRoom


class Rendering:
    """A task that renders one run at a time: what has ended or was saved, then older runs.

    Each of several workers renders its own runs. The one for which `is_first` is true also renders
    those that an earlier server left.
    """

    def __init__(
        self,
        store: StoreAddress,
        registry: Registry,
        journal: RenderJournal,
        is_first: Callable[[], bool] = alone,
    ) -> None:
        self._store = store
        self._registry = registry
        self._journal = journal
        self._is_first = is_first
        self._process = RenderProcess()
        self._waiting: dict[str, None] = {}
        """Runs with steps to render, in the order in which they are rendered."""
        self._older: deque[str] = deque()
        """Runs that an earlier server left."""
        self._before: int | None = NEWEST
        """The number of the last of them; None once there are no more."""
        self._older_from = 0.0
        """The time of the event loop from which they are rendered."""
        self._changed = asyncio.Event()
        self._tries: dict[str, int] = {}

    @asynccontextmanager
    async def rendering(self) -> AsyncIterator[None]:
        """Render until the context ends; then kill the worker and wait for nothing."""
        self._journal.on_kept = self.want
        self._older_from = asyncio.get_running_loop().time() + OLDER_AFTER_SECONDS
        try:
            async with running(self._work()):
                yield
        finally:
            await self._process.end()

    @property
    def is_busy(self) -> bool:
        """Whether there is a worker process."""
        return self._process.runs

    def want(self, run: str) -> None:
        """Render what isn't rendered yet of a run, when its turn comes."""
        if self._registry.settings.replays.most_bytes and len(self._waiting) < MOST_WAITING:
            self._waiting[run] = None
            self._count()
            self._changed.set()

    def _count(self) -> None:
        self._registry.renders.waiting = len(self._waiting) + len(self._older)

    async def _work(self) -> None:
        while True:
            run = ""
            try:
                run = await self._next()
                await self.render(run)
            except (OSError, StoreError) as fault:
                log.warning("runs can't be rendered", reason=str(fault))
                if run:
                    self.want(run)
                await asyncio.sleep(STORE_SECONDS)
            await asyncio.sleep(PAUSE_SECONDS)

    async def _next(self) -> str:
        """Return the next run, once there is one.

        Raises OSError or StoreError.
        """
        while not (self._waiting or await self._has_older()):
            self._changed.clear()
            try:
                async with asyncio.timeout(self._patience()):
                    await self._changed.wait()
            except TimeoutError:
                await self._process.end()
        run = next(iter(self._waiting), "") or self._older.popleft()
        self._waiting.pop(run, None)
        self._count()
        return run

    def _patience(self) -> float | None:
        """Return the most seconds to wait for a run; None for no limit."""
        until_older = self._older_from - asyncio.get_running_loop().time()
        if until_older > 0:
            return until_older
        return IDLE_SECONDS if self._process.runs else None

    async def _has_older(self) -> bool:
        """Return whether it is time for runs that an earlier server left, and there are any."""
        if asyncio.get_running_loop().time() < self._older_from or not self._is_first():
            return False
        if not self._older and self._before is not None:
            found: list[tuple[int, str]] = []
            if self._registry.settings.replays.most_bytes:
                found = await asyncio.to_thread(_left, self._store, self._before)
            self._older.extend(run for _, run in found)
            self._before = found[-1][0] if found else None
        return bool(self._older)

    async def render(self, run: str) -> None:
        """Render what isn't rendered yet of a run, as far as there is room.

        Raises OSError or StoreError.
        """
        state = await asyncio.to_thread(_state, self._store, run)
        if state is None or not state.unrendered or state.why == "failed":
            self._tries.pop(run, None)
            return
        try:
            await self._render(run, state.room)
        except NoRoomError:
            if state.why != "room":
                log.warning("no room for the pictures of a run", run=run)
                await self._save(Unrendered(run, RULES, "room"))
        except RenderFailedError as fault:
            if isinstance(fault, RenderHungError):
                self._registry.hung_workers["render"] += 1
            await self._note_failure(run, fault.reason)
        else:
            self._tries.pop(run, None)

    async def _render(self, run: str, taken: RenderRoom) -> None:
        """Store each render of a run as it comes. Raises NoRoomError or RenderFailedError."""
        room = self._room(taken)
        if room < LEAST_ROOM:
            raise NoRoomError
        async for each in self._process.render(RenderRun(as_text(self._store), run, room)):
            await self._save(_rendered(run, each))

    def _room(self, taken: RenderRoom) -> int:
        """Return the bytes that further renders of a run may take."""
        capacity, settings = self._registry.capacity, self._registry.settings
        most_kept = settings.storage.most_bytes * MOST_OF_STORAGE
        if capacity.is_disk_low or 0 < most_kept <= capacity.disk.kept:
            return 0
        limits = settings.replays
        return min(limits.most_bytes - taken.in_all, limits.most_bytes_of_run - taken.of_run)

    async def _note_failure(self, run: str, reason: str) -> None:
        """Try again later, but not for ever."""
        self._registry.renders.failures += 1
        log.warning("run not rendered", run=run, reason=reason)
        tries = self._tries.pop(run, 0) + 1
        if tries >= MOST_TRIES:
            await self._save(Unrendered(run, RULES, "failed"))
        elif len(self._waiting) < MOST_WAITING:
            self._tries[run] = tries
            self.want(run)

    async def _save(self, write: Rendered | Unrendered) -> None:
        """Return once a write is durable."""
        written = asyncio.Event()
        self._journal.save_render(write, written.set)
        await written.wait()


def _rendered(run: str, report: RunRendered) -> Rendered:
    return Rendered(
        *(run, report.first, report.last, report.ticks),
        *(report.facts, report.views, report.elapsed),
    )


def _left(store: StoreAddress, before: int) -> list[tuple[int, str]]:
    """Return some runs that aren't rendered to their ends, with their numbers."""
    with RenderReader(store) as reader:
        return reader.not_rendered(RULES, before, PAGE)


def _state(store: StoreAddress, run: str) -> RunState | None:
    """Return what is known of a run's renders; None if it was deleted."""
    with RenderReader(store) as reader:
        if not reader.has(run):
            return None
        unrendered = bool(unrendered_of(reader, run))
        return RunState(unrendered, reader.why_unrendered(run, RULES), reader.render_room(run))
