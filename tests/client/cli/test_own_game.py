import socket
import time
from pathlib import Path
from typing import Any

import pytest

from support.network import be_in_networks
from undertide_client.app.entry import JoinEntry
from undertide_client.cli import own_game
from undertide_client.cli.embedded import EmbeddedServer
from undertide_client.cli.errors import EmbeddedServerError
from undertide_client.cli.own_game import ENDED, OwnGame, free_port
from undertide_client.cli.saved_run_choice import Begin
from undertide_client.net.destination import NEW_SESSION
from undertide_client.saved import runs
from undertide_client.saved.runs import SavedRun
from undertide_client.saved.saved_data import Keepsakes
from undertide_client.saved.tokens import FolderTokens, SavedSeat
from undertide_client.screens.widgets.ui import Hosting
from undertide_shared.data_folder import ADDRESS_FILE, FOLDER_IN_USE
from undertide_shared.messages import RunState

ADDRESS = "ws://127.0.0.1:1"


class StandIn:
    """Stands in for the server and the screens: what they were started with."""

    def __init__(self) -> None:
        self.servers: list[tuple[str, ...]] = []
        self.listens = ADDRESS
        self.address = ""
        self.entry: Any = None
        self.keepsakes: Any = None
        self.hosting: Hosting | None = None
        self.saved: list[SavedRun] = []
        self.code = 0
        self.in_use: set[str] = set()
        """Options of a server that fails because its folder is in use."""

    def start(self, server: EmbeddedServer) -> EmbeddedServer:
        """Stand in for starting a server."""
        self.servers.append(server.words)
        if self.in_use & set(server.words):
            raise EmbeddedServerError("the folder is in use by process 1", FOLDER_IN_USE)
        server.address = self.listens
        server.remarks = ["It set something aside."]
        return server

    def open_front(self) -> Any:
        """Stand in for opening a display."""
        return self

    def run(
        self,
        address: str,
        entry: Any,
        keepsakes: Keepsakes | None = None,
        hosting: Hosting | None = None,
    ) -> int:
        """Stand in for playing."""
        self.address, self.entry = address, entry
        self.keepsakes, self.hosting = keepsakes, hosting
        return self.code


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> StandIn:
    stand_in = StandIn()

    def start(server: EmbeddedServer) -> EmbeddedServer:
        return stand_in.start(server)

    monkeypatch.setattr(EmbeddedServer, "__enter__", start)
    monkeypatch.setattr(EmbeddedServer, "has_died", False)
    monkeypatch.setattr(runs, "saved_runs", lambda _folder: stand_in.saved)
    monkeypatch.setattr(own_game, "HOLDER_SECONDS", 0.0)
    monkeypatch.setattr(own_game, "DEFAULT_PORT", 0)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return stand_in


def game(folder: Path | None, begin: Begin = "ask", name: str = "") -> OwnGame:
    return OwnGame(folder, begin, name, "ann", "mender", options=("--pace=real",))


def saved(*heroes: str, state: RunState = "live", reason: str = "") -> SavedRun:
    return SavedRun("run", "abcde", "default", state, reason, list(heroes), 2, time.time())


def test_a_first_game_is_new_and_kept(stage: StandIn, tmp_path: Path) -> None:
    game(tmp_path).play(stage.open_front)
    words = ("serve", "--attended", "--port=0", "--pace=real", f"--data={tmp_path}")
    assert stage.servers == [words]
    assert (stage.address, stage.entry) == (ADDRESS, JoinEntry(NEW_SESSION, "ann", "mender"))
    assert stage.hosting == Hosting(keeps_runs=True)


@pytest.mark.parametrize(
    ("options", "stated"), [((), False), (("--preset=keep",), True), (("--seed=7",), True)]
)
def test_who_names_what_to_play_gets_it_as_it_is(
    stage: StandIn, options: tuple[str, ...], stated: bool
) -> None:
    OwnGame(None, "new", "", "ann", "", options=options).play(stage.open_front)
    assert (stage.entry.asks, stage.entry.is_stated) == (True, stated)
    assert stage.entry.preset == ("keep" if "--preset=keep" in options else "")


def test_without_a_terminal_the_run_played_last_goes_on(stage: StandIn, tmp_path: Path) -> None:
    stage.saved = [saved("Bob", "Zoe")]
    game(tmp_path).play(stage.open_front)
    assert stage.entry == JoinEntry("abcde", "Bob", "mender")


