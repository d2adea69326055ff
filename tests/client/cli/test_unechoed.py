import io
import os
import sys
import termios

import pytest

from support.processes.emulated_terminal import EmulatedTerminal
from undertide_client.cli.unechoed import unechoed


def test_keys_are_not_shown_inside_and_as_before_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    with EmulatedTerminal() as terminal:
        before = termios.tcgetattr(terminal.descriptor)
        with os.fdopen(terminal.descriptor, closefd=False) as keys:
            monkeypatch.setattr(sys, "stdin", keys)
            with unechoed():
                modes = termios.tcgetattr(terminal.descriptor)[3]
                assert not modes & termios.ECHO
                assert modes & termios.ISIG
        assert termios.tcgetattr(terminal.descriptor) == before


def test_input_that_is_no_terminal_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    with unechoed():
        pass
