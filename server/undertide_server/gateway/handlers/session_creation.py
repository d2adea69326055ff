"""Costly requests: making a session, bringing one back, starting a replay, and moderating."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from typing import Final, TypeVar

import structlog

from undertide_server.gateway.connections.peers import Peer
from undertide_server.gateway.edge.admission import Admission
from undertide_server.gateway.loop.session_scheduler import SessionScheduler
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.moderation.door import unknown_session
from undertide_server.sessions.offers import SessionRequest, prepare
from undertide_server.sessions.registry import GAVE_WAY, Registry
from undertide_server.sessions.resting import CheckEntry, EntryRequest, RestingRuns, any_entry
from undertide_server.sessions.session import Session
from undertide_server.store.trials import STORED_REASONS
from undertide_server.util.sliced import in_slices
from undertide_shared.messages import Create, SeatQuestion, SeatStatus

MOST_WAITING: Final = 20
"""Requests that wait for their turn: a second or two of work, which people will wait for."""
REFUSED: Final = {
    "address": "too many sessions were made from your address: join one of them",
    "server": "this server is making many sessions: try again in a moment",
}

NO_RUN: Final = ""
"""The name of no run."""

T = TypeVar("T")

log = structlog.get_logger()


class SessionCreation:
    """The maker of sessions, one at a time, and the counter of each address's costly requests.

    A thread drafts their worlds, which are then settled in slices. So other sessions go on
    meanwhile.
    """

    def __init__(
        self, registry: Registry, admission: Admission, scheduler: SessionScheduler
    ) -> None:
        self._registry = registry
        self._admission = admission
        self._scheduler = scheduler
        self._loop = asyncio.get_running_loop()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="session maker")
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._stopping = False
        self._expected: dict[str, asyncio.Event] = {}
        """Runs that this process brings back by itself after its start, each with an event that is
        set once it is back, or doesn't come."""
        self._asked_for: deque[str] = deque()
        """Those that somebody waits for, each once: they come first."""

    # --- making and bringing back ------------------------------------------------------------

    async def make(self, peer: Peer, create: Create) -> Session | None:
        """Make a session for a peer; return None if the peer has gone meanwhile.

        Raises RequestRefusedError; then nothing was made.
        """
        return await self._make(
            peer, self._registry.offers.checked_request(create.preset, create.pace, create.options)
        )

    async def make_again(self, peer: Peer, over: Session) -> Session | None:
        """Make a session in which the party of one that is over plays again, as `make`."""
        return await self._make(peer, self._registry.offers.request_again(over))

    async def _make(self, peer: Peer, request: SessionRequest) -> Session | None:
        async with self._taking_turn(peer):
            if peer.is_gone:
                return None
            prepared = await self._in_thread(partial(prepare, request))
            if peer.is_gone:
                return None
            await in_slices(prepared.run.world.settling(), self._check_running)
            if peer.is_gone:
                prepared.run.world.close()
                return None
            now, maker = self._loop.time(), peer.number
            session = self._registry.open(request, prepared, now, peer.identity, maker)
        log.info("session made", session=session.id, preset=session.config.preset)
        return session

    async def find(self, peer: Peer, entry: EntryRequest) -> Session:
        """Return the session that an entry names; bring it back if its run rests.

        Raises RequestRefusedError. The session checks the entry itself. Who may not learn that
        there is such a session costs the same as if there were none.
        """
        if not self._registry.is_known(peer.number, entry.identity, entry.said):
            await self._check_token(peer, entry)
        await self._wait_for_expected(self._registry.resting.find_run(entry.said))
        if self._registry.resting.find_run(entry.said) is not None:
            async with self._taking_turn(peer):
                run = self._registry.resting.find_run(entry.said)
                if run is not None:  # Nobody brought it back meanwhile.
                    await self._bring_back(run, entry)
        return self._registry.find(entry.said)

    async def _check_token(self, peer: Peer, entry: EntryRequest) -> None:
        """Check that a token opens a seat of a session that its bearer may not learn of otherwise.

        Raises RequestRefusedError.
        """
        resting_runs, session = self._registry.resting_runs, self._registry.live(entry.said)
        if not entry.token:
            raise unknown_session(entry.said)
        if session is not None and session.members.seating.is_opened_by(entry.token):
            return
        if resting_runs is not None:
            run = self._registry.resting.find_run(entry.said) or NO_RUN
            self._count(peer)
            async with self._waiting_for_turn():
                job = partial(resting_runs.opens_seat, run, entry.token)
                if await self._in_thread(job) and run != NO_RUN:
                    return
        raise unknown_session(entry.said)

    async def seat_statuses(self, questions: Sequence[SeatQuestion]) -> list[SeatStatus]:
        """Return what became of seats whose sessions don't live, as far as the store tells now.

        It is asked the same about each, whether or not its run rests.
        """
        registry, resting_runs = self._registry, self._registry.resting_runs
        if resting_runs is None:
            return [registry.seat_status(question) for question in questions]
        runs = [registry.resting.find_run(each.session) or NO_RUN for each in questions]
        asked = [(run, each.token) for run, each in zip(runs, questions, strict=True)]
        try:
            opened = await self._in_thread(
                lambda: [resting_runs.opens_seat(*each) for each in asked]
            )
        except RequestRefusedError:
            return []
        pairs = zip(questions, opened, strict=True)
        return [registry.seat_status(each, is_proven=opens) for each, opens in pairs]

    async def _wait_for_expected(self, run: str | None) -> None:
        """Wait for a run that comes back by itself, and have it come first."""
        back = self._expected.get(run) if run is not None else None
        if run is not None and back is not None:
            if run not in self._asked_for:
                self._asked_for.append(run)
            await back.wait()

    async def bring_back_expected(
        self, runs: Sequence[str], on_back: Callable[[Session], object]
    ) -> None:
        """Bring runs back one after another, in this order, but first those that are asked for.

        Their sessions have places, whoever else comes meanwhile.
        """
        self._expected = {run: asyncio.Event() for run in runs}
        self._registry.capacity.keep_places(len(runs))
        try:
            while self._expected and not self._stopping:
                run = self._asked_for.popleft() if self._asked_for else next(iter(self._expected))
                if run in self._expected:
                    await self._bring_back_expected(run, on_back)
            if runs and not self._stopping:
                log.info("kept runs are back", runs=len(runs))
        finally:
            for run in list(self._expected):
                self._note_end(run)

    async def _bring_back_expected(self, run: str, on_back: Callable[[Session], object]) -> None:
        session = None
        try:
            async with self._turn:
                session = await self._restore(run, any_entry)
        except RequestRefusedError:
            pass  # The store can't be read now, which is logged: the run rests on.
        except Exception:
            log.exception("run could not be brought back", run=run)
        finally:
            self._note_end(run)
        if session is not None:
            on_back(session)

    def _note_end(self, run: str) -> None:
        """Let those who wait for a run go on: it is back, or doesn't come."""
        self._registry.capacity.free_place()
        self._expected.pop(run).set()

    async def _bring_back(self, run: str, entry: EntryRequest) -> None:
        reason = self._registry.resting.aside.get(run)
        # An operator may have brought it back in the store.
        if reason is None or reason.startswith(STORED_REASONS):
            await self._restore(run, self._registry.check_entry(entry))
        if run in self._registry.resting.aside:
            refuse_owner = self._resting_runs.refuse_owner
            await self._in_thread(partial(refuse_owner, run, entry.token))
        await asyncio.sleep(0)  # Entering the session is a slice of its own.

    async def _restore(self, run: str, check: CheckEntry) -> Session | None:
        """Read a resting run in a thread, and bring it back in slices; None if it doesn't come."""
        work = await self._in_thread(partial(self._resting_runs.read, run, check))
        return await in_slices(work, self._check_running)

    @property
    def _resting_runs(self) -> RestingRuns:
        found = self._registry.resting_runs
        assert found is not None, "a run rests only where somebody can bring it back"
        return found

    @asynccontextmanager
    async def _taking_turn(self, peer: Peer) -> AsyncIterator[None]:
        """Count a costly request, keep room for its session, and wait until it is its turn.

        An idle public session gives way if there is no room. Raises RequestRefusedError when there
        are too many, or when the server stops.
        """
        idle = None
        if not self._registry.capacity.has_room:
            idle = self._registry.find_giving_way(self._loop.time())
            if idle is None:
                self._registry.capacity.check_room()
        self._count(peer)
        if idle is not None:
            log.info("session gave way", session=idle.id)
            self._scheduler.end(idle, GAVE_WAY)
        with self._registry.capacity.holding_room():
            async with self._waiting_for_turn():
                yield

    @asynccontextmanager
    async def _waiting_for_turn(self) -> AsyncIterator[None]:
        self._waiting += 1
        try:
            async with self._turn:
                yield
        finally:
            self._waiting -= 1

    def _count(self, peer: Peer) -> None:
        if self._waiting >= MOST_WAITING:
            raise RequestRefusedError("too_fast", REFUSED["server"])
        address_key = peer.identity.address_key
        limit = self._admission.begin_session(address_key, self._loop.time())
        if limit is not None:
            raise RequestRefusedError("too_fast", REFUSED[limit])

    async def _in_thread(self, job: Callable[[], T]) -> T:
        """Return the result of a job, done in the thread.

        Raises whatever it raises, and RequestRefusedError when the server stops meanwhile.
        """
        self._check_running()
        result = await self._loop.run_in_executor(self._thread, job)
        self._check_running()
        return result

    def _check_running(self) -> None:
        if self._stopping:
            raise RequestRefusedError("server_full", "this server is stopping")

    def close(self) -> None:
        """Make no more sessions; what is under way is given up."""
        self._stopping = True
        self._thread.shutdown(wait=False)

    # --- replays and moderation --------------------------------------------------------------

    def check_replay(self, peer: Peer) -> None:
        """Count a replay that a peer begins.

        Raises RequestRefusedError when its address began too many.
        """
        if not self._admission.may_replay(peer.identity.address_key, self._loop.time()):
            reason = "too many replays were started from your address: wait a moment"
            raise RequestRefusedError("too_fast", reason)

    @contextmanager
    def counting_order(self, peer: Peer) -> Iterator[None]:
        """Count a moderation order, which the audit log records, once it is carried out.

        Raises RequestRefusedError when the address of the peer has filled its share of the log.
        """
        if not self._admission.may_audit(peer.identity.address_key, self._loop.time()):
            reason = "too many orders were given from your address: wait a minute"
            raise RequestRefusedError("too_fast", reason)
        yield
        self._admission.audited(peer.identity.address_key, self._loop.time())
