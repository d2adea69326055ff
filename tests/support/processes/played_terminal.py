"""A real client in a real terminal: a test presses keys and reads the screen."""

import os
import re
import select
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from support.processes.emulated_terminal import EmulatedTerminal
from support.processes.waiting import LONGEST
from undertide_client.saved.profile import FileProfile
from undertide_client.screens.widgets.layout import ScreenLayout, layout_of, screen_size
from undertide_shared.geometry import Cell

SLICE = 0.1
"""Seconds between two looks at what is waited for while nothing comes."""
WALKABLE = "·.'"
"""Glyphs of cells that a hero can step on without further ado."""
STEPS = {
    "h": (-1, 0),
    "l": (1, 0),
    "k": (0, -1),
    "j": (0, 1),
    "y": (-1, -1),
    "u": (1, -1),
    "b": (-1, 1),
    "n": (1, 1),
}
"""The vi keys of the directions, the plain ones first, and the steps (dx, dy) that they take."""
_TAKE_TERMINAL = "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
"""Makes the terminal the session's own first, as a login shell does: it brings signals."""
OWN_COMMAND = _TAKE_TERMINAL + "from undertide_shared.command import main; main()"
"""Runs the `undertide` command with the words that follow."""
ANY_COMMAND = _TAKE_TERMINAL + "import os, sys; os.execvp(sys.argv[1], sys.argv[1:])"
"""Runs the command that the words that follow are."""


