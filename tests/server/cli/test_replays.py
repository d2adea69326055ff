"""The commands that other programs start: what they print, show, and end with."""

import asyncio
import sys
from pathlib import Path
from subprocess import PIPE, Popen

from click.testing import CliRunner

from support.gateway.raw_clients import guest
from support.sessions.durable_host import played
from undertide_server.cli.replays import replay_worker, replays
from undertide_shared.command import CommandLine
from undertide_shared.messages import Keyframe, Replay

COMMANDS = CommandLine(commands=[replays, replay_worker])
SERVER = (sys.executable, "-P", "-m", "undertide_server")


async def test_it_prints_its_address_shows_runs_and_ends_with_its_input(tmp_path: Path) -> None:
    name = played(tmp_path, 10).name
    command = [*SERVER, "replays", "--data", str(tmp_path), "--attended"]
    server = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, stderr=PIPE)
    assert server.stdout is not None
    async with guest((await server.stdout.readline()).decode().strip()) as client:
        await client.send(Replay(name))
        await client.until(Keyframe)
    await server.communicate(b"")
    assert server.returncode == 0


def test_a_folder_without_runs_ends_it_with_one_line(tmp_path: Path) -> None:
    command = ["replays", "--data", str(tmp_path)]
    result = CliRunner().invoke(COMMANDS, command, prog_name="undertide")
    assert result.exit_code == 1
    assert result.stderr == f"undertide: there are no runs in {tmp_path}\n"


def test_a_worker_without_commands_ends_at_once() -> None:
    with Popen([*SERVER, "replay-worker"], stdin=PIPE, stdout=PIPE, stderr=PIPE) as worker:
        assert worker.communicate(b"") == (b"", b"")
        assert worker.returncode == 0


def test_neither_is_listed_for_people() -> None:
    assert "replay" not in CliRunner().invoke(COMMANDS, ["--help"]).stdout
