"""The walk of one intent, from the bytes of its message to the step that takes it, stays short."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType

import pytest

from support.gateway.real_gateway import hosted
from undertide_server.sessions.clock.inbox import Inbox
from undertide_server.simulation.pipeline import step
from undertide_shared.messages import Act, Create, Created, Delta, Pace, Wait

LONGEST = 15
"""Functions of the project that call each other on the way. Each of them decides something; before
you raise this, look for one that only forwards."""
STATIONS: tuple[CodeType, ...] = (Inbox.queue_intent.__code__, step.__code__)
"""Where an intent waits for the next step, and where that step begins."""


def stack_of(frame: FrameType | None) -> list[str]:
    """Return the functions of the project that have called each other, the first caller first."""
    calls = []
    while frame is not None:
        path = Path(frame.f_code.co_filename)
        if any(part.startswith("undertide_") for part in path.parts):
            calls.append(f"{path.name}:{frame.f_code.co_qualname}")
        frame = frame.f_back
    return calls[::-1]


@contextmanager
def walk_recorded() -> Iterator[list[str]]:
    """Yield a list that fills with the functions on the way to each station, in order, each once.

    The way to a station is the stack of calls at its first call after the station before.
    """
    walk: list[str] = []
    stations = list(STATIONS)

    def note(frame: FrameType, event: str, _: object) -> None:
        if stations and event == "call" and frame.f_code is stations[0]:
            del stations[0]
            walk.extend(call for call in stack_of(frame) if call not in walk)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield walk
    finally:
        sys.setprofile(before)


@pytest.mark.parametrize("pace", ["real", "auto"])
async def test_an_intent_comes_to_its_step_by_a_few_calls(pace: Pace) -> None:
    # In real time it waits for a beat; a hero alone takes its turn at once.
    async with hosted() as host, host.guest() as guest:
        await guest.send(Create("", pace))
        made = (await guest.until(Created)).session
        async with host.player("Ann", made) as ann:
            with walk_recorded() as walk:
                await ann.send(Act(1, Wait()))
                delta = await ann.until(Delta)
                while delta.intent is None or delta.intent.outcome == "waiting":
                    delta = await ann.until(Delta)
    assert walk[0] == "opening.py:OpeningConnection.data_received"
    assert walk[-1] == "pipeline.py:step"
    assert len(walk) <= LONGEST, "\n".join(walk)
