import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable

import pytest

from undertide_server.cli.stopping import at_end_of_input, until_stopped


def test_the_end_of_input_is_harmless_after_the_service_has_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def ended(_stop: asyncio.Event, _announce: Callable[[str], None]) -> None:
        pass

    faults: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr(threading, "excepthook", faults.append)
    reading, writing = os.pipe()
    with os.fdopen(reading) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        assert asyncio.run(until_stopped(ended, at_end_of_input)) == 0
        waiting = next(each for each in threading.enumerate() if each.name == "end of input")
        os.close(writing)
        waiting.join()
    assert not faults


async def test_a_service_that_stops_by_itself_hears_of_a_signal() -> None:
    signalled, stops = asyncio.Event(), list[asyncio.Event]()

    async def served(stop: asyncio.Event, _announce: Callable[[str], None]) -> None:
        stops.append(stop)
        signal.raise_signal(signal.SIGTERM)
        await signalled.wait()

    assert await until_stopped(served, signalled=signalled) == 0
    assert not stops[0].is_set()
