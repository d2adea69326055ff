"""The surface that prints lines and reads lines."""

import io
import signal
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from types import FrameType, TracebackType
from typing import Final, Self, TextIO

from undertide_client.displays.errors import DisplayUnavailableError
from undertide_client.displays.stop_signals import Handler, die_of, handled
from undertide_client.plain.line_commands import ALL_READ, MORE_WORDS, LineCommands, LineHost, until
from undertide_client.plain.news_lines import NewsLines
from undertide_client.plain.printer import Printer
from undertide_client.plain.screen_lines import ScreenLines
from undertide_client.plain.typed_lines import TypedLines, lines_of_process
from undertide_client.screens.widgets.actions import Pop
from undertide_client.screens.widgets.page_screen import PageScreen

AT_ONCE: Final = 30
"""Lines of an answer that are printed at once. `on` reads on."""
SCRIPT_SECONDS: Final = 30.0
"""Seconds that lines of a file wait until what they began is over, such as exploring."""
INTERRUPT: Final = "\x03"
"""The line in place of Ctrl+C."""


class LineSurface:
    """The screens of a host in lines: printed when they open or change, commanded by lines."""

    def __init__(self, typed: TypedLines, stream: TextIO) -> None:
        self._typed = typed
        self._stream = stream
        self._printer: Printer | None = None
        self._screens = ScreenLines()
        self._news: NewsLines | None = None
        self._commands = LineCommands(self._screens, self._answer, self._read_on)
        self._rest: Sequence[str] = ()
        """What is left of a long answer."""
        self._is_answering = False
        """Whether what is printed next answers a line of the player."""
        self._is_stopping = self._is_hiding = False
        self._taken, self._unseen = ExitStack(), ExitStack()

    def present(self, host: LineHost) -> None:
        """Print what is new."""
        if self._printer is None:
            return
        if self._news is None:
            self._news = NewsLines(host.ui)
        self._printer.print_lines(self._news.pop_lines())
        lines = self._screens.pop_changes(host.top)
        if self._is_answering:
            self._answer(lines)
        else:
            self._printer.print_lines(lines)
        self._is_answering = False
        self._close_read_page(host)
        self._hide_secrets(wanted=host.top.as_text().is_secret)
        if self._printer.has_failed:
            host.close()

    def _close_read_page(self, host: LineHost) -> None:
        """Close a page that the player has just heard, so that the next command needs no Esc."""
        if isinstance(host.top, PageScreen) and host.top.is_read_at_once:
            host.perform((Pop(),))
            self._screens.go_back(host.top)

    def is_stale(self) -> bool:
        """Return False: lines have no size that could change."""
        return False

    async def follow(self, host: LineHost) -> None:
        """Wait for the next line, and do what it says.

        Lines of a file wait until what the last one began is over and told.
        """
        if not self._typed.is_terminal:
            await until(lambda: host.is_settled and self._is_idle, SCRIPT_SECONDS)
        line = await self._typed.next_line()
        self._is_answering = True
        if line is None:
            host.close()
        elif line == INTERRUPT:
            host.press("ctrl+c")
        else:
            await self._commands.obey(host, line)

    @property
    def _is_idle(self) -> bool:
        return self._printer is None or self._printer.is_idle

    def copy(self, text: str) -> bool:
        """Print a line that the player wants to copy. Return False: it is in no clipboard."""
        self._answer([text])
        return False

    def shows(self, text: str) -> bool:
        """Return whether each character of `text` is printed as itself."""
        try:
            text.encode(self._stream.encoding or "utf-8")
        except UnicodeEncodeError:
            return False
        return True

    def _answer(self, lines: Sequence[str]) -> None:
        """Print an answer, or its first part if it is long."""
        if not lines or self._printer is None:
            return
        shown, self._rest = lines[:AT_ONCE], lines[AT_ONCE:]
        more = [f"({len(self._rest)} more lines: `on` reads on.)"] if self._rest else []
        self._printer.answer([*shown, *more])

    def _read_on(self) -> None:
        self._answer(self._rest or [ALL_READ])

    def _hide_secrets(self, *, wanted: bool) -> None:
        """Show nothing of what the player types from now on, or show it again."""
        if wanted == self._is_hiding:
            return
        self._is_hiding = wanted
        self._unseen.close()
        if wanted:
            self._unseen.enter_context(self._typed.unseen())

    # --- the terminal ------------------------------------------------------------------------

    def __enter__(self) -> Self:
        self._printer = Printer(self._stream)
        self._printer.answer([MORE_WORDS])
        self._taken.callback(self._printer.close)
        self._taken.enter_context(handled(self._handlers()))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._unseen.close()
        self._taken.close()
        self._printer = None

    def _handlers(self) -> dict[signal.Signals, Handler]:
        stops = [signal.SIGTERM, *filter(None, [getattr(signal, "SIGHUP", None)])]
        return {signal.SIGINT: self._on_interrupt} | dict.fromkeys(stops, self._on_stop)

    def _on_interrupt(self, _number: int, _frame: FrameType | None) -> None:
        self._typed.post(INTERRUPT)

    def _on_stop(self, number: int, _frame: FrameType | None) -> None:
        """Stop in order; at a second signal, at once."""
        if self._is_stopping:
            die_of(number)
        self._is_stopping = True
        self._typed.post(None)


def surface_of_process() -> LineSurface:
    """Return the surface on the input and the output of this process, which may be pipes.

    Raises DisplayUnavailableError if one of them is closed.
    """
    if sys.stdin is None or sys.stdout is None:
        raise DisplayUnavailableError("there is no input or no output", "start it in a terminal")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    return LineSurface(lines_of_process(), sys.stdout)
