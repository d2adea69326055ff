"""A port whose clients all reach one chosen process of a server whose processes share a port."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from typing import Final
from urllib.parse import urlsplit

from serving_process import process_of

TRIES: Final = 100
"""The most connections that are tried for one client: with two processes each second one fits."""
READ: Final = 65_536


class SteeredPort:
    """Passes bytes between clients and the chosen process."""

    def __init__(self, server: str, process: int) -> None:
        parts = urlsplit(server)
        assert parts.hostname
        assert parts.port
        self.address = ""
        self._server = parts.hostname, parts.port
        self._process = process
        self._listens = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)

    def start(self) -> None:
        """Listen."""
        self._thread.start()
        self._listens.wait()

    def stop(self) -> None:
        """Close all connections."""
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()

    async def _run(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        listening = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port = listening.sockets[0].getsockname()[1]
        self.address = f"ws://127.0.0.1:{port}"
        self._listens.set()
        await self._stop.wait()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.CancelledError):
            there, back = await self._connected()
            async with asyncio.TaskGroup() as group:
                group.create_task(_pass_on(reader, back))
                group.create_task(_pass_on(there, writer))

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        for _ in range(TRIES):
            reader, writer = await asyncio.open_connection(*self._server)
            if process_of(writer.get_extra_info("sockname")[1], [self._process]):
                return reader, writer
            writer.close()
        raise ConnectionError(f"process {self._process} takes no connection")


@contextmanager
def steered_port(server: str, process: int) -> Iterator[str]:
    """Yield an address by which clients reach one process of a server."""
    port = SteeredPort(server, process)
    port.start()
    try:
        yield port.address
    finally:
        port.stop()


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError), closing(writer):
        while data := await reader.read(READ):
            writer.write(data)
            await writer.drain()
