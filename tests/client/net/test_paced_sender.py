"""Messages wait for the server's rates, in order; what became senseless meanwhile is dropped."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from support.client.scripted_server import Peer, scripted_server
from undertide_client.net.paced_sender import MAX_HELD, SHARE_OF_BURST, PacedSender, Pacer
from undertide_client.net.wire import Wire
from undertide_shared.messages import Act, Explore, Join, ListSessions, Move, Rates, Say, State

RATES = Rates(10, 20, [("join", 5)])
AT_ONCE = int(20 * SHARE_OF_BURST)
SLOW = Rates(1, 2)
"""One message at once, and then one a second."""
SPACED = Rates(4, 2)
"""One message at once, and then four a second."""
QUICK = Rates(500, 2)


def sent_at_once(pacer: Pacer, now: float) -> int:
    """Return how many lines of chat leave at one moment."""
    count = 0
    while not pacer.wait(Say("hi"), now):
        pacer.count(Say("hi"), now)
        count += 1
    return count


def test_a_part_of_the_burst_leaves_at_once_and_then_the_rate() -> None:
    pacer = Pacer(RATES, 0.0)
    assert sent_at_once(pacer, 0.0) == AT_ONCE
    assert pacer.wait(Say("hi"), 0.0) == 0.1
    assert sent_at_once(pacer, 0.5) == 5
    assert sent_at_once(pacer, 1000.0) == AT_ONCE


def test_costly_messages_count_for_several() -> None:
    pacer = Pacer(RATES, 0.0)
    pacer.count(Join("", "Ann"), 0.0)
    assert sent_at_once(pacer, 0.0) == AT_ONCE - 5


def test_a_message_that_costs_more_than_the_burst_leaves_all_the_same() -> None:
    pacer = Pacer(Rates(10, 20, [("join", 1000)]), 0.0)
    assert pacer.wait(Join("", "Ann"), 0.0) == 0


def test_senseless_rates_stop_nothing() -> None:
    pacer = Pacer(Rates(0, -5, [("say", -3)]), 0.0)
    assert sent_at_once(pacer, 0.0) == 1
    assert pacer.wait(Say("hi"), 0.0) == 1.0


class Box:
    """A sender on a real connection, and the state of its client."""

    def __init__(self, wire: Wire, peer: Peer) -> None:
        self.state = State.PLAYING
        self.sender = PacedSender(wire, lambda: self.state)
        self.peer = peer


@asynccontextmanager
async def opened(rates: Rates) -> AsyncIterator[Box]:
    async with scripted_server() as server:
        wire = await Wire.open(server.url)
        box = Box(wire, await server.accept())
        box.sender.apply_rates(rates)
        try:
            yield box
        finally:
            box.sender.close()
            await wire.close()


async def test_messages_beyond_the_rate_wait_and_leave_in_order() -> None:
    async with opened(QUICK) as box:
        lines = [Say(str(number)) for number in range(20)]
        began = asyncio.get_running_loop().time()
        assert all(box.sender.send(line) for line in lines)
        assert [await box.peer.receive() for _ in lines] == lines
        assert asyncio.get_running_loop().time() - began >= 19 / 500


async def test_so_many_wait_and_no_more() -> None:
    async with opened(SLOW) as box:
        sent = [box.sender.send(Say("hi")) for _ in range(MAX_HELD + 2)]
        assert sent == [True] * (MAX_HELD + 1) + [False]


async def test_what_can_not_be_sent_holds_up_nothing() -> None:
    async with opened(QUICK) as box:
        assert box.sender.send(Say("one"))
        for _ in range(2):  # One would leave at once, and the other wait.
            with pytest.raises(TypeError):
                box.sender.send(Act(1, Move(object(), 0)))  # type: ignore[arg-type]
            assert box.sender.send(Say("two"))
        assert [await box.peer.receive() for _ in range(3)] == [Say("one"), Say("two"), Say("two")]


async def test_what_the_state_no_longer_allows_is_dropped() -> None:
    async with opened(SPACED) as box:
        for number in range(1, 4):
            box.sender.send(Act(number, Explore()))
        box.state = State.LOBBY
        box.sender.send(ListSessions())
        assert await box.peer.receive() == Act(1, Explore())
        assert await box.peer.receive() == ListSessions()


async def test_a_closed_one_forgets_what_waited() -> None:
    async with opened(SLOW) as box:
        box.sender.send(Say("one"))
        box.sender.send(Say("two"))
        box.sender.close()
        box.sender.apply_rates(QUICK)
        box.sender.send(Say("three"))
        assert await box.peer.receive() == Say("one")
        assert await box.peer.receive() == Say("three")
