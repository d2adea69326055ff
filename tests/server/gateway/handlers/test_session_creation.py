"""Sessions that are made or brought back while others go on, and those that never are."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest

from support.gateway.raw_clients import Client
from support.gateway.real_gateway import Hosted, hosted
from support.processes.waiting import LONGEST, until
from support.sessions.durable_host import Host, played
from support.sessions.fake_server import token
from support.sessions.kept_runs import change, store_unknown_content
from support.sessions.made_sessions import make_session
from support.sessions.returned_runs import bring_back
from undertide_server.content.records.ruleset import hash_of
from undertide_server.gateway.connections.peers import Peer
from undertide_server.gateway.edge.admission import Admission
from undertide_server.gateway.handlers import session_creation
from undertide_server.gateway.handlers.session_creation import SessionCreation
from undertide_server.sessions.durability import recovery
from undertide_server.sessions.handover import Handover
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.moderation import guessing
from undertide_server.sessions.offers import PreparedGame, SessionRequest, prepare
from undertide_server.sessions.registry import GAVE_WAY
from undertide_server.sessions.resting import CheckEntry, EntryRequest, RestingRuns
from undertide_server.sessions.session import Session
from undertide_server.simulation.pipeline import step
from undertide_server.simulation.state.events import Event
from undertide_server.simulation.state.inputs import Input
from undertide_server.simulation.state.run import Run
from undertide_server.startup.keeping import lay_to_rest
from undertide_server.startup.kept_runs import SET_ASIDE, KeptRuns
from undertide_server.store.durable import DurableJournal
from undertide_server.store.engine.sqlite.connection import SqliteConnection
from undertide_server.store.reader import Reader
from undertide_server.util import sliced
from undertide_server.util.background import running
from undertide_server.util.slices import Slices
from undertide_shared.codec import encode
from undertide_shared.messages import (
    Act,
    ClientMessage,
    Create,
    Created,
    Delta,
    Error,
    Govern,
    Invite,
    Join,
    Joined,
    Left,
    ListAuditEntries,
    ListPeople,
    ListSessions,
    Lock,
    Options,
    Order,
    People,
    Replay,
    SeatQuestion,
    Sessions,
    SetAccess,
    Wait,
    Watch,
    Watching,
)

Told = TypeVar("Told", Created, Joined)


class Gate:
    """A place where games wait, in their thread, until the test lets them go on."""

    def __init__(self) -> None:
        self.opened = threading.Event()
        self.prepared = 0
        self._loop = asyncio.get_running_loop()
        self._reached = asyncio.Event()

    def prepare(self, request: SessionRequest) -> PreparedGame:
        """Prepare a game once the gate is open."""
        self._loop.call_soon_threadsafe(self._reached.set)
        assert self.opened.wait(LONGEST)
        self.prepared += 1
        return prepare(request)

    async def reached(self) -> None:
        """Wait until a game has begun to be prepared."""
        async with asyncio.timeout(LONGEST):
            await self._reached.wait()


@pytest.fixture
async def gate(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Gate]:
    gate = Gate()
    monkeypatch.setattr(session_creation, "prepare", gate.prepare)
    yield gate
    gate.opened.set()


@asynccontextmanager
async def kept(folder: Path, **limits: Any) -> AsyncIterator[Hosted]:
    """Listen with the runs of a folder."""
    loop = asyncio.get_running_loop()
    faults: list[Exception] = []
    journal = DurableJournal(folder, loop.call_soon_threadsafe, faults.append)
    try:
        async with hosted(journal=journal, return_minutes=0, **limits) as host:
            bring_back(folder, host.registry, journal)
            yield host
    finally:
        journal.stop()
    assert not faults


class GatedRuns:
    """Reads resting runs once the gate is open, and notes their order."""

    def __init__(self, runs: RestingRuns) -> None:
        self._runs = runs
        self.opened = threading.Event()
        self.order: list[str] = []
        self.refuse_owner = runs.refuse_owner
        self.opens_seat = runs.opens_seat

    def read(
        self, run: str, check: CheckEntry, handover: Handover | None = None
    ) -> Slices[Session | None]:
        """Read a run."""
        self.order.append(run)
        assert self.opened.wait(LONGEST)
        return self._runs.read(run, check, handover)


async def test_a_run_that_is_asked_for_comes_back_before_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, find = asyncio.Event(), SessionCreation.find

    async def find_noted(creation: SessionCreation, peer: Peer, entry: EntryRequest) -> Session:
        asked.set()
        return await find(creation, peer, entry)

    monkeypatch.setattr(SessionCreation, "find", find_noted)
    hosts = {each.name: each for each in (played(tmp_path, 5, first=100 * n) for n in (1, 2, 3))}
    loop, faults = asyncio.get_running_loop(), list[Exception]()
    journal = DurableJournal(tmp_path, loop.call_soon_threadsafe, faults.append)
    try:
        async with hosted(journal=journal, sessions=3) as host:
            expected = lay_to_rest(tmp_path, host.registry, journal)
            assert set(expected) == set(hosts)
            assert host.registry.resting_runs is not None
            host.registry.resting_runs = runs = GatedRuns(host.registry.resting_runs)
            async with running(host.gateway.bring_back(expected)):
                async with host.guest() as newcomer, host.guest() as watcher:
                    await newcomer.send(Create("tutorial"))  # All places are kept.
                    assert (await newcomer.until(Error)).code == "server_full"
                    await watcher.send(Watch(hosts[expected[-1]].session.id))
                    await asked.wait()
                    runs.opened.set()
                    await watcher.until(Watching)
                await until(lambda: len(host.registry.sessions) == 3)
            assert runs.order == [expected[0], expected[-1], expected[1]]
            assert host.registry.capacity.room == 0
    finally:
        journal.stop()
    assert not faults


def resting_run(folder: Path, *orders: Order) -> Host:
    """Return a host that has ended, whose player had left its session before."""
    host = Host(folder)
    for order in orders:
        host.session.govern(None, Identity(operator=True), order, 0.0)
    host.play(5)
    host.session.leave(1, host.now)
    host.stop()
    return host


@pytest.fixture
def unbuilt(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The names of what was built although nothing should be."""
    built: list[str] = []
    for module, name in ((session_creation, "prepare"), (recovery, "draft_of")):
        monkeypatch.setattr(module, name, lambda *_, name=name: built.append(name))
    yield built
    assert not built


