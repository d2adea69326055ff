"""`undertide play`: a server of one's own and a terminal joined to it."""

import re
import socket
from pathlib import Path

import psutil
import pytest

from support.processes.played_terminal import Opener, PlayedTerminal


def start_to_play(opened: Opener) -> tuple[PlayedTerminal, int]:
    """Play until the hero is on the map; return the terminal and the server's port."""
    words = ("--preset", "tutorial", "--seed", "7", "--name", "Ann", "--port", "0")
    terminal = opened("play", *words)
    terminal.read_text("Explore (o) walks by itself")
    terminal.wait_for(lambda: terminal.hero("Ann") is not None, "the hero")
    told = re.search(rb"undertide join http://127\.0\.0\.1:(\d+)", terminal.received)
    assert told, terminal.received
    return terminal, int(told[1])


def listens(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1.0):
            return True
    except OSError:
        return False


def test_play_shows_the_map_the_hero_and_the_address_and_quitting_ends_the_server(
    opened: Opener,
) -> None:
    terminal, port = start_to_play(opened)
    assert "·" in terminal.text
    assert "Floor 1" in terminal.text
    terminal.type("?")
    terminal.read_text("[Here]")
    terminal.type("h")
    terminal.read_text(f"undertide join http://127.0.0.1:{port}/#/play/")
    terminal.escape()
    terminal.read_gone("undertide join")
    assert listens(port)
    assert terminal.quit() == 0
    assert not listens(port)
    assert terminal.modes == terminal.modes_before


def test_without_a_command_a_terminal_shows_the_title_screen(opened: Opener) -> None:
    terminal = opened()
    terminal.read_text("n) new game")
    terminal.type("w")
    terminal.read_text("Address")
    terminal.type("ws://nowhere:0\r")
    terminal.read_text("nobody can connect to port 0")
    terminal.escape()
    terminal.read_gone("Address")
    terminal.type("qq")
    assert terminal.ended() == 0
    assert terminal.modes == terminal.modes_before


def test_the_server_ends_with_a_client_that_was_killed(opened: Opener) -> None:
    terminal, port = start_to_play(opened)
    terminal.process.kill()
    terminal.wait_for(lambda: not listens(port), "the end of the server")


def test_a_server_that_dies_is_started_again_and_the_run_goes_on(opened: Opener) -> None:
    terminal, port = start_to_play(opened)
    (server,) = psutil.Process(terminal.process.pid).children()
    server.kill()
    server.wait()
    terminal.wait_for(lambda: listens(port), "the server again")
    began = terminal.hero("Ann")
    key = terminal.free_step("Ann")
    terminal.read_text("any key wakes")
    terminal.type(key)
    terminal.read_text("You wake.")
    terminal.type(key)
    terminal.wait_for(lambda: terminal.hero("Ann") not in {began, None}, "the step")
    assert terminal.quit() == 0
    assert not listens(port)


def test_a_run_goes_on_at_the_same_cell_after_play_was_killed(opened: Opener) -> None:
    terminal, port = start_to_play(opened)
    began = terminal.hero("Ann")
    key = terminal.free_step("Ann")
    terminal.type(key)
    terminal.wait_for(lambda: terminal.hero("Ann") not in {began, None}, "the step")
    reached = terminal.hero("Ann")
    terminal.process.kill()
    terminal.wait_for(lambda: not listens(port), "the end of the server")

    again = opened("play")
    again.read_text("1  Ann, floor 1, ")
    again.read_text("Go on with [1]:")
    again.type("\r")
    again.wait_for(lambda: again.glyphs("@") == [reached], "the hero asleep at the same cell")
    again.type("Q")
    again.read_text("goes on when you play again")
    again.type("y")
    assert again.ended() == 0


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("--preset", "no-such"), 2, "no preset 'no-such'"),
        (("--host", "192.0.2.1"), 1, "server did not start"),
    ],
)
def test_play_says_why_its_server_did_not_start(
    opened: Opener, tmp_path: Path, words: tuple[str, ...], code: int, told: str
) -> None:
    terminal = opened("play", *words)
    assert terminal.ended() == code
    assert told in terminal.unwrapped
    assert "Traceback" not in terminal.text
    assert terminal.modes == terminal.modes_before
