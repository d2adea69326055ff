"""Visits by ssh in this process: the worker's side of one, and asyncssh's client."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncssh

from undertide_server.gateway.ssh.control import Setup, ToServer, VisitTerms
from undertide_server.gateway.ssh.login import KnownKeys
from undertide_server.gateway.ssh.storage import SshStorage
from undertide_server.gateway.ssh.visiting import Visiting
from undertide_shared.visits import Visit

TICKET = "the ticket"
HOST_KEY = asyncssh.generate_private_key("ssh-ed25519")
USERS_KEY, OTHER_KEY, THIRD_KEY = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(3))
TERMS = VisitTerms(keys_only=False, login_seconds=30.0, idle_minutes=0.0)


class Keyless(asyncssh.SSHClient):
    """A client that needs no key, since it answers whatever it is asked."""

    def kbdint_auth_requested(self) -> str:
        """Offer to answer."""
        return ""

    def kbdint_challenge_received(self, *_args: object) -> list[str]:
        """Answer nothing, as nothing is asked."""
        return []


KEYLESS: dict[str, Any] = {"client_factory": Keyless, "client_keys": None}
"""The options of a client without a key."""
Program = Callable[[Visit], Awaitable[str]]


class Visited:
    """A visit that waits for its client, which `connect` opens."""

    def __init__(
        self,
        folder: Path,
        program: Program,
        terms: VisitTerms = TERMS,
        known_keys: KnownKeys | None = None,
    ) -> None:
        self.reports: list[ToServer] = []
        self.storage = SshStorage(folder)
        setup = Setup(str(folder), "/no/socket", "ws://host:1", 400, 10)
        known = known_keys or KnownKeys(self.storage)
        kept = self.storage, known
        self.visiting = Visiting(TICKET, setup, terms, *kept, program, self.reports.append)
        self._serving: asyncio.Task[str] | None = None

    @asynccontextmanager
    async def connect(self, **options: Any) -> AsyncIterator[asyncssh.SSHClientConnection]:
        """Log in, and stay until the context ends."""
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
            self._serving = asyncio.create_task(self._serve(listener))
            wanted: dict[str, Any] = {
                "username": "ann", "client_factory": Keyless, "client_keys": [USERS_KEY]
            }  # fmt: skip
            try:
                async with asyncssh.connect(
                    "127.0.0.1",
                    port,
                    known_hosts=None,
                    config=[],
                    agent_path=None,
                    **wanted | options,
                ) as connection:
                    yield connection
            finally:
                await self.ended()

    async def ended(self) -> str:
        """Wait for the end of the visit; return its fault."""
        assert self._serving is not None
        return await self._serving

    async def _serve(self, listener: socket.socket) -> str:
        listener.setblocking(False)
        connection, _ = await asyncio.get_running_loop().sock_accept(listener)
        return await self.visiting.serve(connection, HOST_KEY)


async def told(connection: asyncssh.SSHClientConnection, **options: Any) -> str:
    """Open the terminal, and return all that it shows until its end."""
    wanted: dict[str, Any] = {"term_type": "xterm", "encoding": None}
    process = await connection.create_process(**wanted | options)
    return bytes(await process.stdout.read()).decode()
