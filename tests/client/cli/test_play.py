import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from support.processes.commands import Serving, serving, undertide
from undertide_client import displays
from undertide_client.app import app
from undertide_client.app.entry import JoinEntry, LobbyEntry, WatchEntry
from undertide_client.app.preferences import PlayerSettings
from undertide_client.cli.embedded import EmbeddedServer
from undertide_client.cli.listing import list_sessions
from undertide_client.cli.own_game import OwnGame
from undertide_client.cli.play import bots, join, keys, play, sessions, user_name, watch
from undertide_client.displays.errors import DisplayUnavailableError
from undertide_client.displays.vision import AdaptedDisplay
from undertide_client.keys import Command, Context
from undertide_client.net.address import page_link
from undertide_client.net.destination import NEW_SESSION
from undertide_client.plain.line_surface import LineSurface
from undertide_shared.command import CommandLine
from undertide_shared.limits import MAX_NAME

COMMANDS = CommandLine(commands=[play, join, watch, sessions, bots, keys])


class Shown:
    """Stands in for the app: what it was asked to show."""

    def __init__(self) -> None:
        self.surface: Any = None
        self.address = ""
        self.entry: Any = None
        self.server_answered = False
        self.settings = PlayerSettings()

    def open(self, name: str, colours: str) -> tuple[str, str]:
        """Stand in for opening a display."""
        return name, colours

    async def run(
        self, surface: Any, address: str, entry: Any, *, settings: PlayerSettings, **_: Any
    ) -> int:
        """Stand in for playing."""
        self.surface, self.address, self.entry, self.settings = surface, address, entry, settings
        if address.startswith("ws://127."):
            await list_sessions(address)
            self.server_answered = True
        return 5


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Shown:
    stand_in = Shown()
    monkeypatch.setattr(displays, "open_display", stand_in.open)
    monkeypatch.setattr(app, "run", stand_in.run)
    monkeypatch.setenv("USER", "ann")
    for place in ("STATE", "CONFIG", "DATA"):
        monkeypatch.setenv(f"XDG_{place}_HOME", str(tmp_path))
    return stand_in


@pytest.fixture(scope="module")
def server() -> Iterator[Serving]:
    with serving("--preset", "tutorial") as running:
        yield running


def call(*words: str) -> Result:
    return CliRunner().invoke(COMMANDS, words, prog_name="undertide")


# --- join, watch, play --------------------------------------------------------------------------


def test_join_comes_to_the_lobby(shown: Shown) -> None:
    assert call("join", "10.0.0.7").exit_code == 5
    assert shown.address == "ws://10.0.0.7:4414"
    assert shown.entry == LobbyEntry("ann", asks=True)
    assert not isinstance(shown.surface.display, AdaptedDisplay)


@pytest.mark.parametrize(
    ("words", "entry"),
    [
        (["--session", "abcde"], JoinEntry("abcde", "ann", asks=True)),
        (["--name", "Bob"], JoinEntry("", "Bob")),
        (["--calling", "mender"], JoinEntry("", "ann", "mender")),
        (["--session", "abcde", "--name", " Bob  the\tBold"], JoinEntry("abcde", "Bob the Bold")),
    ],
)
def test_join_goes_straight_to_a_seat(shown: Shown, words: list[str], entry: JoinEntry) -> None:
    call("join", "ws://example.org", *words)
    assert shown.entry == entry


def test_an_invite_leads_straight_to_a_seat(shown: Shown) -> None:
    call("join", "http://10.0.0.7:4414/#/play/k7m-x4hq9")
    assert shown.address == "ws://10.0.0.7:4414"
    assert shown.entry == JoinEntry("k7m-x4hq9", "ann", asks=True)


def test_what_one_watches_in_a_browser_can_be_joined_and_watched_here(shown: Shown) -> None:
    link = "http://10.0.0.7:4414/#/watch/k7m2q/3"
    call("join", link, "--name", "Bob")
    assert shown.entry == JoinEntry("k7m2q", "Bob")
    call("watch", link)
    assert shown.entry == WatchEntry("k7m2q", "", "ann")
    call("watch", link, "--session", "abcde")
    assert shown.entry == WatchEntry("abcde", "", "ann")


def test_play_says_that_it_starts_before_it_loads_what_draws() -> None:
    code = """
import sys
from undertide_client.cli import embedded, play
def start(server):
    print("loaded:", sorted({"tcod", "numpy", "asyncio", "websockets"} & set(sys.modules)))
    raise OSError("that is all")
embedded.EmbeddedServer._start = start
play.play.main([], standalone_mode=False)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == ["Starting a server of your own…", "loaded: []"]


def test_a_terminal_shows_the_game_without_tcod() -> None:
    code = """
