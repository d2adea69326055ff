import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from support.gateway.raw_clients import Client
from support.processes.waiting import until
from undertide_client.cli import embedded
from undertide_client.cli.embedded import KEPT_LOGS, EmbeddedServer, reason_in
from undertide_client.cli.errors import EmbeddedServerError
from undertide_client.cli.listing import list_sessions
from undertide_shared.closing import Closing
from undertide_shared.messages import SUBPROTOCOL

OWNER = """
import pathlib, sys, time
from undertide_client.cli.embedded import EmbeddedServer
with EmbeddedServer('serve', ['--port=0'], pathlib.Path(sys.argv[1])) as server:
    print(server.address, flush=True)
    time.sleep(600)
"""
"""A client that does nothing but own a server."""


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """The processes that are started."""
    processes: list[subprocess.Popen[bytes]] = []

    class Noted(subprocess.Popen[bytes]):
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            processes.append(self)

    monkeypatch.setattr(subprocess, "Popen", Noted)
    return processes


async def test_a_server_listens_while_it_is_needed(
    tmp_path: Path, started: list[subprocess.Popen[bytes]]
) -> None:
    with EmbeddedServer("serve", ["--preset=tutorial", "--port=0"], tmp_path) as server:
        assert await list_sessions(server.address) == []
        assert not server.has_died
        (process,) = started
        assert os.getpgid(process.pid) != os.getpgid(0)
    assert process.returncode == 0
    assert server.address in server.log.read_text()
    assert "event=stopped" in server.log.read_text()


async def test_a_server_that_keeps_runs_is_started_again_where_it_was(
    tmp_path: Path, started: list[subprocess.Popen[bytes]]
) -> None:
    options = ["--preset=tutorial", "--port=0", f"--data={tmp_path / 'data'}"]
    with EmbeddedServer("serve", options, tmp_path, keeps_runs=True) as server:
        address = server.address
        started[0].kill()
        await until(lambda: len(started) == 2)
        assert not server.has_died
        async for attempt in connect(address, subprotocols=[Subprotocol(SUBPROTOCOL)]):
            await attempt.close()
            break
    assert [process.returncode for process in started] == [-signal.SIGKILL, 0]


async def test_a_server_that_dies_again_and_again_is_left(
    tmp_path: Path, started: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "MOST_RESTARTS", 2)
    with EmbeddedServer("serve", ["--port=0"], tmp_path, keeps_runs=True) as server:
        assert server.address
        started[0].kill()
        await until(lambda: len(started) == 2)
        started[1].kill()
        await until(lambda: len(started) == 3)
        started[2].kill()
        await until(lambda: server.has_died)
    assert len(started) == 3


def test_a_server_that_does_not_start_says_why(tmp_path: Path) -> None:
    server = EmbeddedServer("serve", ["--preset=no-such"], tmp_path)
    with pytest.raises(EmbeddedServerError, match="no preset 'no-such'") as failure, server:
        _ = server.address
    assert failure.value.code == 2
    assert str(tmp_path) in str(failure.value)


@pytest.mark.parametrize(
    ("log", "reason"),
    [
        ("undertide: the disk is full", "the disk is full"),
        ("timestamp=1 event=listening\nundertide: it ended", "it ended"),
        ("undertide serve: no such preset (see undertide serve --help)", "no such preset"),
        ("undertide: two faults:\nserver.toml: one\nserver.toml: another", None),
        ("Traceback:\nKeyError: 'a'", "Traceback:\nKeyError: 'a'"),
        ("", ""),
    ],
)
def test_a_reason_is_told_without_log_and_command(log: str, reason: str | None) -> None:
    assert reason_in(log) == (log.removeprefix("undertide: ") if reason is None else reason)


def test_a_server_that_is_not_ready_in_time_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("START_SECONDS", "KILL_SECONDS"):
        monkeypatch.setattr(f"undertide_client.cli.embedded.{name}", 0.01)
    server = EmbeddedServer("serve", [], tmp_path)
    with pytest.raises(EmbeddedServerError, match="not ready") as failure, server:
        _ = server.address
    assert failure.value.code is None
    assert server.has_died


def test_a_server_that_is_not_needed_after_all_is_ended_at_once(
    tmp_path: Path, started: list[subprocess.Popen[bytes]]
) -> None:
    with EmbeddedServer("serve", ["--port=0"], tmp_path) as server:
        pass
    (process,) = started
    assert process.returncode == -signal.SIGTERM
    assert server.log.read_text() == ""


def test_a_server_that_does_not_heed_is_killed(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    started: list[subprocess.Popen[bytes]],
) -> None:
    for name in ("STOP_SECONDS", "KILL_SECONDS"):
        monkeypatch.setattr(f"undertide_client.cli.embedded.{name}", 0.01)
    with EmbeddedServer("serve", ["--port=0"], tmp_path) as server:
        assert server.address
        (process,) = started
        process.send_signal(signal.SIGSTOP)
    assert process.returncode == -signal.SIGKILL


async def test_a_server_ends_with_a_client_that_was_killed(tmp_path: Path) -> None:
    owner = await asyncio.create_subprocess_exec(
        sys.executable, "-c", OWNER, str(tmp_path), stdout=asyncio.subprocess.PIPE
    )
    assert owner.stdout is not None
    address = (await owner.stdout.readline()).decode().strip()
    async with connect(address, subprotocols=[Subprotocol(SUBPROTOCOL)]) as connection:
        guest = Client(connection)
        await guest.greet()
        owner.kill()
        assert await guest.gone() == Closing.HOST_LEFT
    await owner.wait()


def test_old_logs_are_removed(tmp_path: Path) -> None:
    for number in range(KEPT_LOGS * 2):
        log = tmp_path / f"server-{1_000_000 + number}.log"
        log.touch()
        os.utime(log, (number, number))
    EmbeddedServer("serve", [], tmp_path)
    kept = sorted(int(log.stem.removeprefix("server-")) for log in tmp_path.iterdir())
    assert kept == [1_000_000 + number for number in range(KEPT_LOGS + 1, KEPT_LOGS * 2)]
