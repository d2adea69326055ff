import sys

import pytest

from support.processes.emulated_terminal import EmulatedTerminal
from undertide_client.displays import open_display
from undertide_client.displays.terminal import TerminalDisplay
from undertide_client.displays.window import WindowDisplay


class Stream:
    """A standard stream of a process, as far as a display asks."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def fileno(self) -> int:
        return self._descriptor


def test_the_terminal_is_that_of_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    with EmulatedTerminal(91, 31) as emulated:
        for name in ("__stdin__", "__stdout__"):
            monkeypatch.setattr(sys, name, Stream(emulated.descriptor))
        monkeypatch.setenv("TERM", "xterm")
        display = open_display("terminal", "16")
        assert isinstance(display, TerminalDisplay)
        assert display.size() == (91, 31)


def test_the_window_opens_only_when_entered() -> None:
    assert isinstance(open_display("window", font_size="large"), WindowDisplay)
