import asyncio
from collections.abc import Callable
from typing import Never

import pytest

from support.gateway import raw_clients
from support.gateway.real_gateway import Hosted, hosted
from support.processes.waiting import until
from support.sessions.lobby import SlowJournal
from support.sessions.made_sessions import make_session
from undertide_server.gateway import housekeeping
from undertide_server.gateway.edge.loop_shares import LoopShares
from undertide_server.sessions.durability import journal_writer
from undertide_server.sessions.request_handler import RequestHandler
from undertide_server.sessions.session import Session
from undertide_shared.messages import (
    Act,
    Create,
    Created,
    Delta,
    Error,
    Join,
    Joined,
    Left,
    ListSessions,
    Move,
    RunState,
    Say,
    Sessions,
    Wait,
)


def next_call(host: Hosted, session: Session) -> float | None:
    """Return the moment at which a session is called next, if it is."""
    return host.gateway.scheduler.timers.due(session)


async def test_real_time_runs_without_anybody_doing_anything() -> None:
    async with hosted() as host, host.guest() as client:
        await client.send(Create("", "real"))
        made = (await client.expect(Created)).session
        async with host.player("Ann", made):
            session = host.registry.sessions[made]
            before, due = session.run.progress.step, next_call(host, session)
            async with host.player("Bob", made) as bob:
                await bob.send(Act(1, Wait()))
                delta = await bob.until(Delta)
                while delta.intent is None or delta.intent.outcome == "waiting":
                    delta = await bob.until(Delta)
            assert session.run.progress.step > before
            assert due is not None
            assert (next_call(host, session) or 0.0) > due


async def test_a_solo_floor_stands_still_and_sets_no_timer() -> None:
    async with hosted() as host, host.player("Ann") as client:
        assert next_call(host, host.registry.sessions[client.session]) is None


