"""A child that says nothing gets no new work, and hangs after a while."""

import asyncio
import time

import pytest

from support.processes.waiting import until
from undertide_server.util import heartbeat
from undertide_server.util.background import running
from undertide_server.util.heartbeat import HUNG_BEATS, SILENT_BEATS, Pulse, WorkerHeartbeat


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeat, "BEAT_SECONDS", 0.0)


async def test_a_child_that_was_heard_and_falls_silent_hangs() -> None:
    told, child = [], WorkerHeartbeat()
    child.note_sign()
    assert child.is_well
    await child.watch_silence(lambda: told.append(child.is_well))
    assert told == [False], "it is told once, when it gets no more work"
    child.note_sign()
    assert child.is_well


async def test_a_child_that_beats_is_well_for_ever() -> None:
    child = WorkerHeartbeat()
    child.note_sign()
    watching = asyncio.create_task(child.watch_silence())
    for _ in range(10 * HUNG_BEATS):
        child.note_sign()
        await asyncio.sleep(0)
    assert child.is_well
    assert not watching.done()
    watching.cancel()


async def test_a_start_is_no_silence_and_neither_is_what_nobody_listened_to() -> None:
    child = WorkerHeartbeat()
    async with running(child.watch_silence()):
        for _ in range(10 * HUNG_BEATS):
            await asyncio.sleep(0)
        assert child.is_well
        child.note_sign()
        await until(lambda: not child.is_well)
        child.forgive_silence()
        assert child.is_well


async def test_it_hangs_later_than_it_is_silent() -> None:
    assert 1 < SILENT_BEATS < HUNG_BEATS


def test_a_pulse_beats_at_once_and_then_once_in_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    now, beats = [100.0], []
    monkeypatch.setattr(heartbeat, "BEAT_SECONDS", 1.0)
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    pulse = Pulse(lambda: beats.append(now[0]))
    for at in (100.0, 100.5, 100.9, 101.0, 101.5, 105.0, 105.5):
        now[0] = at
        pulse.beat()
    assert beats == [100.0, 101.0, 105.0]
