"""The commands that other programs start: what they print, show, and end with."""

import asyncio
import json
import sys
from contextlib import closing
from pathlib import Path
from subprocess import PIPE, Popen

from click.testing import CliRunner

from support.gateway.raw_clients import guest
from support.sessions.durable_host import Host, played
from undertide_server.accounts.database import open_accounts
from undertide_server.accounts.operators import OperatorPasses
from undertide_server.cli.accounts import accounts
from undertide_server.cli.internal import list_saves, operator_pass, replay_worker, replays
from undertide_server.store.database import FILE
from undertide_server.store.engine.address import PostgresAddress
from undertide_shared.command import CLUSTER_VARIABLE, CommandLine
from undertide_shared.messages import Keyframe, Replay

COMMANDS = CommandLine(commands=[replays, replay_worker])
SERVER = (sys.executable, "-P", "-m", "undertide_server")
SAVES = CommandLine(commands=[list_saves])


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


def test_it_prints_a_pass_that_counts(postgres_url: str) -> None:
    result = CliRunner().invoke(operator_pass, [], env={CLUSTER_VARIABLE: postgres_url})
    assert result.exit_code == 0, result.output
    with closing(open_accounts(PostgresAddress.parse(postgres_url))) as connection:
        assert OperatorPasses(connection).is_valid(bytes.fromhex(result.stdout.strip()))


def test_it_needs_a_database_that_answers() -> None:
    none = CliRunner().invoke(operator_pass, [], env={CLUSTER_VARIABLE: None})
    assert none.exit_code == 2
    url = "postgresql://ann:swordfish@127.0.0.1:1/none"
    silent = CliRunner().invoke(operator_pass, [], env={CLUSTER_VARIABLE: url})
    assert silent.exit_code == 1
    assert "can't be reached" in silent.output
    assert "swordfish" not in silent.output


def test_it_makes_no_tables_in_a_database_that_is_none_of_a_server(empty_postgres_url: str) -> None:
    variables = {CLUSTER_VARIABLE: empty_postgres_url}
    for command, words in ((operator_pass, []), (accounts, ["list"])):
        for _ in range(2):
            refused = CliRunner().invoke(command, words, env=variables)
            assert refused.exit_code == 1
            assert "has no tables yet" in refused.output


def test_each_run_has_what_its_player_knows_it_by(host: Host) -> None:
    result = CliRunner().invoke(SAVES, ["saves", "--data", str(host.folder)])
    (run,) = json.loads(result.stdout)["runs"]
    assert run.pop("played") > 0
    assert run == {
        "run": host.name,
        "session": host.session.id,
        "preset": "default",
        "state": "live",
        "reason": "",
        "heroes": ["Ann"],
        "floor": 1,
    }


def test_a_damaged_database_ends_it_with_one_line(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no database" * 1000)
    result = CliRunner().invoke(SAVES, ["saves", "--data", str(tmp_path)])
    assert result.exit_code == 1
    assert f"{tmp_path / FILE} is damaged" in result.stderr


def test_it_is_not_listed_for_people() -> None:
    assert list_saves.hidden
