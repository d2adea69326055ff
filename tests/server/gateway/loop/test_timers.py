"""When sessions are called: once at the moment that was set last, those of one moment together."""

import asyncio
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.processes.waiting import until
from undertide_server.gateway.loop.timers import Timers
from undertide_server.sessions.session import Session

PAST = -100.0
"""A moment that has come: what is set to it is called in the loop's next turn."""
NEVER = 1e9
ANN, BEN, CID = (cast(Session, SimpleNamespace(id=name)) for name in ("ann", "ben", "cid"))


class Rung:
    """Alarms, and who was called when."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, float]] = []
        self.timers = Timers(self.ring)

    def ring(self, session: Session, due: float) -> None:
        self.calls.append((session.id, due))


async def turn(timers: Timers) -> None:
    """Wait until all were called that are due."""
    await until(lambda: {timers.due(each) for each in (ANN, BEN, CID)} <= {None, NEVER})


@pytest.fixture
async def handles(monkeypatch: pytest.MonkeyPatch) -> list[asyncio.TimerHandle]:
    """The timers that the loop is asked for."""
    loop, made = asyncio.get_running_loop(), list[asyncio.TimerHandle]()
    call_at = loop.call_at

    def noted(when: float, call: Callable[..., object], *args: Any) -> asyncio.TimerHandle:
        made.append(call_at(when, call, *args))
        return made[-1]

    monkeypatch.setattr(loop, "call_at", noted)
    return made


async def test_those_of_one_moment_share_a_timer_and_are_called_in_order(
    handles: list[asyncio.TimerHandle],
) -> None:
    rung = Rung()
    for session in (BEN, ANN, CID):
        rung.timers.set(session, PAST)
    assert len(handles) == 1
    await turn(rung.timers)
    assert rung.calls == [("ben", PAST), ("ann", PAST), ("cid", PAST)]
    assert [rung.timers.due(each) for each in (ANN, BEN, CID)] == [None] * 3


async def test_a_moment_that_has_passed_can_be_set_again() -> None:
    rung = Rung()
    for _ in range(2):
        rung.timers.set(ANN, PAST)
        await turn(rung.timers)
    assert rung.calls == [("ann", PAST)] * 2


async def test_a_moment_at_which_nobody_is_called_any_more_keeps_no_timer(
    handles: list[asyncio.TimerHandle],
) -> None:
    rung = Rung()
    for due in (NEVER, PAST):
        rung.timers.set(ANN, due)
    assert [handle.cancelled() for handle in handles] == [True, False]
    await turn(rung.timers)
    assert rung.calls == [("ann", PAST)]


async def test_a_call_may_set_its_session_again_and_take_back_anothers() -> None:
    rung = Rung()

    def ring(session: Session, due: float) -> None:
        rung.ring(session, due)
        if session is ANN:
            timers.set(ANN, PAST if len(rung.calls) == 1 else None)
            timers.set(BEN, None)
            timers.set(CID, NEVER)

    timers = Timers(ring)
    for session in (ANN, BEN, CID):
        timers.set(session, PAST)
    await turn(timers)
    assert rung.calls == [("ann", PAST), ("ann", PAST)]
    assert [timers.due(each) for each in (ANN, BEN, CID)] == [None, None, NEVER]
    timers.set(CID, None)


@given(
    sets=st.lists(
        st.tuples(st.sampled_from([ANN, BEN, CID]), st.sampled_from([PAST, PAST + 1, NEVER, None]))
    )
)
def test_each_is_called_at_the_moment_that_was_set_last(
    sets: Sequence[tuple[Session, float | None]],
) -> None:
    async def play() -> Rung:
        rung = Rung()
        for session, due in sets:
            rung.timers.set(session, due)
        await turn(rung.timers)
        return rung

    rung = asyncio.run(play())
    last = {session.id: due for session, due in sets}
    due = {(name, at) for name, at in last.items() if at is not None and at < NEVER}
    assert sorted(rung.calls) == sorted(due)
    assert [at for _, at in rung.calls] == sorted(at for _, at in rung.calls)