async def test_a_session_that_fails_is_closed_and_no_other_notices(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with hosted() as host, host.guest() as client, host.player("Ann") as ann:
        await client.send(Create())
        made = (await client.expect(Created)).session
        async with host.player("Bob", made) as bob, host.player("Cid", made) as cid:
            broken = host.registry.sessions[made]
            advance = Session.advance

            def fail(session: Session, now: float) -> None:
                if session is broken:
                    raise ZeroDivisionError
                advance(session, now)

            monkeypatch.setattr(Session, "advance", fail)
            await bob.send(Act(1, Move(1, 0)))
            for member in (bob, cid):
                assert (await member.until(Error)).code == "internal"
                assert (await member.expect(Left)).session == made
            assert made not in host.registry.sessions
            await bob.send(ListSessions())
            assert [info.session for info in (await bob.expect(Sessions)).sessions] == [ann.session]
            await ann.send(Act(1, Wait()))
            await ann.until(Delta)


async def test_a_session_that_fails_when_joined_tells_who_joined(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> Never:
        raise ZeroDivisionError

    async with hosted() as host, host.guest() as client:
        monkeypatch.setattr(Session, "join", fail)
        await client.send(Create(), Join("", "Ann"))
        await client.expect(Created)
        assert (await client.expect(Error)).code == "internal"
        await client.expect(Left)
        monkeypatch.undo()
        await client.send(Create(), Join("", "Ann"))
        await client.until(Joined)


async def test_a_session_that_can_not_even_be_closed_is_gone_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> Never:
        raise ZeroDivisionError

    async with hosted() as host, host.player("Ann") as client:
        monkeypatch.setattr(RequestHandler, "handle_message", fail)
        monkeypatch.setattr(Session, "close", fail)
        await client.send(Say("hi"))
        assert (await client.until(Error)).code == "internal"
        assert not host.registry.sessions
        monkeypatch.undo()
        await client.until(Left)
        await client.send(Create(), Join("", "Ann"))
        await client.until(Joined)


async def test_sessions_that_nobody_uses_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = asyncio.Event()

    def close(session: Session, reason: str, state: RunState) -> None:
        leave(session, reason, state)
        closed.set()

    leave = Session.close
    monkeypatch.setattr(housekeeping, "SWEEP_SECONDS", 0.01)
    monkeypatch.setattr(Session, "close", close)
    async with hosted(idle_session_seconds=0.05) as host, host.guest() as client:
        await client.send(Create())
        await client.expect(Created)
        await closed.wait()
        await client.send(ListSessions())
        assert (await client.expect(Sessions)).sessions == []


async def left_idle(monkeypatch: pytest.MonkeyPatch, sessions: int, over: asyncio.Event) -> None:
    """Leave that number of sessions to sweeps that come at once, until all that is `over`."""
    monkeypatch.setattr(housekeeping, "SWEEP_SECONDS", 0.01)
    monkeypatch.setattr(housekeeping, "CLOSING_SECONDS", 0.0)
    async with hosted(idle_session_seconds=0.05) as host:
        now = asyncio.get_running_loop().time()
        for _ in range(sessions):
            make_session(host.registry, "", None, now)
        await over.wait()
        assert not host.registry.sessions


async def test_others_go_on_between_two_idle_sessions_that_are_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    happened: list[str] = []
    finished = asyncio.Event()
    leave = Session.close

    def close(session: Session, reason: str, state: RunState) -> None:
        leave(session, reason, state)
        happened.append("closed")
        asyncio.get_running_loop().call_soon(happened.append, "others")
        if happened.count("closed") == 3:
            finished.set()

    monkeypatch.setattr(Session, "close", close)
    await left_idle(monkeypatch, 3, finished)
    assert happened == ["closed", "others"] * 3


async def test_an_idle_session_that_can_not_be_closed_is_set_aside_and_others_are_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    states: list[RunState] = []
    finished = asyncio.Event()
    leave = Session.close

    def close(session: Session, reason: str, state: RunState) -> None:
        states.append(state)
        if len(states) == 1:
            raise ZeroDivisionError
        leave(session, reason, state)
        if len(states) == 3:
            finished.set()

    monkeypatch.setattr(Session, "close", close)
    await left_idle(monkeypatch, 2, finished)
    assert states == ["abandoned", "aside", "abandoned"]


async def test_a_run_that_waited_for_its_disk_goes_on_when_that_has_caught_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(journal_writer, "MOST_UNCOMMITTED", 1)
    journal = SlowJournal()
    async with hosted(journal=journal) as host:
        now = asyncio.get_running_loop().time()
        session = make_session(host.registry, "", "real", now)
        session.join(1, "Ann", b"", now)
        host.gateway.scheduler.move_on(session)
        assert session.journal_writer.is_full
        assert next_call(host, session) is None
        journal.commit()
        assert next_call(host, session) is not None


async def test_what_becomes_durable_after_a_session_was_closed_sets_no_timer() -> None:
    async with hosted() as host, host.player("Ann") as ann:
        session = host.registry.sessions[ann.session]
        host.gateway.scheduler.end(session, "over")
        session.announcer.roster_changed = True
        session.journal_writer.on_late()
        assert next_call(host, session) is None
        await ann.until(Left)


async def test_no_step_is_taken_once_runs_were_kept_for_the_next_server() -> None:
    async with hosted() as host, host.guest() as guest:
        await guest.send(Create("", "real"))
        made = (await guest.expect(Created)).session
        async with host.player("Ann", made) as ann, host.player("Bob", made):
            session = host.registry.sessions[made]
            host.gateway.scheduler.suspend()
            kept = session.run.progress.step
            await ann.send(Act(1, Wait()), ListSessions())
            assert next_call(host, session) is None
        await guest.send(ListSessions())
        await guest.until(Sessions)
        session.journal_writer.on_late()
        assert session.run.progress.step == kept
        assert next_call(host, session) is None


async def test_a_session_that_can_not_be_kept_keeps_no_other_from_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    suspend = Session.suspend
    kept: list[str] = []

    def fail(session: Session) -> None:
        if session.id == broken:
            raise ZeroDivisionError
        suspend(session)
        kept.append(session.id)

    async with hosted() as host, host.guest() as guest:
        made = []
        for _ in range(3):
            await guest.send(Create())
            made.append((await guest.until(Created)).session)
        broken = made[1]
        monkeypatch.setattr(Session, "suspend", fail)
        host.gateway.scheduler.suspend()
        assert kept == [made[0], made[2]]


async def test_each_beat_is_counted_with_how_late_it_was_and_how_long_it_took() -> None:
    async with hosted() as host, host.guest() as client:
        await client.send(Create("", "real"))
        made = (await client.expect(Created)).session
        async with host.player("Ann", made) as ann:
            for _ in range(2):
                await ann.send(Act(1, Wait()))
                await ann.until(Delta)
            counters = host.gateway.counters
            assert sum(counters.lateness.counts) >= 1
            assert sum(counters.beats.counts) >= sum(counters.lateness.counts)
            assert counters.beats.total > 0


async def test_a_session_waits_for_a_turn_if_all_its_players_must(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turns: list[Callable[[], None]] = []
    elsewhere = {"local_addr": ("127.0.0.2", 0)}
    async with hosted() as host, host.guest() as guest:
        await guest.send(Create("", "real"))
        made = (await guest.expect(Created)).session
        run = host.registry.sessions[made].run
        async with host.player("Ann", made):
            async with raw_clients.player(host.address, made, "Ben", **elsewhere):
                monkeypatch.setattr(
                    LoopShares, "must_all_wait", lambda _shares, keys, _now: keys == ("127.0.0.1",)
                )
                monkeypatch.setattr(LoopShares, "wait", lambda _shares, _key, do: turns.append(do))
                before = run.progress.step
                await until(lambda: run.progress.step > before + 1)
                assert turns == []
            await until(lambda: bool(turns))
            before = run.progress.step
            await asyncio.sleep(0)
            assert (run.progress.step, len(turns)) == (before, 1)
            turns.pop()()
            assert run.progress.step > before
            await until(lambda: bool(turns))
            monkeypatch.undo()