async def refusal(client: Client) -> str:
    return (await client.until(Error)).code


# --- refusals -----------------------------------------------------------------------------------


async def test_a_flood_of_joins_that_are_refused_builds_and_stores_nothing(
    tmp_path: Path, unbuilt: list[str]
) -> None:
    async with kept(tmp_path, message_burst=1000) as host, host.guest() as client:
        joins = [
            (Join("", "x", b"", "nocalling"), "bad_calling"),
            (Join("", "?"), "bad_name"),
            (Join("", "x", b"a guess"), "unknown_session"),
            (Join("", "x"), "unknown_session"),
            (Join("nowhere", "x"), "unknown_session"),
        ] * 8
        for message, code in joins:
            await client.send(message)
            assert await refusal(client) == code
        assert not host.registry.sessions
    with Reader(tmp_path) as reader:
        assert reader.runs() == []
    assert not unbuilt


async def test_the_whole_server_makes_so_many_sessions_in_a_second() -> None:
    async with hosted(sessions_per_second=1) as host, host.guest() as client:
        await client.send(Create(), Create(), Create("no such"))
        await client.expect(Created)
        assert await refusal(client) == "too_fast"
        assert await refusal(client) == "unknown_preset"
        assert len(host.registry.sessions) == 1


# --- making -------------------------------------------------------------------------------------


async def test_others_play_on_while_a_session_is_made(gate: Gate) -> None:
    async with hosted() as host, host.guest() as maker:
        session = make_session(host.registry, "", None, 0.0)
        async with host.player("Ann", session.id) as ann:
            await maker.send(Create())
            await gate.reached()
            await ann.send(Act(1, Wait()))
            await ann.until(Delta)
            assert len(host.registry.sessions) == 1
            gate.opened.set()
            assert (await maker.expect(Created)).session in host.registry.sessions


