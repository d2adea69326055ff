import asyncio
import os
import signal
import sys

import pytest

from undertide_server.process.signals import (
    noting_hangups,
    noting_replacements,
    stopping_on_signals,
)

pytestmark = pytest.mark.both_loops

needs_hangup = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGHUP")


async def test_a_first_signal_asks_and_a_second_is_the_systems() -> None:
    stop = asyncio.Event()
    before = signal.getsignal(signal.SIGTERM)
    with stopping_on_signals(stop) as came:
        signal.raise_signal(signal.SIGTERM)
        await stop.wait()
        assert came == [signal.SIGTERM]
        assert signal.getsignal(signal.SIGTERM) == before
    assert signal.getsignal(signal.SIGTERM) == before


@needs_hangup
async def test_each_hangup_is_noted() -> None:
    stop, before = asyncio.Event(), signal.getsignal(signal.SIGHUP)
    with noting_hangups(stop) as hangup:
        for _ in range(2):
            signal.raise_signal(signal.SIGHUP)
            await hangup.wait()
            hangup.clear()
    assert not stop.is_set()
    assert signal.getsignal(signal.SIGHUP) == before


@needs_hangup
async def test_a_hangup_since_the_terminal_is_gone_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    stop = asyncio.Event()
    monkeypatch.setattr(os, "isatty", lambda _descriptor: True)
    with noting_hangups(stop) as hangup:
        monkeypatch.setattr(os, "isatty", lambda _descriptor: False)
        signal.raise_signal(signal.SIGHUP)
        await stop.wait()
        assert not hangup.is_set()


@needs_hangup
async def test_a_hangup_in_a_terminal_that_is_there_stops_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stop = asyncio.Event()
    monkeypatch.setattr(os, "isatty", lambda _descriptor: True)
    with noting_hangups(stop) as hangup:
        signal.raise_signal(signal.SIGHUP)
        await hangup.wait()
    assert not stop.is_set()


@needs_hangup
async def test_whoever_wants_to_hear_of_no_hangup_hears_of_none() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with noting_hangups(asyncio.Event()) as hangup:
            signal.raise_signal(signal.SIGHUP)
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
            assert not hangup.is_set()
    finally:
        signal.signal(signal.SIGHUP, before)


@needs_hangup
def test_a_terminal_that_is_gone_is_none_any_more() -> None:
    near, far = os.openpty()
    assert os.isatty(far)
    os.close(near)
    assert not os.isatty(far)
    os.close(far)


@needs_hangup
async def test_each_wish_for_new_workers_is_noted() -> None:
    before = signal.getsignal(signal.SIGUSR1)
    with noting_replacements() as replacement:
        for _ in range(2):
            signal.raise_signal(signal.SIGUSR1)
            await replacement.wait()
            replacement.clear()
    assert signal.getsignal(signal.SIGUSR1) == before
