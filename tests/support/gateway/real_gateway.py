"""A real gateway on a free port of this machine, for the raw clients of `raw_clients`."""

import asyncio
import socket
import ssl
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from support.content.shipped import shipped
from support.gateway import raw_clients
from support.gateway.certificates import Certificates
from support.gateway.raw_clients import Client
from support.processes.waiting import until
from support.sessions.account_services import open_account_service
from support.sessions.fake_server import FakeServer, settings_with
from support.sessions.made_sessions import make_session
from undertide_server.accounts.service import AccountService
from undertide_server.cluster.other_nodes import OtherNodes
from undertide_server.content.settings.settings import ServerSettings
from undertide_server.gateway.edge.address import Ports
from undertide_server.gateway.farewell import STOPPING, Farewell
from undertide_server.gateway.server import Gateway
from undertide_server.sessions.registry import Registry
from undertide_server.store.journal import Journal
from undertide_shared.messages import Keyframe, Watch

Sections = Mapping[str, Mapping[str, object]]
"""Changed keys of the settings, by section."""
BEYOND_KEPT_RUNS = 1000
"""The first token of a gateway: runs that tests kept in its folder have smaller ones."""


def settings(sections: Sections | None = None, **limits: Any) -> ServerSettings:
    """Return settings for a free port and the smallest preset, with some keys changed."""
    ours = settings_with(server={"port": 0, "preset": "tutorial"}, limits=limits)
    return settings_with(ours, **(sections or {}))


def server_for(
    chosen: ServerSettings, service: AccountService, journal: Journal | None = None
) -> FakeServer:
    """Return the server behind a gateway. Its bans and mutes go by the clock of this machine."""
    return FakeServer(
        chosen,
        {"tutorial": shipped("tutorial")},
        journal,
        first_token=BEYOND_KEPT_RUNS,
        wall=time.time,
        record_audit=service.audit.record,
    )


@dataclass
class Hosted:
    """A gateway that listens, and what is behind it."""

    gateway: Gateway
    registry: Registry
    service: AccountService
    settings: ServerSettings
    options: dict[str, Any] = field(default_factory=dict)
    """Of every connection that is opened here."""

    @property
    def address(self) -> str:
        """Where it listens."""
        return self.gateway.address

    async def deserted(self) -> None:
        """Wait until every connection is gone and nothing is kept of any."""
        gate = self.gateway.gate
        await until(
            lambda: not (gate.guests or len(self.gateway.peers) or gate.admission.connections)
        )

    def stranger(self, address: str = "", **options: Any) -> AbstractAsyncContextManager[Client]:
        """Open a connection that has not greeted, to this address or another way."""
        return raw_clients.stranger(address or self.address, **(self.options | options))

    def guest(self) -> AbstractAsyncContextManager[Client]:
        """Open a connection and greet: a client in the lobby."""
        return raw_clients.guest(self.address, **self.options)

    def player(self, name: str, session: str = "") -> AbstractAsyncContextManager[Client]:
        """Open a connection, take a seat and wait for the first keyframe.

        If no session is named and there is none yet, one is made first.
        """
        if not session and not self.registry.sessions:
            make_session(self.registry, "", None, asyncio.get_running_loop().time())
        return raw_clients.player(self.address, session, name, **self.options)

    @asynccontextmanager
    async def watcher(self, session: str, **options: Any) -> AsyncIterator[Client]:
        """Open a connection and watch, as far as the first keyframe."""
        async with self.stranger(**options) as client:
            await client.greet()
            await client.send(Watch(session, "Wat"))
            await client.until(Keyframe)
            yield client


@asynccontextmanager
async def hosted(
    runs: Path | None = None,
    journal: Journal | None = None,
    accounts: Path | None = None,
    sections: Sections | None = None,
    farewell: Farewell = STOPPING,
    ssh_port: int | None = None,
    others: OtherNodes | None = None,
    **limits: Any,
) -> AsyncIterator[Hosted]:
    """Listen on a free port until the test is over.

    `runs` can be watched again; `accounts` is the folder where people have theirs. `sections` and
    `limits` change settings. With an `ssh_port`, people also visit by ssh. `others` are the other
    workers of the server.
    """
    chosen = settings(sections, **limits)
    with open_account_service(accounts) as service:
        registry = server_for(chosen, service, journal).registry
        gateway = Gateway(chosen, registry, service, runs, farewell, Ports(ssh_port))
        if others is not None:
            gateway.join_others(others)
        async with gateway:
            yield Hosted(gateway, registry, service, chosen)


def encrypted(files: Certificates) -> Sections:
    """Return the sections that make a gateway speak TLS."""
    return {"tls": {"certificate": str(files.certificate), "key": str(files.key)}}


@asynccontextmanager
async def hosted_by_tls(files: Certificates, **options: Any) -> AsyncIterator[Hosted]:
    """Listen as `hosted` does, with a certificate that those trust who connect here."""
    async with hosted(sections=encrypted(files), **options) as host:
        host.options = {"ssl": ssl.create_default_context(cafile=files.ca)}
        yield host


def narrow_socket(address: str) -> socket.socket:
    """Return a connected TCP socket that takes little before it is read."""
    host, port = address.rpartition("/")[2].split(":")
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    narrow.connect((host, int(port)))
    return narrow


@dataclass(frozen=True)
class HttpAnswer:
    """An answer to a plain request. The names of headers are in small letters."""

    status: int
    headers: dict[str, str]
    body: bytes


async def http_answer(address: str, path: str, named: str = "", **headers: str) -> HttpAnswer:
    """Return the answer to a request to an address, by that or another name."""
    host, port = address.removeprefix("ws://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    told = {"Host": named or f"{host}:{port}"}
    told |= {name.replace("_", "-"): value for name, value in headers.items()}
    lines = "".join(f"{name}: {value}\r\n" for name, value in told.items())
    writer.write(f"GET {path} HTTP/1.1\r\n{lines}\r\n".encode())
    head, _, body = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    await writer.wait_closed()
    status, *fields = head.decode().split("\r\n")
    split = (field.split(": ", 1) for field in fields)
    return HttpAnswer(int(status.split()[1]), {name.lower(): value for name, value in split}, body)


async def http_get(address: str, path: str, named: str = "") -> tuple[int, str]:
    """Return status and body of a plain request to an address, by that or another name."""
    answer = await http_answer(address, path, named)
    return answer.status, answer.body.decode()
