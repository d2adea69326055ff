import pytest
from structlog.testing import capture_logs

from support.gateway.raw_sockets import BIG, EMPTY_MESSAGE, UPGRADE, opened, until_cut, upgraded
from support.gateway.real_gateway import hosted
from support.processes.waiting import until
from undertide_server.gateway.edge.socket import Socket

pytestmark = pytest.mark.both_loops


async def test_what_follows_a_goodbye_is_not_read() -> None:
    async with hosted(bytes_per_second=50_000) as host:
        reader, writer = await upgraded(host.address)
        writer.write(BIG * 10)
        await reader.readuntil(b"the server accepts")
        (guest,) = host.gateway.gate.guests
        assert isinstance(guest, Socket)
        writer.write(BIG * 100)
        await until(lambda: not guest.transport.is_reading())
        guest.drop()
        await until_cut(reader, writer)


async def test_strangers_write_no_log_lines_one_by_one() -> None:
    with capture_logs() as logs:
        async with hosted(bytes_per_second=50_000) as host:
            reader, writer = await opened(host.address)
            writer.write(UPGRADE.replace(b"undertide.v1", b"chess"))
            await until_cut(reader, writer)
            reader, writer = await upgraded(host.address)
            writer.write(BIG * 10)
            await until_cut(reader, writer)
            await host.deserted()
            assert host.gateway.counters.cut == {"wrong_version": 1, "too_fast": 1}
    told = [log for log in logs if log["event"] != "cut off"]
    assert [log for log in told if "put out" in log["event"] or "dropped" in log["event"]] == []
    assert {(log["reason"], log["connections"]) for log in logs if log not in told} == {
        ("wrong_version", 1),
        ("too_fast", 1),
    }


async def test_whoever_is_put_out_and_floods_on_is_dropped_and_counted_once() -> None:
    async with hosted(bad_messages=1, bytes_per_second=100_000) as host:
        reader, writer = await upgraded(host.address)
        writer.write((EMPTY_MESSAGE * 3 + BIG) * 30)
        await until_cut(reader, writer)
        await host.deserted()
        assert host.gateway.counters.cut.total() == 1
