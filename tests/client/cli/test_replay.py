from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from undertide_client import displays
from undertide_client.app import app
from undertide_client.app.entry import ReplayEntry
from undertide_client.cli.embedded import EmbeddedServer
from undertide_client.cli.replay import replay
from undertide_client.model.run_time import RunMoment
from undertide_shared.command import CommandLine

COMMANDS = CommandLine(commands=[replay])


class Shown:
    """Stands in for the app and for servers: what they were asked for."""

    def __init__(self) -> None:
        self.address = ""
        self.entry: Any = None
        self.server: tuple[str, ...] = ()
        self.variables: dict[str, str] = {}
        self.dies = False

    def start(self, server: EmbeddedServer) -> EmbeddedServer:
        """Stand in for starting a server."""
        self.server, self.variables = server.words, server.variables
        server.address = "ws://127.0.0.1:1"
        return server

    async def run(self, _display: Any, address: str, entry: Any, **_: Any) -> int:
        """Stand in for watching."""
        self.address, self.entry = address, entry
        return 5


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Shown:
    stand_in = Shown()

    def start(server: EmbeddedServer) -> EmbeddedServer:
        return stand_in.start(server)

    monkeypatch.setattr(displays, "open_display", lambda *_: "a display")
    monkeypatch.setattr(app, "run", stand_in.run)
    monkeypatch.setattr(EmbeddedServer, "__enter__", start)
    monkeypatch.setattr(EmbeddedServer, "has_died", property(lambda _: stand_in.dies))
    monkeypatch.setenv("USER", "ann")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return stand_in


def call(*words: str) -> Result:
    return CliRunner().invoke(COMMANDS, ["replay", *words], prog_name="undertide")


def test_a_run_of_a_server_is_watched_there(shown: Shown) -> None:
    assert call("0123", "--server", "10.0.0.7:4414").exit_code == 5
    assert shown.address == "ws://10.0.0.7:4414"
    assert shown.entry == ReplayEntry("0123", name="ann")
    assert shown.server == ()


def test_a_run_of_a_folder_is_watched_through_a_server_for_it(shown: Shown, tmp_path: Path) -> None:
    assert call("0123", "--data", str(tmp_path)).exit_code == 5
    assert list(shown.server) == ["replays", "--attended", f"--data={tmp_path}"]
    assert shown.address == "ws://127.0.0.1:1"


def test_a_run_of_a_cluster_is_watched_without_its_password_among_the_words(
    shown: Shown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = "postgresql://ann:swordfish@127.0.0.1/undertide"
    typed = call("0123", "--cluster", url)
    assert typed.exit_code == 5
    assert "UNDERTIDE_CLUSTER" in typed.stderr
    assert "swordfish" not in typed.output
    assert call("0123", "--cluster", "postgresql://ann@127.0.0.1/undertide").stderr == ""
    assert call("0123", "--cluster", url).exit_code == 5
    assert list(shown.server) == ["replays", "--attended"]
    assert shown.variables == {"UNDERTIDE_CLUSTER": url}
    monkeypatch.setenv("UNDERTIDE_CLUSTER", url)
    assert call("0123").exit_code == 5
    assert shown.variables == {"UNDERTIDE_CLUSTER": url}
    assert call("0123", "--data", str(tmp_path)).exit_code == 5
    assert list(shown.server) == ["replays", "--attended", f"--data={tmp_path}"]
    assert call("0123", "--server", "ws://example.org").exit_code == 5
    assert shown.address == "ws://example.org"


@pytest.mark.parametrize(
    ("at", "moment"), [("900", RunMoment(None, 900)), ("1:02:30", RunMoment(3_750_000))]
)
def test_the_hero_and_the_beginning_can_be_chosen(shown: Shown, at: str, moment: RunMoment) -> None:
    call("0123", "--server", "ws://example.org", "--hero", "Bob", "--at", at)
    assert shown.entry == ReplayEntry("0123", "Bob", moment, "ann")


def test_a_server_that_ended_by_itself_is_told(shown: Shown, tmp_path: Path) -> None:
    shown.dies = True
    result = call("0123", "--data", str(tmp_path))
    assert result.exit_code == 1
    assert "the server ended by itself" in result.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("0123",), "--data DIR, --server ADDRESS or --cluster URL"),
        (
            ("0123", "--data", ".", "--server", "ws://x"),
            "--data DIR, --server ADDRESS or --cluster URL",
        ),
        (("0123", "--data", "/no/such/folder"), "/no/such/folder"),
        (("0123", "--server", "ftp://example.org"), "type example.org"),
        (("0123", "--data", ".", "--at", "soon"), "a time such as 1:02:30"),
        (("--data", "."), "RUN"),
    ],
)
def test_a_wrong_call_is_one_line_and_exit_code_2(
    shown: Shown, words: tuple[str, ...], told: str
) -> None:
    result = call(*words)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert told in result.stderr
    assert shown.entry is None


def test_a_wrong_call_is_told_before_a_display_is_opened() -> None:
    result = call("0123")
    assert result.exit_code == 2
    assert "--data DIR, --server ADDRESS or --cluster URL" in result.stderr
