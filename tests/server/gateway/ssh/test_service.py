"""The ssh port of a real gateway, with real workers: whom it lets in, and whom its limits count."""

import asyncio
import os
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from structlog.testing import capture_logs

from support.gateway.real_gateway import Hosted, hosted
from support.gateway.ssh_visits import OTHER_KEY, USERS_KEY, Keyless
from support.processes.waiting import LONGEST, until
from support.sessions.fake_server import settings_with
from undertide_server.gateway.edge import visits as edge_visits
from undertide_server.gateway.edge.errors import SshUnavailableError
from undertide_server.gateway.edge.visits import Visits
from undertide_server.gateway.ssh import service, worker_process
from undertide_server.util import heartbeat

VISITOR = "127.0.0.9"
"""The address from which visitors of these tests come; this machine's own is another."""
RUSH = 70
"""Strangers who come at once, each from an address of its own."""


@asynccontextmanager
async def open_to_ssh(folder: Path, **ssh: Any) -> AsyncIterator[Hosted]:
    """Listen, with one worker, until the test is over."""
    async with hosted(runs=folder, sections={"ssh": {"workers": 1, **ssh}}, ssh_port=0) as host:
        yield host


def visits(host: Hosted) -> Visits:
    assert host.gateway.ssh is not None
    return host.gateway.ssh.visits


def visiting(host: Hosted, **options: Any) -> Any:
    """Log in by ssh from the visitors' address."""
    assert host.gateway.ssh is not None
    wanted: dict[str, Any] = {
        "username": "ann",
        "client_factory": Keyless,
        "client_keys": [USERS_KEY],
        "local_addr": (VISITOR, 0),
    }
    return asyncssh.connect(
        "127.0.0.1",
        host.gateway.ssh.port,
        known_hosts=None,
        config=[],
        agent_path=None,
        **wanted | options,
    )


def dialled(host: Hosted, address: str) -> socket.socket:
    """Return a connection from an address, on which nothing was said yet."""
    assert host.gateway.ssh is not None
    return socket.create_connection(
        ("127.0.0.1", host.gateway.ssh.port), LONGEST, source_address=(address, 0)
    )


async def shown(process: asyncssh.SSHClientProcess[bytes], words: str) -> None:
    """Read what a terminal shows until it has shown some words."""
    seen = b""
    while words.encode() not in seen:
        data = await process.stdout.read(65_536)
        assert data, f"never shown: {words!r} in {seen!r}"
        seen += data


async def opened(connection: asyncssh.SSHClientConnection) -> asyncssh.SSHClientProcess[bytes]:
    """Open the terminal of a visit, as far as the title screen."""
    process = await connection.create_process(
        term_type="xterm", term_size=(80, 24), env={"LANG": "C"}, encoding=None
    )
    await shown(process, "new game")
    return process


async def test_everywhere_is_ipv4_and_ipv6(tmp_path: Path) -> None:
    sections: Any = {"server": {"host": "0.0.0.0"}, "ssh": {"workers": 1}}
    async with hosted(runs=tmp_path, sections=sections, ssh_port=0) as host:
        assert host.gateway.ssh is not None
        for own in ("127.0.0.1", "::1"):
            assert await asyncssh.get_server_host_key(own, host.gateway.ssh.port, config=[])


async def test_what_a_visitor_does_counts_for_the_visitors_own_address(tmp_path: Path) -> None:
    async with open_to_ssh(tmp_path) as host, visiting(host) as connection:
        process = await opened(connection)
        process.stdin.write(b"j")
        await shown(process, "Your name")
        assert [peer.identity.address_key for peer in host.gateway.peers] == [VISITOR]
        assert host.gateway.gate.admission.verdict(VISITOR) == "welcome"
        assert len(visits(host)) == 1
        assert visits(host).logging_in == 0
        connection.close()
        await until(lambda: not len(visits(host)) and not len(host.gateway.peers))


async def test_a_ban_of_the_visitors_address_holds_by_ssh(tmp_path: Path) -> None:
    async with open_to_ssh(tmp_path) as host:
        host.gateway.gate.is_banned = lambda address_key: address_key == VISITOR
        async with visiting(host) as connection:
            process = await opened(connection)
            process.stdin.write(b"j")
            await shown(process, "banned")
        async with visiting(host, local_addr=()) as connection:
            process = await opened(connection)
            process.stdin.write(b"j")
            await shown(process, "Your name")


async def test_places_are_bounded_in_all_and_by_address(tmp_path: Path) -> None:
    async with open_to_ssh(tmp_path, visitors_per_worker=2) as host, AsyncExitStack() as stack:
        for _ in range(2):
            await stack.enter_async_context(visiting(host))
        with pytest.raises((OSError, asyncssh.Error)):
            await stack.enter_async_context(visiting(host))
        assert host.gateway.counters.turned_away["ssh_full"] == 1
        host.gateway.apply_settings(settings_with(host.settings, ssh={"visitors_per_address": 1}))
        with pytest.raises((OSError, asyncssh.Error)):
            await stack.enter_async_context(visiting(host))
        assert host.gateway.counters.turned_away["ssh_too_many_of_address"] == 1