def test_friends_get_the_addresses_of_now_and_the_host_needs_none(
    stage: StandIn, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    be_in_networks(monkeypatch, "192.168.0.5", "2001:db8::7")
    stage.listens = "ws://[::]:1"
    game(None).play(stage.open_front)
    said = capsys.readouterr().out
    assert "Others can join:   undertide join http://192.168.0.5:1/\n" in said
    assert "             or:   undertide join http://[2001:db8::7]:1/\n" in said
    assert said.endswith(f"{ENDED}\n")


def test_a_game_that_nobody_else_can_reach_says_so(
    stage: StandIn, capsys: pytest.CaptureFixture[str]
) -> None:
    game(None).play(stage.open_front)
    said = capsys.readouterr().out
    assert "from this machine alone:  undertide join http://127.0.0.1:1/" in said


def test_a_run_goes_on_with_the_hero_whose_seat_is_kept(stage: StandIn, tmp_path: Path) -> None:
    stage.saved = [saved("Bob", "Zoe")]
    FolderTokens(tmp_path).store_token(SavedSeat("ws://elsewhere:1", "abcde", "Zoe"), b"secret")
    game(tmp_path).play(stage.open_front)
    assert stage.entry.name == "Zoe"
    assert stage.keepsakes.tokens.get(SavedSeat(ADDRESS, "abcde", "Zoe")) == b"secret"


def test_a_new_game_reads_no_runs(stage: StandIn, tmp_path: Path) -> None:
    stage.saved = [saved("Bob")]
    game(tmp_path, "new").play(stage.open_front)
    assert stage.entry == JoinEntry(NEW_SESSION, "ann", "mender")


def test_a_game_that_is_not_kept_has_no_folder(stage: StandIn) -> None:
    stage.saved = [saved("Bob")]
    game(None).play(stage.open_front)
    assert not [word for word in stage.servers[0] if word.startswith("--data")]
    assert stage.entry.session == NEW_SESSION
    assert stage.hosting == Hosting(keeps_runs=False)


def test_what_the_server_set_aside_is_told(
    stage: StandIn, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game(tmp_path).play(stage.open_front)
    assert "It set something aside." in capsys.readouterr().err


def test_a_run_that_turns_out_to_be_damaged_is_named(
    stage: StandIn,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    stage.saved, stage.code = [saved("Bob")], 1
    run = stage.run

    def damage(*given: Any) -> int:
        stage.saved = [saved("Bob", state="aside", reason="step 7 is missing")]
        return run(*given)

    monkeypatch.setattr(stage, "run", damage)
    assert game(tmp_path).play(stage.open_front) == 1
    assert "Damaged and set aside: Bob, floor 2" in capsys.readouterr().err


def test_a_second_game_joins_the_first(
    stage: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage.in_use = {f"--data={tmp_path}"}
    with socket.create_server(("127.0.0.1", 0)) as first:
        address = f"ws://127.0.0.1:{first.getsockname()[1]}"
        (tmp_path / ADDRESS_FILE).write_text(address)
        monkeypatch.setattr(own_game, "HOLDER_SECONDS", 5.0)
        game(tmp_path, name="Bob").play(stage.open_front)
    assert (stage.address, stage.entry) == (address, JoinEntry("", "Bob", "mender"))
    assert stage.hosting is None


def test_a_second_game_that_must_be_new_is_not_kept(
    stage: StandIn, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stage.in_use = {f"--data={tmp_path}"}
    game(tmp_path, "new").play(stage.open_front)
    assert len(stage.servers) == 2
    assert stage.hosting == Hosting(keeps_runs=False)
    assert "this one is not saved" in capsys.readouterr().out


def test_a_folder_whose_server_does_not_listen_is_an_error(stage: StandIn, tmp_path: Path) -> None:
    stage.in_use = {f"--data={tmp_path}"}
    with pytest.raises(EmbeddedServerError, match="in use by process"):
        game(tmp_path).play(stage.open_front)


def test_the_usual_port_is_taken_if_it_is_free_else_that_of_last_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as usual:
        usual_port = usual.getsockname()[1]
        monkeypatch.setattr(own_game, "DEFAULT_PORT", usual_port)
        assert free_port(tmp_path, None) == free_port(None, None) == 0
        with socket.create_server(("127.0.0.1", 0)) as listening:
            port: int = listening.getsockname()[1]
            (tmp_path / ADDRESS_FILE).write_text(f"ws://127.0.0.1:{port}")
            assert free_port(tmp_path, None) == 0
        assert free_port(tmp_path, None) == port
        assert free_port(tmp_path, "192.0.2.1") == 0
    assert free_port(tmp_path, None) == usual_port


@pytest.mark.parametrize("address", ["", "nonsense", "ws://[::", "ws://host:70000"])
def test_an_address_that_is_none_names_no_port(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_game, "DEFAULT_PORT", 0)
    (tmp_path / ADDRESS_FILE).write_text(address)
    assert free_port(tmp_path, None) == 0


def test_a_port_that_somebody_takes_meanwhile_gives_way_to_any(
    stage: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        monkeypatch.setattr(own_game, "free_port", lambda *_: port)
        stage.in_use = {f"--port={port}"}
        game(tmp_path).play(stage.open_front)
    assert [words[2] for words in stage.servers] == [f"--port={port}", "--port=0"]