class PlayedTerminal(EmulatedTerminal):
    """A terminal in which a command runs, from its start to its end: `undertide`, or another."""

    def __init__(
        self,
        words: tuple[str, ...],
        home: Path,
        size: tuple[int, int],
        environment: dict[str, str],
        launcher: str = OWN_COMMAND,
    ) -> None:
        super().__init__(*size)
        self.modes_before: list[Any] = termios.tcgetattr(self.descriptor)
        self.process = subprocess.Popen(
            [sys.executable, "-c", launcher, *words],
            stdin=self.descriptor,
            stdout=self.descriptor,
            stderr=self.descriptor,
            start_new_session=True,
            env=environment_of(home) | environment,
        )

    # --- reading -----------------------------------------------------------------------------

    def read_until(self, reached: Callable[[EmulatedTerminal], bool]) -> None:
        """Read until `reached`, and fail with the screen when that never comes."""
        self.wait_for(lambda: reached(self), "what was waited for")

    def read_text(self, text: str) -> None:
        """Read until `text` stands in one line of the screen."""
        self.wait_for(lambda: text in self.text, repr(text))

    def read_gone(self, text: str) -> None:
        """Read until `text` no longer stands on the screen."""
        self.wait_for(lambda: text not in self.text, f"the end of {text!r}")

    def wait_for(self, reached: Callable[[], bool], what: str) -> None:
        """Read on until `reached`, having taken in what is there already."""
        deadline = time.monotonic() + LONGEST
        alive = self._take_in(0.0)
        while not reached():
            left = deadline - time.monotonic()
            assert alive, f"the program ended before {what}:\n{self.text}"
            assert left > 0, f"the terminal never showed {what}:\n{self.text}"
            # In slices, for not all that is waited for shows itself by output.
            alive = self._take_in(min(left, SLICE))

    def _take_in(self, patience: float) -> bool:
        """Read all that is there, after waiting for it; whether there may be more."""
        while select.select([self._master], [], [], patience)[0]:
            try:
                data = os.read(self._master, 65536)
            except OSError:  # the last program that had the terminal open is gone
                return False
            self.received += data
            self._stream.feed(data)
            patience = 0.0
        return True

    # --- what is on the screen ---------------------------------------------------------------

    @property
    def text(self) -> str:
        """The screen, a line a row."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    @property
    def unwrapped(self) -> str:
        """The screen as one line, for words that the terminal itself has wrapped."""
        return "".join(self.screen.display)

    @property
    def panel(self) -> str:
        """The side panel as one line."""
        area = self._layout.panel
        rows = self.screen.display[area.y : area.bottom]
        return " ".join(" ".join(row[area.x :].split()) for row in rows)

    def read_panel(self, text: str) -> None:
        """Read until `text` stands in the side panel, wrapped or not."""
        self.wait_for(lambda: text in self.panel, f"{text!r} in the panel")

    @property
    def bar(self) -> str:
        """The line under everything."""
        line: str = self.screen.display[-1]
        return line

    def glyphs(self, sign: str) -> list[Cell]:
        """Return where a glyph stands on the map's part of the screen."""
        area = self._layout.map
        rows = enumerate(self.screen.display[: area.bottom])
        return [(x, y) for y, row in rows for x in range(area.right) if row[x] == sign]

    def hero(self, name: str) -> Cell | None:
        """Return where a hero stands on the map's part, told by its colour in the panel."""
        colours = {
            self.screen.buffer[y][match.start()].fg
            for y, row in enumerate(self.screen.display[:-1])
            for match in re.finditer(rf"@ +{re.escape(name)} ", row)
        }
        found = [at for at in self.glyphs("@") if self.screen.buffer[at[1]][at[0]].fg in colours]
        return found[0] if len(found) == 1 else None

    def free_step(self, name: str) -> str:
        """Return the vi key of a step that a hero can take."""
        here = self.hero(name)
        assert here is not None, f"{name} is not to be seen:\n{self.text}"
        rows = self.screen.display
        free = (
            key for key, (dx, dy) in STEPS.items() if rows[here[1] + dy][here[0] + dx] in WALKABLE
        )
        return next(free)

    def key_towards(self, name: str, glyphs: str) -> str | None:
        """Return the vi key towards one of these glyphs beside a hero, if there is any."""
        x, y = self.hero(name) or (0, 0)
        rows = self.screen.display
        beside = (key for key, (dx, dy) in STEPS.items() if rows[y + dy][x + dx] in glyphs)
        return next(beside, None)

    @property
    def life(self) -> int:
        """What the panel says that the own hero has left."""
        told = re.search(r"Life +(\d+)/", self.panel)
        return int(told[1]) if told else 0

    @property
    def _layout(self) -> ScreenLayout:
        return layout_of(*screen_size(self.screen.columns, self.screen.lines))

    # --- pressing keys -----------------------------------------------------------------------

    def type(self, keys: str) -> None:
        """Press keys, named by the characters that they send."""
        self.press(keys.encode())

    def take_turn(self, key: str, news: str) -> bool:
        """Press a key that takes a turn, and read how it ended; whether the screen tells `news`.

        Then comes a request that is refused and takes no time, to tell this answer from the next.
        """
        for pressed, answer in ((key, " done "), ("g", " not now: ")):
            self.type(pressed)
            self._read_answer(answer, news)
            if news in self.text:
                return True
        return False

    def _read_answer(self, answer: str, news: str) -> None:
        """Read until the bar has an answer, or the screen the news that there will be none."""
        self.wait_for(lambda: answer in self.bar or news in self.text, f"{answer!r} or {news!r}")

    def escape(self) -> None:
        """Press Escape: what is open on top closes."""
        self.press(b"\x1b")

    def say(self, text: str) -> None:
        """Talk to everyone."""
        self.type("t")
        self.read_text("Say:")
        self.type(text + "\r")

    def quit(self) -> int:
        """Leave as a player does; return the exit code."""
        self.type("Q")
        self.read_text("Leave the game?")
        self.type("y")
        return self.ended()

    # --- the end -----------------------------------------------------------------------------

    def ended(self) -> int:
        """Read all the rest; return the exit code of the command."""
        self.wait_for(lambda: self.process.poll() is not None, "the end of the program")
        self._take_in(0.0)
        return self.process.returncode

    @property
    def modes(self) -> list[Any]:
        """How the terminal treats keys and output now."""
        return termios.tcgetattr(self.descriptor)

    def end(self) -> None:
        """End the command the hard way, if it still runs."""
        self.process.kill()
        self.process.wait()


class Opener(Protocol):
    """Opens terminals in which the command runs; all of them end with the test."""

    def __call__(
        self, *words: str, size: tuple[int, int] = (100, 32), **environment: str
    ) -> PlayedTerminal:
        """Run the command in a terminal of so many columns and rows."""


@contextmanager
def played(
    *words: str, home: Path, size: tuple[int, int] = (100, 32), **environment: str
) -> Iterator[PlayedTerminal]:
    """Run the command in a terminal of so many columns and rows until the test is over.

    Its player has played before, and wants no hints.
    """
    FileProfile(home / "state" / "undertide").change(name="ann", hints=False)
    with PlayedTerminal(words, home, size, environment) as terminal:
        try:
            yield terminal
        finally:
            terminal.end()


def environment_of(home: Path) -> dict[str, str]:
    """Return the environment of a player whose files lie in `home`."""
    kept = {key: os.environ[key] for key in ("PATH", "PYTHONPATH") if key in os.environ}
    return kept | {
        "HOME": str(home),
        "XDG_STATE_HOME": str(home / "state"),
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "LANG": "C.UTF-8",
        "USER": "ann",
        "PYTHONWARNINGS": "error",
    }