async def test_nothing_is_made_for_a_client_that_has_gone(gate: Gate, tmp_path: Path) -> None:
    async with kept(tmp_path) as host:
        async with host.guest() as maker, host.guest() as next_one:
            await maker.send(Create())
            await gate.reached()
            await next_one.send(Create(options=Options(seed="7")))
            await maker.connection.close()
            gate.opened.set()
            made = (await next_one.expect(Created)).session
        assert list(host.registry.sessions) == [made]
    with Reader(tmp_path) as reader:
        assert [info.session for info in reader.runs()] == [made]


async def test_nothing_is_made_by_a_server_that_stops(gate: Gate, tmp_path: Path) -> None:
    async with kept(tmp_path) as host, host.guest() as maker:
        await maker.send(Create())
        await gate.reached()
        asyncio.get_running_loop().call_later(0, gate.opened.set)
        await host.gateway.__aexit__(None, None, None)
        assert await maker.gone() == 1001
    with Reader(tmp_path) as reader:
        assert reader.runs() == []


async def test_two_that_are_made_at_once_do_not_pass_the_limit(gate: Gate) -> None:
    async with hosted(sessions=1) as host, host.guest() as one, host.guest() as other:
        await one.send(Create())
        await gate.reached()
        await other.send(Create())
        assert await refusal(other) == "server_full"
        gate.opened.set()
        await one.expect(Created)
        assert gate.prepared == 1


async def test_no_more_wait_for_their_turn_than_a_server_makes_in_a_second_or_two(
    gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_creation, "MOST_WAITING", 1)
    async with hosted() as host, host.guest() as one, host.guest() as other:
        await one.send(Create())
        await gate.reached()
        await other.send(Create())
        assert await refusal(other) == "too_fast"
        gate.opened.set()
        await one.expect(Created)


# --- bringing back ------------------------------------------------------------------------------


async def test_a_run_that_several_ask_for_at_once_is_brought_back_once(tmp_path: Path) -> None:
    session = resting_run(tmp_path).session.id
    async with kept(tmp_path) as host, host.guest() as ben, host.guest() as cat:
        await asyncio.gather(ben.send(Join(session, "Ben")), cat.send(Join(session, "Cat")))
        assert (await ben.until(Joined)).session == (await cat.until(Joined)).session == session
        assert list(host.registry.sessions) == [session]
        assert host.registry.resting.find_run(session) is None


async def test_others_go_on_between_the_steps_of_a_run_that_is_brought_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sliced, "SLICE_SECONDS", 0.0)
    session, order = resting_run(tmp_path).session.id, list[str]()

    def stepping(run: Run, inputs: Sequence[Input]) -> list[Event]:
        order.append("step")
        asyncio.get_running_loop().call_soon(order.append, "somebody else")
        return step(run, inputs)

    monkeypatch.setattr(recovery, "step", stepping)
    async with kept(tmp_path) as host, host.guest() as client:
        await client.send(Join(session, "Ben"))
        await client.until(Joined)
    assert order == ["step", "somebody else"] * 5


async def test_what_is_under_way_is_given_up_by_a_server_that_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sliced, "SLICE_SECONDS", 0.0)
    session, begun = resting_run(tmp_path).session.id, asyncio.Event()

    def stepping(run: Run, inputs: Sequence[Input]) -> list[Event]:
        begun.set()
        return step(run, inputs)

    monkeypatch.setattr(recovery, "step", stepping)
    async with kept(tmp_path) as host, host.guest() as client:
        await client.send(Join(session, "Ben"))
        await begun.wait()
        await host.gateway.__aexit__(None, None, None)
        assert not host.registry.sessions
    with Reader(tmp_path) as reader:
        assert [info.state for info in reader.runs()] == ["live"]


async def test_a_session_that_is_brought_back_counts_as_one_that_is_made(tmp_path: Path) -> None:
    session = resting_run(tmp_path).session.id
    async with kept(tmp_path, sessions_per_second=1) as host, host.guest() as client:
        await client.send(Create(), Watch(session, "Wat"))
        await client.expect(Created)
        assert await refusal(client) == "too_fast"
        assert host.registry.resting.find_run(session) is not None


