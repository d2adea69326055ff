"""The client line by line, through pipes: no terminal, no colours, no cursor."""

from pathlib import Path

from support.processes.commands import serving
from support.processes.line_player import LinePlayer, line_player

BOXES = "─│╭╮╰╯▸▲▼█\x1b"
"""Characters that no line has: those of boxes and marks, and what begins a control sequence."""


def make_session(player: LinePlayer) -> None:
    """Answer the questions to a newcomer, and make a session in the lobby."""
    player.read_text("Your name: ")
    player.type("Ann")
    player.read_text("What are you?")
    player.type("warden")
    player.type("")
    player.read_text("No session yet")
    player.type("new session")
    player.read_text("make it")
    player.type("make it")
    player.type("")
    player.read_text("The map: Ann")


def test_a_hero_goes_from_the_lobby_to_the_second_floor_by_pipes(tmp_path: Path) -> None:
    with (
        serving("--preset", "tutorial", "--seed", "7") as server,
        line_player(tmp_path, "join", server.address, "--plain") as player,
    ):
        make_session(player)
        player.go_down(2)
        player.type("say that was easy")
        player.read_text("Ann: that was easy")
        player.type("quit")
        player.read_text("Leave the game?")
        player.type("yes")
        assert player.ended() == 0
    assert not set(BOXES) & set("".join(player.lines))


def test_a_spectator_hears_what_players_say(tmp_path: Path) -> None:
    with (
        serving("--preset", "tutorial") as server,
        line_player(tmp_path, "join", server.address, "--plain", "--name=Ann") as ann,
    ):
        ann.read_text("The map: Ann")
        with line_player(tmp_path, "watch", server.address, "--plain") as zoe:
            zoe.read_text("The map: watching")
            ann.type("say can you hear me?")
            zoe.read_text("Ann: can you hear me?")
            assert zoe.ended() == 0
        assert ann.ended() == 0


def test_the_title_screen_takes_lines_and_tells_what_failed(tmp_path: Path) -> None:
    with line_player(tmp_path, "title", "--plain") as player:
        player.read_text("w: watch: Watch others on a server.")
        player.type("watch")
        player.read_text("Address: ")
        player.type("ws://nowhere:0")
        player.read_text("nobody can connect to port 0")
        player.type("/back")
        player.type("quit")
        assert player.ended() == 0
