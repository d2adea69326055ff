"""The display in a real terminal, over SSH too."""

import os
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from types import FrameType, TracebackType
from typing import Final, Self

from undertide_client.displays.attention import Attention, encode_attention
from undertide_client.displays.base import Closed, ColourChoice, DisplayEvent, Resized
from undertide_client.displays.cells import Cells, Console, cells_of
from undertide_client.displays.colours import choose_depth
from undertide_client.displays.diff import Painter
from undertide_client.displays.errors import DisplayUnavailableError
from undertide_client.displays.glyphs import shows_text
from undertide_client.displays.stop_signals import Handler, die_of, handled
from undertide_client.displays.terminal_input import TerminalInput
from undertide_client.displays.terminal_modes import (
    SIMPLE,
    clipboard_words,
    encoding_of,
    enter_words,
    known_encoding,
    leave_words,
    own_descriptor,
    raw_keys,
)
from undertide_client.displays.viewport import UNKNOWN_SIZE, Pane, usable
from undertide_client.displays.writer import FrameWriter

_Frame = tuple[Cells, Attention]
DUMB: Final = frozenset({"", "dumb", "unknown"})


def terminal_of_process(colours: ColourChoice) -> "TerminalDisplay":
    """Return the display in the terminal that started this process.

    Raises DisplayUnavailableError if input or output is redirected, or if the terminal can't move
    its cursor.
    """
    if sys.__stdin__ is None or sys.__stdout__ is None:
        raise _not_a_terminal("there is no input or no output")
    try:
        keys, screen = sys.__stdin__.fileno(), sys.__stdout__.fileno()
    except ValueError:
        raise _not_a_terminal("input or output is closed") from None
    return TerminalDisplay(keys, screen, colours, os.environ)


def is_unicode(environment: Mapping[str, str]) -> bool:
    """Return whether the terminal knows more than ASCII, as far as `environment` tells."""
    return known_encoding(encoding_of(environment)) == "utf-8"


class TerminalDisplay:
    """A display on one terminal, which also reads its keys.

    Enter it once; it restores the terminal. `suspend` leaves and enters it again.
    """

    def __init__(
        self,
        keys: int,
        screen: int,
        colours: ColourChoice,
        environment: Mapping[str, str],
    ) -> None:
        """Prepare for the terminal with the descriptors `keys` (read) and `screen` (written).

        Raises DisplayUnavailableError if one of them is no terminal, or if it can't move its
        cursor.
        """
        if not os.isatty(keys) or not os.isatty(screen):
            raise _not_a_terminal("input or output is not a terminal")
        if environment.get("TERM", "") in DUMB:
            raise _not_a_terminal("this terminal (TERM) can't move its cursor")
        encoding = known_encoding(encoding_of(environment))
        self._is_simple = environment.get("TERM", "") in SIMPLE
        self._keys = keys
        self._screen = screen
        self._utf8 = encoding == "utf-8"
        self._depth = choose_depth(colours, environment)
        self._painter = Painter(self._depth, utf8=self._utf8)
        self._input = TerminalInput(keys, encoding)
        self._writer: FrameWriter[_Frame] | None = None
        self._attention = self._told = Attention()
        self._taken = ExitStack()
        self._pane = Pane()
        self._asked_to_stop = False

    def size(self) -> tuple[int, int]:
        """Return the columns and rows of the terminal. Each call asks the terminal."""
        try:
            return usable(os.get_terminal_size(self._screen))
        except OSError:
            return UNKNOWN_SIZE

    def fit_grid(self, columns: int, rows: int) -> None:
        """Do nothing: a terminal has the cells that its user chose."""

    def present(self, console: Console) -> None:
        """Show `console`, or a part that the player can scroll if the terminal is smaller."""
        self._pane.show(cells_of(console))
        self._draw()

    def copy(self, text: str) -> bool:
        """Ask the terminal to put `text` into the clipboard, over SSH too (OSC 52)."""
        if self._writer is None or self._is_simple:
            return False
        self._writer.submit_aside(clipboard_words(text))
        return True

    def suspend(self, leave: Callable[[], None]) -> bool:
        """Give the terminal back and stop, as other programs do for Ctrl-Z, until `fg`.

        The whole process group stops: the shell waits for all of it.
        """
        leave()
        self.__exit__(None, None, None)
        os.killpg(os.getpgrp(), signal.SIGTSTP)
        self.__enter__()
        self._draw()
        return True

    def shows(self, text: str) -> bool:
        """Return whether each character of `text` is shown as itself, as far as can be known."""
        return shows_text(text, utf8=self._utf8, is_simple=self._is_simple)

    def attend(self, attention: Attention) -> None:
        """Tell `attention` with the next picture."""
        self._attention = attention

    async def next_event(self) -> DisplayEvent:
        """Wait for a key, a click, a paste, a new size or the end. Handle scrolling keys here."""
        while True:
            event = self._heard(await self._input.next_event())
            if event is not None:
                return event

    def __enter__(self) -> Self:
        self._told = Attention(rings=self._told.rings)
        self._painter = Painter(self._depth, utf8=self._utf8)
        with ExitStack() as taking:
            taking.enter_context(raw_keys(self._keys))
            self._writer = FrameWriter(
                own_descriptor(self._screen),
                self._render,
                self._on_broken,
                enter_words(is_simple=self._is_simple),
            )
            taking.callback(self._writer.close, leave_words(is_simple=self._is_simple))
            taking.enter_context(handled(self._handlers()))
            self._taken = taking.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._taken.close()
        self._writer = None

    def _handlers(self) -> dict[signal.Signals, Handler]:
        return {
            signal.SIGTERM: self._on_stop,
            signal.SIGHUP: self._on_stop,
            signal.SIGWINCH: self._on_new_size,
        }

    def _draw(self) -> None:
        """Hand the visible part of the screen to the writer."""
        picture = self._pane.picture(self.size())
        if self._writer is not None and picture is not None:
            self._writer.submit((picture, self._attention))

    def _render(self, frame: _Frame) -> bytes:
        """Return the bytes of a frame; the writer's thread calls this for each that it writes."""
        picture, attention = frame
        signs = encode_attention(self._told, attention, is_titled=not self._is_simple)
        self._told = attention
        return signs + self._painter.paint(picture)

    def _heard(self, event: DisplayEvent) -> DisplayEvent | None:
        """Return `event` in the screen's coordinates, or None if it was for the display alone."""
        if self._pane.scrolls(event, self.size()):
            self._draw()
            return None
        if isinstance(event, Resized):
            self._draw()
        return self._pane.on_screen(event, self.size())

    def _on_broken(self, error: OSError) -> None:
        self._input.post(Closed(f"the terminal is gone ({error.strerror})"))

    def _on_new_size(self, _number: int, _frame: FrameType | None) -> None:
        self._input.post(Resized())

    def _on_stop(self, number: int, _frame: FrameType | None) -> None:
        """Stop in order if an event loop listens; otherwise, or at a second signal, at once."""
        if self._asked_to_stop or not self._input.is_awaited:
            self._taken.close()
            die_of(number)
        self._asked_to_stop = True
        self._input.post(Closed(f"asked to stop ({signal.Signals(number).name})"))


def _not_a_terminal(reason: str) -> DisplayUnavailableError:
    remedy = "start it in a terminal, use --plain, or use the window display"
    return DisplayUnavailableError(reason, remedy)
