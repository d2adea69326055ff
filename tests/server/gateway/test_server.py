import pytest

from support.gateway.real_gateway import hosted, server_for, settings
from undertide_server.gateway.farewell import HOST_LEFT_FOR_GOOD
from undertide_server.gateway.http.pages import CUT_OFF
from undertide_server.gateway.server import Gateway
from undertide_shared.closing import Closing
from undertide_shared.messages import Leave, Left, ListSessions

pytestmark = pytest.mark.both_loops


async def test_a_stop_tells_everyone_and_closes_in_good_order() -> None:
    async with hosted() as host:
        async with host.player("Ann") as ann, host.watcher(ann.session) as wat, host.guest() as lob:
            await host.gateway.__aexit__(None, None, None)
            for client in (ann, wat):
                left = [each for each in await client.rest() if isinstance(each, Left)]
                assert [each.session for each in left] == [ann.session]
                assert "is stopping" in left[0].reason
                assert client.connection.close_code == Closing.GOING_AWAY
            assert await lob.gone() == Closing.GOING_AWAY
        assert not host.registry.sessions


async def test_a_node_that_is_cut_off_closes_all_connections_and_goes_on() -> None:
    async with hosted() as host:
        async with host.player("Ann") as ann, host.guest() as lob:
            host.gateway.send_all_elsewhere()
            for client in (ann, lob):
                assert await client.gone() == Closing.GOING_AWAY
                assert client.connection.close_reason == CUT_OFF
        async with host.guest():
            pass


async def test_the_server_of_a_player_says_that_its_host_left() -> None:
    async with hosted(farewell=HOST_LEFT_FOR_GOOD) as host, host.player("Ann") as ann:
        await host.gateway.__aexit__(None, None, None)
        left = [each for each in await ann.rest() if isinstance(each, Left)]
        assert [each.reason for each in left] == [HOST_LEFT_FOR_GOOD.words]
        assert ann.connection.close_code == Closing.HOST_LEFT
        assert ann.connection.close_reason == HOST_LEFT_FOR_GOOD.words


async def test_two_servers_can_not_have_one_port() -> None:
    async with hosted() as host:
        port = int(host.address.rpartition(":")[2])
        taken = settings({"server": {"port": port}})
        registry = server_for(taken, host.service).registry
        with pytest.raises(OSError, match="in use"):
            await Gateway(taken, registry, host.service).__aenter__()


async def test_who_is_put_out_still_hears_why_behind_a_flood_of_its_own() -> None:
    async with hosted(bad_messages=1) as host, host.guest() as client:
        await client.send(*[Leave()] * 300)
        assert await client.gone() == Closing.TOO_MANY_FAULTS


async def test_connections_come_and_go_and_leave_nothing_behind() -> None:
    async with hosted() as host:
        for number in range(5):
            async with host.player(f"Ann {number}") as client:
                await client.send(ListSessions())
            async with host.guest():
                pass
        await host.deserted()


async def test_people_in_a_run_that_was_set_aside_read_why_and_nothing_of_it_is_written() -> None:
    async with hosted() as host, host.player("Ann") as ann, host.watcher(ann.session) as wat:
        run = host.registry.find(ann.session).config.run
        host.gateway.fenced(run, "the store went back: it ends at step 1 of 2")
        for client in (ann, wat):
            left = await client.until(Left)
            assert (left.session, left.reason) == (
                ann.session,
                "the store went back: it ends at step 1 of 2",
            )
        assert not host.registry.sessions
        host.gateway.fenced(run, "")
        assert host.gateway.counters.fenced_writes == 2