import sys
from undertide_client.app import front
import undertide_client.displays.terminal
print(sorted({"tcod", "msgspec"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "['msgspec']\n"


def test_watch_follows_a_hero_by_name(shown: Shown) -> None:
    call("watch", "ws://example.org", "--session", "abcde", "--hero", "Bob")
    assert shown.entry == WatchEntry("abcde", "Bob", "ann")


def test_the_hero_calls_for_help_unless_the_player_wants_otherwise(
    shown: Shown, tmp_path: Path
) -> None:
    file = tmp_path / "undertide" / "client.toml"
    file.parent.mkdir()
    call("watch", "ws://example.org")
    assert shown.settings.calls_for_help
    file.write_text("call_for_help = false\n")
    call("watch", "ws://example.org")
    assert not shown.settings.calls_for_help


def test_keys_and_vision_are_as_the_player_set_them(shown: Shown, tmp_path: Path) -> None:
    file = tmp_path / "undertide" / "client.toml"
    file.parent.mkdir()
    file.write_text('vision = "deutan"\n[keys.play]\nexplore = "X"\n')
    call("watch", "ws://example.org")
    assert isinstance(shown.surface.display, AdaptedDisplay)
    assert shown.settings.keymap.command(Context.PLAY, "X") is Command.EXPLORE
    assert shown.settings.keys_file == str(file)
    assert 'explore = "X"' in call("keys").stdout
    call("watch", "ws://example.org", "--vision", "normal")
    assert not isinstance(shown.surface.display, AdaptedDisplay)


def test_plain_lines_are_the_players_choice_or_preference(shown: Shown, tmp_path: Path) -> None:
    call("join", "ws://example.org", "--plain")
    assert isinstance(shown.surface, LineSurface)
    assert not shown.settings.alerts
    file = tmp_path / "undertide" / "client.toml"
    file.parent.mkdir()
    file.write_text("plain = true\n")
    call("watch", "ws://example.org")
    assert isinstance(shown.surface, LineSurface)
    for words in (["--no-plain"], ["--display=window"]):
        call("watch", "ws://example.org", *words)
        assert not isinstance(shown.surface, LineSurface)
    clash = call("watch", "ws://example.org", "--plain", "--display=window")
    assert clash.exit_code == 2
    assert "--plain can't go with --display window" in clash.output


def test_a_fault_in_the_players_file_is_told(shown: Shown, tmp_path: Path) -> None:
    file = tmp_path / "undertide" / "client.toml"
    file.parent.mkdir()
    file.write_text('[keys.play]\nexplor = "X"\n')
    for words in (("watch", "ws://example.org"), ("keys",)):
        result = call(*words)
        assert result.exit_code == 1
        assert "keys.play.explor: there is no such command here" in result.stderr


def test_the_display_is_the_players_choice(shown: Shown) -> None:
    call("watch", "ws://example.org", "--display", "window", "--colors", "16")
    assert shown.surface.display == ("window", "16")


def test_play_starts_a_server_of_its_own_and_ends_it(shown: Shown) -> None:
    result = call("play", "--preset", "tutorial", "--seed", "7", "--name", "Bob")
    assert result.exit_code == 5
    assert shown.entry == JoinEntry(NEW_SESSION, "Bob", preset="tutorial", is_stated=True)
    assert shown.server_answered
    assert f"undertide join {page_link(shown.address)}" in result.stdout


@pytest.mark.parametrize(
    ("words", "begin"),
    [
        ((), "ask"),
        (("--continue",), "continue"),
        (("--new",), "new"),
        (("--seed", "7"), "new"),
        (("--preset", "tutorial", "--new"), "new"),
    ],
)
def test_options_say_how_play_begins(
    shown: Shown,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    begin: str,
) -> None:
    games: list[OwnGame] = []

    def note(game: OwnGame, _open_front: Any) -> int:
        games.append(game)
        return 0

    monkeypatch.setattr(OwnGame, "play", note)
    assert call("play", *words).exit_code == 0
    assert call("play", *words, "--data", str(tmp_path / "mine")).exit_code == 0
    assert [game.begin for game in games] == [begin, begin]
    assert [game.folder for game in games] == [tmp_path / "undertide", tmp_path / "mine"]
    assert shown.entry is None


def test_play_keeps_nothing_where_that_is_wanted(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(OwnGame, "play", lambda game, _: int(game.folder is not None))
    assert call("play", "--no-save").exit_code == 0
    assert shown.entry is None


def test_play_tells_what_its_server_said_when_it_did_not_start(shown: Shown) -> None:
    result = call("play", "--preset", "no-such")
    assert result.exit_code == 2
    assert "no preset 'no-such'" in result.stderr
    assert ".log" in result.stderr
    assert shown.entry is None


def test_play_tells_when_its_server_ended_by_itself(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(EmbeddedServer, "has_died", True)
    result = call("play", "--preset", "tutorial")
    assert result.exit_code == 1
    assert "ended by itself" in result.stderr
    assert shown.server_answered


def test_a_display_that_can_not_be_is_told_with_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise DisplayUnavailableError("this is no terminal", "use the window")

    monkeypatch.setattr(displays, "open_display", fail)
    result = call("join", "ws://example.org", "--session", "k7m2q")
    assert result.exit_code == 1
    assert "this is no terminal: use the window" in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize(
    "words",
    [
        ("join",),
        ("join", "ftp://example.org"),
        ("join", "http://"),
        ("join", "ws://example.org", "--name", "\x1b[31m"),
        ("join", "ws://example.org", "--name", "x" * (MAX_NAME + 1)),
        ("join", "ws://example.org", "--display", "paper"),
        ("watch", "ws://example.org:0"),
        ("play", "--port", "-1"),
        ("play", "--pace", "slow"),
        ("play", "--continue", "--seed", "7"),
        ("play", "--continue", "--preset", "tutorial"),
        ("play", "--no-save", "--continue"),
        ("play", "--no-save", "--data", "here"),
        ("sessions", "::"),
        ("bots", "ws://example.org", "-n", "0"),
        ("bots", "ws://example.org", "-n", "1000000"),
        ("bots", "ws://example.org", "--seconds", "0"),
    ],
)
def test_a_wrong_call_is_one_line_and_exit_code_2(words: tuple[str, ...]) -> None:
    result = call(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("user", "name"),
    [
        ("ann", "ann"),
        ("", ""),
        ("\x1b\x07", ""),
        ("a-name-that-is-much-too-long", "a-name-that-is-m"),
        ("_daemon", ""),
    ],
)
def test_the_users_name_is_taken_as_far_as_it_will_do(
    user: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("USER", user)
    monkeypatch.delenv("USERNAME", raising=False)
    assert user_name() == name


# --- sessions, bots, with a real server ---------------------------------------------------------


def test_bots_play_and_are_listed_in_a_session_of_their_own(server: Serving) -> None:
    before = json.loads(call("sessions", server.address, "--json").stdout)["sessions"]
    result = call("bots", server.address, "-n", "2", "--seconds", "1", "--json")
    assert result.exit_code == 0, result.stderr
    report = json.loads(result.stdout)
    assert report["players"] == 2
    assert report["errors"] == 0
    assert report["latency_ms"].keys() == {"p50", "p99"}
    listed = call("sessions", server.address, "--json")
    assert listed.exit_code == 0
    known = {session["session"] for session in before}
    found = json.loads(listed.stdout)["sessions"]
    (session,) = (each for each in found if each["session"] not in known)
    keys = {"session", "preset", "heroes", "spectators", "seats", "deepest_floor"}
    assert session.keys() >= keys | {"access", "locked", "host", "delay"}
    assert {hero["state"] for hero in session["party"]} <= {"alive", "linkdead", "asleep"}
    assert "seed" not in session
    assert session["preset"] == "tutorial"


def test_people_are_shown_tables(server: Serving) -> None:
    assert "session" in call("sessions", server.address).stdout.lower()
    report = call("bots", server.address, "-n", "1", "--seconds", "0.5").stdout
    assert "latency ms" in report


@pytest.mark.parametrize("named", [(), ("--name", "Win")])
def test_joining_without_a_terminal_lists_what_there_is(
    server: Serving, named: tuple[str, ...]
) -> None:
    call("bots", server.address, "-n", "1", "--seconds", "0.5")
    result = call("join", server.address, *named)
    assert result.exit_code == 1
    assert result.stdout == call("sessions", server.address).stdout
    assert "start it in a terminal" in result.stderr
    assert "--session" in result.stderr


def test_bots_for_a_session_that_there_is_not_fail(server: Serving) -> None:
    result = call("bots", server.address, "-n", "1", "--seconds", "5", "--session", "zzzzz")
    assert result.exit_code == 1


def test_a_server_that_is_not_there_is_one_line_and_exit_code_1() -> None:
    done = undertide("sessions", "127.0.0.1:1")
    assert done.returncode == 1
    assert done.stderr == "undertide: ws://127.0.0.1:1: nobody listens at this address\n"
