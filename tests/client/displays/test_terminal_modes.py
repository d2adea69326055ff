import os
import select
import termios

import pytest

from support.processes.emulated_terminal import EmulatedTerminal
from undertide_client.displays.terminal_modes import (
    clipboard_words,
    encoding_of,
    own_descriptor,
    raw_keys,
)


def test_keys_are_raw_inside_and_as_before_outside() -> None:
    with EmulatedTerminal() as terminal:
        before = termios.tcgetattr(terminal.descriptor)
        with raw_keys(terminal.descriptor):
            local_modes = termios.tcgetattr(terminal.descriptor)[3]
            assert not local_modes & (termios.ICANON | termios.ECHO | termios.ISIG)
        assert termios.tcgetattr(terminal.descriptor) == before


def test_keys_are_given_back_when_something_fails() -> None:
    with EmulatedTerminal() as terminal:
        before = termios.tcgetattr(terminal.descriptor)
        with pytest.raises(RuntimeError), raw_keys(terminal.descriptor):
            raise RuntimeError
        assert termios.tcgetattr(terminal.descriptor) == before


def test_what_was_typed_before_goes_nowhere() -> None:
    with EmulatedTerminal() as terminal:
        terminal.press(b"early\n")
        select.select([terminal.descriptor], [], [])
        with raw_keys(terminal.descriptor):
            terminal.press(b"x")
            assert os.read(terminal.descriptor, 100) == b"x"


def test_the_own_descriptor_does_not_block_and_leaves_the_others_alone() -> None:
    with EmulatedTerminal() as terminal:
        own = own_descriptor(terminal.descriptor)
        assert os.isatty(own)
        assert not os.get_blocking(own)
        assert os.get_blocking(terminal.descriptor)
        os.close(own)


def test_what_has_no_name_is_copied() -> None:
    reader, writer = os.pipe()
    own = own_descriptor(writer)
    os.write(own, b"x")
    assert os.read(reader, 1) == b"x"
    for descriptor in (own, reader, writer):
        os.close(descriptor)


@pytest.mark.parametrize(
    ("environment", "encoding"),
    [
        ({"LANG": "en_GB.UTF-8"}, "UTF-8"),
        ({"LANG": "de_DE.ISO-8859-15@euro"}, "ISO-8859-15"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "C"}, "ascii"),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, "UTF-8"),
        ({"LC_ALL": "", "LANG": "POSIX"}, "ascii"),
        ({}, "UTF-8"),
    ],
)
def test_the_locale_names_the_encoding(environment: dict[str, str], encoding: str) -> None:
    assert encoding_of(environment) == encoding


def test_a_text_for_the_clipboard_can_hold_nothing_that_steers_a_terminal() -> None:
    assert clipboard_words("http://h/\x1b]é") == b"\x1b]52;c;aHR0cDovL2gvG13DqQ==\a"
