"""The client line by line, through pipes: no terminal, no colours, no cursor."""

import re
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from support.processes.commands import COMMAND, serving
from support.processes.played_terminal import environment_of
from support.processes.waiting import LONGEST

MAX_TURNS: Final = 120
"""Commands that may lead to another floor: far more than are needed."""
WAYS: Final = ("Open ways", "All ways", "No way")
"""How a line about the cells beside the hero begins."""
PLACES: Final = ("Stairs: ", "You stand on: ")
"""How a line begins that tells where something is. Signs speak of stairs too, at any time."""


class LinePlayer:
    """A client whose lines are read all the time, so that a full pipe never stops it."""

    def __init__(self, home: Path, *words: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            bufsize=1,
            env=environment_of(home),
        )
        self.lines: list[str] = []
        self._grown = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def type(self, line: str) -> None:
        """Type a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def ask(self, line: str, answer: Callable[[str], bool]) -> list[str]:
        """Type a line; return what is printed from then on, up to the line that is an answer."""
        begin = len(self.lines)
        self.type(line)
        return self.read_until(answer, begin)

    def read_until(self, answer: Callable[[str], bool], begin: int = 0) -> list[str]:
        """Wait for a line that is an answer; return what was printed since line `begin`."""

        def found() -> bool:
            return any(answer(line) for line in self.lines[begin:])

        with self._grown:
            self._grown.wait_for(lambda: found() or not self._reader.is_alive(), LONGEST)
            assert found(), "\n".join(self.lines[-40:])
            return self.lines[begin:]

    def read_text(self, words: str) -> list[str]:
        """Wait for a line with some words; return all lines so far."""
        return self.read_until(lambda line: words in line)

    def status(self) -> list[str]:
        """Wait until all that was typed is over; return what was printed meanwhile."""
        return self.ask("status", lambda line: line.startswith("Life "))

    def ended(self) -> int:
        """Wait for the end of the process; return its exit code."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        code = self.process.wait(LONGEST)
        self._reader.join(LONGEST)
        return code

    def end(self) -> None:
        """End it the hard way, if it still runs."""
        self.process.kill()
        self._reader.join(LONGEST)
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with suppress(BrokenPipeError):
                    stream.close()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self._grown:
                self.lines.append(line.rstrip("\n"))
                self._grown.notify_all()
        with self._grown:
            self._grown.notify_all()

    def go_down(self, floor: int) -> None:
        """Play by what is told until the hero is on a floor."""
        for _ in range(MAX_TURNS):
            begin = len(self.lines)
            self.ask("around", lambda line: line.startswith(WAYS))
            self.status()
            if any(line.startswith(f"Floor {floor}:") for line in self.lines[begin:]):
                return
            self.type(_next_command(self.lines[begin:]))
        raise AssertionError("\n".join(self.lines[-60:]))


def _next_command(told: list[str]) -> str:
    """Return what a player types who has heard these lines."""
    if any(line.startswith("Enemy: ") for line in told):
        return "fight"
    status = re.match(r"Life (\d+) of (\d+)", told[-1])
    if status and 2 * int(status[1]) < int(status[2]):
        return "rest"
    known = any(line.startswith(PLACES) and "stairs down" in line for line in told)
    return "descend" if known else "explore"


@contextmanager
def line_player(home: Path, *words: str) -> Iterator[LinePlayer]:
    """Give a client that plays line by line and keeps its files in `home`, and end it."""
    player = LinePlayer(home, *words)
    try:
        yield player
    finally:
        player.end()


BOXES = "─│╭╮╰╯▸▲▼█\x1b"
"""Characters that no line has: those of boxes and marks, and what begins a control sequence."""


def make_session(player: LinePlayer) -> None:
    """Answer the questions to a newcomer, and make a session in the lobby."""
    player.read_text("Your name: ")
    player.type("Ann")
    player.read_text("Nobody is playing here yet")
    player.type("new session")
    player.read_text("create the game")
    player.type("create the game")
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
