"""The list of runs that a player's own program asks for."""

import json
from pathlib import Path

from click.testing import CliRunner

from support.sessions.durable_host import Host
from undertide_server.cli.saves import list_saves
from undertide_server.store.database import FILE
from undertide_shared.command import CommandLine

COMMANDS = CommandLine(commands=[list_saves])


def test_each_run_has_what_its_player_knows_it_by(host: Host) -> None:
    result = CliRunner().invoke(COMMANDS, ["saves", "--data", str(host.folder)])
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
    result = CliRunner().invoke(COMMANDS, ["saves", "--data", str(tmp_path)])
    assert result.exit_code == 1
    assert f"{tmp_path / FILE} is damaged" in result.stderr


def test_it_is_not_listed_for_people() -> None:
    assert list_saves.hidden
