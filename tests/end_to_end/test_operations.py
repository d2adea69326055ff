"""What a host does with a server that runs: settings read again, backups, metrics, an end."""

import asyncio
import json
import os
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from subprocess import PIPE

import pytest

from support.gateway.certificates import Certificates
from support.gateway.host_requests import series
from support.gateway.raw_clients import Client, guest, player, session_info
from support.gateway.real_gateway import http_get
from support.processes.commands import COMMAND, Serving, serving, undertide
from support.processes.waiting import LONGEST
from undertide_server.gateway.http.readiness import STOPPING
from undertide_shared.messages import (
    AccountInfo,
    Act,
    Create,
    Delta,
    Explore,
    Join,
    Joined,
    Keyframe,
    LogIn,
    SignUp,
)

PASSWORD = "correct horse battery"


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """Return a folder of settings that say nothing of their own yet."""
    folder = tmp_path / "config"
    folder.mkdir()
    return folder


@pytest.fixture
def server(config: Path, tmp_path: Path) -> Iterator[Serving]:
    """Serve by those settings, and keep runs."""
    options = ("--config", str(config), "--data", str(tmp_path / "data"), "--preset", "tutorial")
    with serving(*options) as found:
        yield found


def hang_up(server: Serving, words: str) -> str:
    """Ask a server to read its settings again; return the line that has these words."""
    server.process.send_signal(signal.SIGHUP)
    return server.logged(words)


async def test_settings_are_read_again_at_a_hangup_and_nobody_is_put_out(
    server: Serving, config: Path
) -> None:
    async with player(server.address, "", "Ann") as ann:
        (config / "server.toml").write_text('[server]\nname = "Ann\'s"\nport = 1\n')
        line = hang_up(server, "taken up")
        assert "server.name" in line
        assert (await http_get(server.address, "/"))[1].startswith("Ann's:")
        await ann.send(Act(1, Explore()))
        await ann.until(Delta)
    assert server.process.poll() is None


async def test_faulty_settings_are_refused_whole_and_each_fault_is_told(
    server: Serving, config: Path
) -> None:
    (config / "server.toml").write_text('[server]\nname = "Ann\'s"\nprot = 1\n[pace]\nmode = "x"\n')
    hang_up(server, "key=server.prot")
    server.logged("key=pace.mode")
    assert (await http_get(server.address, "/"))[1].startswith("Undertide:")
    (config / "server.toml").write_text('[server]\nname = "Ann\'s"\n')
    hang_up(server, "taken up")
    assert (await http_get(server.address, "/"))[1].startswith("Ann's:")


async def test_what_the_command_line_says_goes_before_the_file_each_time(
    server: Serving, config: Path
) -> None:
    (config / "server.toml").write_text('[server]\npreset = "default"\n')
    hang_up(server, "taken up")
    async with player(server.address, "", "Ann") as ann:
        assert (await session_info(server.address, ann.session)).preset == "tutorial"


def shown_certificate(server: Serving) -> str:
    """Return the certificate that a server shows to whoever comes now."""
    return ssl.get_server_certificate(("127.0.0.1", int(server.port)), timeout=LONGEST)


def test_a_renewed_certificate_is_shown_after_a_hangup_and_a_broken_one_never(
    config: Path, tmp_path: Path
) -> None:
    certificates = Certificates(tmp_path)
    (config / "server.toml").write_text(certificates.settings())
    with serving("--config", str(config)) as server:
        first = shown_certificate(server)
        certificates.issue()
        hang_up(server, "taken up")
        second = shown_certificate(server)
        assert second != first
        certificates.certificate.write_text("nothing of the kind")
        hang_up(server, "setting refused")
        assert shown_certificate(server) == second


async def test_a_log_of_less_says_less_from_now_on(server: Serving, config: Path) -> None:
    (config / "server.toml").write_text('[operations]\nlog_level = "warning"\n')
    assert "operations.log_level" in hang_up(server, "taken up")
    async with guest(server.address):
        pass
    code, log = server.stop(signal.SIGTERM)
    assert code == 0
    assert "event=listening" in log
    assert "event=greeted" not in log
    assert "event=stopped" not in log


async def test_a_server_that_drains_plays_on_and_says_that_it_is_not_ready(
    server: Serving, config: Path
) -> None:
    (config / "server.toml").write_text("[operations]\ndrain_seconds = 3600.0\n")
    hang_up(server, "taken up")
    async with player(server.address, "", "Ann") as ann:
        server.process.send_signal(signal.SIGTERM)
        server.logged("event=stopping")
        assert await http_get(server.address, "/readyz") == (503, f"{STOPPING}\n")
        await ann.send(Act(1, Explore()))
        await ann.until(Delta)
    code, _log = server.stop(signal.SIGTERM)
    assert code == -signal.SIGTERM, "a second signal waits for nothing"