async def test_who_may_not_enter_a_resting_run_does_not_bring_it_back(
    tmp_path: Path, unbuilt: list[str]
) -> None:
    resting = resting_run(tmp_path, SetAccess("invited"), Invite()).session
    async with kept(tmp_path) as host, host.guest() as client:
        refused: list[tuple[ClientMessage, str]] = [
            (Join(resting.id, "Eve"), "unknown_session"),
            (Watch(resting.id, "Eve"), "unknown_session"),
            (Join(resting.id, "Eve", b"a guess"), "unknown_session"),
            (Join(resting.policy.code, "Eve", b"", "nocalling"), "bad_calling"),
            (Join(resting.policy.code, ""), "bad_name"),
            (ListPeople(resting.id), "unknown_session"),
        ]
        for message, code in refused:
            await client.send(message)
            assert await refusal(client) == code
        assert host.registry.resting.find_run(resting.id) is not None
    with Reader(tmp_path) as reader:
        assert [info.state for info in reader.runs()] == ["live"]
    assert not unbuilt


@asynccontextmanager
async def full(folder: Path) -> AsyncIterator[Hosted]:
    """Listen with room for one session, which gives way as soon as nobody does anything."""
    async with kept(folder, sessions=9, give_way_minutes=1e-6, message_burst=1000) as host:
        host.registry.capacity.keep_places(8)
        yield host


async def once_there_is_room(
    host: Hosted, client: Client, message: ClientMessage, kind: type[Told]
) -> Told:
    """Return the answer to a message, sent until all that is played is stored, and gives way."""
    while True:
        await until(lambda: all(each.is_settled for each in host.registry.sessions.values()))
        await client.send(message)
        while not isinstance(answer := await client.receive(), Error):
            if isinstance(answer, kind):
                return answer
        assert answer.code == "server_full", answer


async def test_an_idle_public_session_gives_way_and_its_players_come_back_later(
    tmp_path: Path,
) -> None:
    async with (
        full(tmp_path) as host,
        host.guest() as ann,
        host.guest() as ben,
    ):
        joined = await ann.join("Ann")
        await ann.send(Govern(SetAccess("public")))  # Games with lessons are for one.
        await ann.until(People)
        made = await once_there_is_room(host, ben, Create("tutorial"), Created)
        assert (await ann.until(Left)).reason == GAVE_WAY
        assert list(host.registry.sessions) == [made.session]
        assert host.registry.resting.find_run(joined.session) is not None
        host.registry.capacity.free_place()
        again = await once_there_is_room(host, ann, Join(joined.session, "", joined.token), Joined)
        assert (again.session, again.seat) == (joined.session, joined.seat)


async def test_nobody_has_to_go_for_a_request_that_is_refused(tmp_path: Path) -> None:
    async with (
        full(tmp_path) as host,
        host.player("Ann") as ann,
        host.guest() as ben,
    ):
        await ann.send(Govern(SetAccess("public")))
        await ann.until(People)
        await until(lambda: host.registry.sessions[ann.session].is_settled)
        for refused in (
            Create("no such preset"),
            Join("zzzzz", "Ben", b"a guess"),
            Join("zzzzz", "B"),
        ):
            await ben.send(refused)
            await ben.until(Error)
        assert list(host.registry.sessions) == [ann.session]


def tries_at(session: str) -> list[ClientMessage]:
    """Return all that a stranger may try who has the id of a session, but not its code."""
    named: list[ClientMessage] = [
        message
        for said in (session, f"{session}-", f"{session}-wrong", f"{session}-wrongone")
        for message in (Join(said, "Eve"), Watch(said, "Eve"), ListPeople(said), Replay(said))
    ]
    orders: list[ClientMessage] = [Govern(Lock(True), session), ListAuditEntries(session)]
    seats = ListSessions(seats=[SeatQuestion(session, b"a guess")])
    return [
        *named,
        *orders,
        seats,
        Join(session, "Eve", b"a guess"),
        Join(f"{session}-b", "", b"guess"),
    ]


WORKING = ("MainThread", "session maker", "asyncio")
"""The threads that work for people who come in; others write what is played, and tidy up."""


