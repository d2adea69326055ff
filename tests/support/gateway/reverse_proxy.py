"""A reverse proxy as hosts put one before a server: it says for whom it asks."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


@asynccontextmanager
async def reverse_proxy(address: str) -> AsyncIterator[str]:
    """Pass on what comes to a server at `address`; yield the address at which it comes."""
    host, _, port = address.removeprefix("ws://").rpartition(":")

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            head = await reader.readuntil(b"\r\n\r\n")
            onward_reader, onward = await asyncio.open_connection(host, int(port))
            client = writer.get_extra_info("peername")[0]
            onward.write(head[:-2] + f"X-Forwarded-For: {client}\r\n\r\n".encode())
            await asyncio.gather(_pump(reader, onward), _pump(onward_reader, writer))

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        await server.wait_closed()


async def _pump(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    """Pass on what one end sends, until it ends."""
    with contextlib.suppress(OSError):
        while data := await source.read(65536):
            target.write(data)
            await target.drain()
    with contextlib.suppress(OSError):
        target.close()
        await target.wait_closed()
