"""The places where a server takes connections, and how they are closed."""

import asyncio

import pytest

from support.gateway.raw_clients import guest
from support.gateway.real_gateway import hosted
from undertide_server.gateway import listeners
from undertide_server.gateway.edge.address import websocket_address
from undertide_shared.messages import ListSessions, Sessions


async def test_a_stop_waits_for_nobody_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listeners, "STOP_SECONDS", 0.1)
    async with hosted() as host:
        address, port = host.address.removeprefix("ws://").split(":")
        silent, silent_writer = await asyncio.open_connection(address, int(port))
        async with host.player("Ann") as ann:
            # A client that hears nothing never answers the server's goodbye.
            ann.connection.transport.pause_reading()
            await host.gateway.__aexit__(None, None, None)
            ann.connection.transport.abort()
        assert await silent.read() == b""
        silent_writer.close()
        assert host.gateway.gate.admission.connections == 0


@pytest.mark.parametrize("everywhere", ["0.0.0.0", "::"])
async def test_everywhere_is_ipv4_and_ipv6(everywhere: str) -> None:
    async with hosted(sections={"server": {"host": everywhere}}) as host:
        assert host.address.startswith("ws://[::]:")
        port = int(host.address.rpartition(":")[2])
        for own in ("127.0.0.1", "::1"):
            async with guest(websocket_address(own, port)) as client:
                await client.send(ListSessions())
                await client.until(Sessions)


async def test_a_host_that_there_is_not_is_named() -> None:
    with pytest.raises(OSError, match="can't listen on no such host: "):
        async with hosted(sections={"server": {"host": "no such host"}}):
            pass