async def test_a_rush_of_strangers_cuts_nobody_who_is_about_to_be_let_in(tmp_path: Path) -> None:
    async with open_to_ssh(tmp_path, visitors_per_worker=100) as host, AsyncExitStack() as stack:
        honest = stack.enter_context(dialled(host, VISITOR))
        await until(lambda: visits(host).logging_in == 1)
        for number in range(RUSH):
            stack.enter_context(dialled(host, f"127.0.1.{number}"))
        await until(lambda: visits(host).logging_in == 1 + RUSH)
        async with visiting(host, local_addr=(), sock=honest) as connection:
            await opened(connection)
        assert host.settings.ssh.logins < RUSH
        assert not host.gateway.counters.turned_away


async def test_who_comes_behind_more_strangers_than_there_are_places_gets_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (edge_visits, service):
        monkeypatch.setattr(module, "LOGIN_AGE", 0.2)
    async with open_to_ssh(tmp_path, visitors_per_worker=10) as host, AsyncExitStack() as stack:
        for number in range(RUSH):
            stack.enter_context(dialled(host, f"127.0.1.{number}"))
        async with visiting(host) as connection:
            await opened(connection)
        cut = host.gateway.counters.turned_away
        assert cut.keys() == {"ssh_too_slow_login"}
        assert cut["ssh_too_slow_login"] > RUSH - 10


async def test_new_settings_hold_for_the_next_visitor(tmp_path: Path) -> None:
    async with open_to_ssh(tmp_path) as host:
        host.gateway.apply_settings(settings_with(host.settings, ssh={"keys_only": True}))
        with pytest.raises(asyncssh.PermissionDenied):
            await visiting(host, client_keys=None)
        async with visiting(host, client_keys=[OTHER_KEY]) as connection:
            await opened(connection)


async def test_a_worker_that_dies_takes_its_visits_along_and_is_replaced(tmp_path: Path) -> None:
    async with open_to_ssh(tmp_path) as host:
        async with visiting(host) as connection:
            await opened(connection)
            ssh = host.gateway.ssh
            assert ssh is not None
            (first,) = ssh.processes
            os.kill(first, signal.SIGKILL)
            await connection.wait_closed()
        await until(lambda: not len(visits(host)))
        await until(lambda: bool(ssh.processes) and ssh.processes != [first])
        async with visiting(host) as connection:
            await opened(connection)


async def test_a_worker_that_hangs_gets_no_newcomers_and_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heartbeat, "SILENT_BEATS", 3)
    monkeypatch.setattr(heartbeat, "HUNG_BEATS", 6)
    async with open_to_ssh(tmp_path, workers=2) as host:
        ssh = host.gateway.ssh
        assert ssh is not None
        await until(lambda: len(ssh.processes) == 2)
        hung, other = ssh.processes
        os.kill(hung, signal.SIGSTOP)
        try:
            await until(lambda: ssh.silent_processes == [hung])
            for _ in range(3):
                async with visiting(host) as connection:
                    await opened(connection)
                await until(lambda: not len(visits(host)))
            await until(lambda: hung not in ssh.processes and len(ssh.processes) == 2)
        finally:
            with suppress(ProcessLookupError):
                os.kill(hung, signal.SIGCONT)
        assert other in ssh.processes, "it beats"
        assert host.gateway.counters.hung_workers == {"ssh": 1}


async def test_strangers_who_speak_no_ssh_are_counted_and_write_nothing_into_the_log(
    tmp_path: Path,
) -> None:
    with capture_logs() as logged:
        async with open_to_ssh(tmp_path) as host:
            assert host.gateway.ssh is not None
            for _ in range(3):
                reader, writer = await asyncio.open_connection("127.0.0.1", host.gateway.ssh.port)
                # Its padding is longer than the packet.
                writer.write(b"SSH-2.0-x\r\n" + bytes([0, 0, 0, 12]) + b"\xff" * 40)
                await reader.read()
                writer.close()
            await until(lambda: host.gateway.counters.turned_away["ssh_broken"] == 3)
            assert not len(visits(host))
            async with visiting(host) as connection:
                await opened(connection)
    assert [each for each in logged if each["log_level"] == "error"] == []


async def test_a_stop_says_farewell(tmp_path: Path) -> None:
    async with open_to_ssh(tmp_path) as host, visiting(host) as connection:
        process = await opened(connection)
        stopping = asyncio.create_task(host.gateway.__aexit__(None, None, None))
        await shown(process, "the server is stopping")
        connection.close()
        await stopping


async def test_a_worker_that_does_not_start_stops_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_process, "WORKER", ("-c", ""))
    with pytest.raises(SshUnavailableError, match="doesn't start"):
        async with open_to_ssh(tmp_path):
            pass