async def explored(client: Client) -> None:
    """Play on until somebody ends it."""
    for sequence in count(1):
        await client.send(Act(sequence, Explore()))
        await client.until(Delta)


async def signed_up(client: Client) -> tuple[str, bytes]:
    """Make an account and take a seat; return the session and the token of the seat."""
    await client.send(SignUp("Ann", PASSWORD))
    assert (await client.until(AccountInfo)).name == "Ann"
    await client.send(Create(), Join("", "Ann"))
    joined = await client.until(Joined)
    await client.until(Keyframe)
    return joined.session, joined.token


async def test_a_backup_taken_while_somebody_plays_is_a_server_to_go_on_with(
    server: Serving, tmp_path: Path
) -> None:
    data, copy = str(tmp_path / "data"), tmp_path / "backups" / "monday"
    async with guest(server.address) as ann:
        session, token = await signed_up(ann)
        playing = asyncio.create_task(explored(ann))
        backup = ("runs", "backup", "--data", data, str(copy))
        done = await asyncio.to_thread(undertide, *backup)
        assert done.returncode == 0, done.stderr
        assert "backed up 1 runs" in done.stdout
        assert not playing.done()
        playing.cancel()
    await restored(copy, session, token)


async def restored(copy: Path, session: str, token: bytes) -> None:
    """Check that a copy can be verified, and that its players can go on by it."""
    verified = undertide("runs", "verify", "--all", "--data", str(copy), "--json")
    assert verified.returncode == 0, verified.stderr
    assert [run["holds"] for run in json.loads(verified.stdout)["runs"]] == [True]
    with serving("--data", str(copy)) as again:
        async with guest(again.address) as client:
            await client.send(LogIn("Ann", PASSWORD))
            assert (await client.until(AccountInfo)).name == "Ann"
            await client.send(Join(session, "Ann", token))
            assert (await client.until(Joined)).session == session
            await client.until(Keyframe)


async def test_what_a_server_counts_is_told_while_it_plays(server: Serving) -> None:
    async with player(server.address, "", "Ann") as ann:
        await ann.send(Act(1, Explore()))
        await ann.until(Delta)
        found = series((await http_get(server.address, "/metrics"))[1])
    assert found["undertide_players"] == found["undertide_ready"] == 1
    assert found["undertide_commit_seconds_count"] >= 1
    assert found['undertide_sent_messages_total{kind="delta"}'] >= 1


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such sockets")
def test_the_manager_of_the_service_hears_how_far_it_is(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(LONGEST)
        with serving(NOTIFY_SOCKET=str(tmp_path / "notify")) as server:
            assert manager.recv(1000) == f"READY=1\nSTATUS={server.address}".encode()
            server.process.send_signal(signal.SIGHUP)
            assert manager.recv(1000).startswith(b"RELOADING=1")
            assert manager.recv(1000).startswith(b"READY=1")
            server.stop(signal.SIGTERM)
            assert manager.recv(1000) == b"STOPPING=1"


@pytest.fixture
def unread_log() -> Iterator[int]:
    """A pipe that is full, and that nobody reads: what a log meets whose reader has stopped."""
    out, into = os.pipe()
    os.set_blocking(into, False)
    with suppress(BlockingIOError):
        while True:
            os.write(into, bytes(4096))
    os.set_blocking(into, True)
    yield into
    os.close(out)
    os.close(into)


@pytest.fixture
def unread_server(unread_log: int) -> Iterator[subprocess.Popen[str]]:
    """A server that logs to that pipe. It prints its address, as for the game that started it."""
    command = (*COMMAND, "serve", "--port", "0", "--attended")
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=unread_log, text=True) as server:
        yield server
        server.kill()


@pytest.mark.skipif(sys.platform == "win32", reason="its pipes block in another way")
async def test_a_log_that_nobody_reads_stops_no_player_and_no_end(
    unread_server: subprocess.Popen[str],
) -> None:
    assert unread_server.stdout is not None
    address = next(line.strip() for line in unread_server.stdout if line.startswith("ws"))
    async with player(address, "", "Ann") as ann:
        await ann.send(Act(1, Explore()))
        await ann.until(Delta)
    unread_server.send_signal(signal.SIGTERM)
    assert await asyncio.to_thread(unread_server.wait, LONGEST) == 0
