import asyncio

import pytest

from support.client.client_examples import delta, hero_status, joined, keyframe
from support.client.scripted_server import Peer, scripted_server
from undertide_client.bots.run import MAX_BOTS, run_bots
from undertide_shared.messages import Act, Create, Created, Error, IntentReport, Join, Leave

LIVING = keyframe(hero=hero_status(life=30, effects=[]))


async def host(peer: Peer, seat: int) -> str:
    """Give a bot a seat and answer its intents until it leaves; return the name it came with."""
    await peer.greet()
    message = await peer.receive()
    if isinstance(message, Create):
        await peer.send(Created("k7m2q"))
        message = await peer.receive()
    assert isinstance(message, Join)
    join = message
    assert join.session == "k7m2q"
    await peer.send(joined(seat=seat, name=join.name), LIVING)
    number = 1
    while not isinstance(message := await peer.receive(), Leave):
        assert isinstance(message, Act)
        number += 1
        await peer.send(
            delta(number, intent=IntentReport(message.sequence, message.sequence, "done"))
        )
    return join.name


async def test_so_many_bots_play_and_leave_properly() -> None:
    async with scripted_server() as server:
        playing = asyncio.create_task(run_bots(server.url, 3, 2.0))
        hosting = [asyncio.create_task(host(await server.accept(), seat)) for seat in range(3)]
        report = await playing
        names = [await task for task in hosting]
    assert len(set(names)) == 3
    assert (report.players, report.errors) == (3, 0)
    assert report.intents >= 3
    assert report.p50 is not None
    assert report.p99 is not None
    assert report.p50 <= report.p99
    assert report.seconds >= 2.0


async def test_one_comes_in_after_the_other_to_share_the_session_that_the_first_makes() -> None:
    async with scripted_server() as server:
        playing = asyncio.create_task(run_bots(server.url, 2, 1.0))
        first = await server.accept()
        await first.greet()
        await first.expect(Create)
        await first.send(Created("k7m2q"))
        assert (await first.expect(Join)).session == "k7m2q"
        second = await server.accept()
        await second.greet()
        await first.send(joined(seat=0), LIVING)
        assert (await second.expect(Join)).session == "k7m2q"
        await second.send(joined(seat=1), LIVING)
        assert (await playing).players == 2


async def test_where_their_session_is_full_the_next_makes_another() -> None:
    async with scripted_server() as server:
        playing = asyncio.create_task(run_bots(server.url, 2, 2.0))
        first = await server.accept()
        await first.greet()
        await first.expect(Create)
        await first.send(Created("k7m2q"))
        await first.expect(Join)
        second = await server.accept()
        await second.greet()
        await first.send(joined(seat=0), LIVING)
        await second.expect(Join)
        await second.send(Error("session_full", "all seats are taken"))
        await second.expect(Create)
        await second.send(Created("wt4he"))
        assert (await second.expect(Join)).session == "wt4he"
        await second.send(joined(session="wt4he", seat=0), LIVING)
        report = await playing
    assert (report.players, report.errors) == (2, 0)


async def test_one_that_gets_no_seat_does_not_hinder_the_others() -> None:
    async with scripted_server() as server:
        playing = asyncio.create_task(run_bots(server.url, 2, 0.5, "k7m2q"))
        unlucky = await server.accept()
        await unlucky.greet()
        await unlucky.expect(Join)
        await unlucky.send(Error("session_full", "all seats are taken"))
        await host(await server.accept(), 0)
        report = await playing
    assert report.players == 1
    assert report.faults == {"refused: all seats are taken": 1}


@pytest.mark.parametrize("count", [0, -1, MAX_BOTS + 1])
async def test_a_number_of_bots_that_cannot_be_is_refused(count: int) -> None:
    with pytest.raises(ValueError, match=f"not {count}"):
        await run_bots("ws://127.0.0.1:1", count, 1.0)


@pytest.mark.parametrize("seconds", [0.0, -2.0, float("nan")])
async def test_a_time_that_cannot_be_is_refused(seconds: float) -> None:
    with pytest.raises(ValueError, match="more than 0 seconds"):
        await run_bots("ws://127.0.0.1:1", 1, seconds)


async def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="nonsense"):
        await run_bots("nonsense", 1, 1.0)