class Work:
    """What a server does for somebody: what it asks its store, and what it counts as costly."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.done: list[str] = []
        for owner, name in (
            (SqliteConnection, "execute"),
            (Admission, "begin_session"),
            (KeptRuns, "read"),
            (KeptRuns, "opens_seat"),
            (SessionCreation, "_restore"),
        ):
            monkeypatch.setattr(owner, name, self._noted(getattr(owner, name)))

    def _noted(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(this: Any, *given: Any, **named: Any) -> Any:
            if threading.current_thread().name.startswith(WORKING):
                asked = f" {given[0]}" if method.__name__ == "execute" else ""
                self.done.append(method.__name__ + asked)
            return method(this, *given, **named)

        return call

    def take(self) -> list[str]:
        """Return what was done since the last call."""
        done, self.done = self.done, []
        return done


@pytest.mark.parametrize("is_live", [False, True])
async def test_no_stranger_can_tell_a_session_by_invitation_from_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_live: bool
) -> None:
    monkeypatch.setattr(guessing, "AT_ONCE_FROM_ADDRESS", 1000)
    monkeypatch.setattr(guessing, "AT_ONCE_AT_SESSION", 1000)
    resting = resting_run(tmp_path, SetAccess("invited"), Invite()).session
    none = "zzzzz"
    assert len(none) == len(resting.id)
    work = Work(monkeypatch)
    async with kept(tmp_path, message_burst=1000) as host, host.guest() as eve:
        if is_live:
            async with host.guest() as ann:
                await ann.send(Watch(resting.policy.code))
                await ann.until(Watching)
        for one, other in zip(tries_at(resting.id), tries_at(none), strict=True):
            told = []
            for message in (one, other):
                work.take()
                await eve.send(message)
                answer = await eve.receive()
                while not isinstance(answer, Error | Sessions):
                    answer = await eve.receive()
                said = encode(answer).replace(none.encode(), resting.id.encode())
                told.append((said, work.take()))
            assert told[0] == told[1], one
        assert (resting.id in host.registry.sessions) is is_live
        if not is_live:
            await eve.send(ListSessions(seats=[SeatQuestion(resting.id, token(3))]))
            (seat,) = (await eve.until(Sessions)).seats
            assert seat.state == "resting", "its own token tells"
        await eve.send(Join(resting.id, "Ann", token(3)))
        assert (await eve.until(Joined)).session == resting.id, "a seat's own token needs no code"


# --- runs that can't be played at the moment -----------------------------------------------------


async def test_the_owner_of_a_seat_keeps_it_while_the_run_cannot_be_played(tmp_path: Path) -> None:
    rested = resting_run(tmp_path)
    session, owned = rested.session.id, token(3)
    with Reader(tmp_path) as reader:
        before = hash_of(reader.header(rested.name).content)
    store_unknown_content(tmp_path)
    async with kept(tmp_path) as host, host.guest() as client:
        reason = "this version can't play by its content: tide.later: unknown key"
        assert host.registry.resting.aside == {rested.name: reason}
        await client.send(Join(session, "Ann", owned))
        refused = await client.until(Error)
        assert (refused.code, refused.reason) == ("server_full", SET_ASIDE)
        for stranger in (Join(session, "Eve"), Join(session, "Eve", b"a guess"), Watch(session)):
            await client.send(stranger)
            assert await refusal(client) == "unknown_session", "strangers learn nothing"
    with Reader(tmp_path) as reader:
        assert [info.state for info in reader.runs()] == ["live"]
    change(tmp_path, "UPDATE runs SET content = ?", before)
    async with kept(tmp_path) as host, host.guest() as client:
        await client.send(Join(session, "Ann", owned))
        assert (await client.until(Joined)).session == session


async def test_a_run_that_turns_out_to_be_damaged_keeps_its_seats(tmp_path: Path) -> None:
    rested = resting_run(tmp_path)
    change(tmp_path, "UPDATE stretches SET inputs = x'ff'")
    async with kept(tmp_path) as host, host.guest() as client:
        for _ in range(2):  # it is read once, and then known
            await client.send(Join(rested.session.id, "Ann", token(3)))
            assert await refusal(client) == "server_full"
        assert list(host.registry.resting.aside) == [rested.name]
    with Reader(tmp_path) as reader:
        assert [info.state for info in reader.runs()] == ["aside"]
