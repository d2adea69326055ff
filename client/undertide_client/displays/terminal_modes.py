"""Taking a terminal, and restoring it afterwards."""

import base64
import codecs
import os
import termios
import tty
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Final

from undertide_client.displays.attention import TITLE, encode_title

ENTER: Final = b"".join(
    (
        b"\x1b[?1049h",  # the alternate screen; leaving it restores the old content
        b"\x1b[?25l",  # no cursor
        b"\x1b[?7l",  # the last column never wraps, so the last cell never scrolls
        b"\x1b[?2004h",  # pastes are marked, so that they can't act as keys
        b"\x1b[?1000h\x1b[?1006h",  # clicks; and the wheel no longer comes as arrow keys
        b"\x1b[0m\x1b[2J",
    )
)
SIMPLE: Final = frozenset({"linux", "vt52", "vt100", "vt102", "vt220"})
"""Terminals without a clipboard and a title, by TERM. Some of them would print what is meant for
those."""
LEAVE: Final = b"".join(
    (
        b"\x1b[?2026l",  # first, because it also ends a sequence that was cut short
        b"\x1b[?1006l\x1b[?1000l",
        b"\x1b[?2004l",
        b"\x1b[?7h",
        b"\x1b[?25h",
        b"\x1b[0m\x1b[2J\x1b[H",  # GNU screen and the Linux console have no old content to restore
        b"\x1b[?1049l",
    )
)
_KEEP_TITLE: Final = b"\x1b[22;2t" + encode_title(TITLE)
_RESTORE_TITLE: Final = encode_title("") + b"\x1b[23;2t"
"""Without a title where none was kept: in GNU screen and mosh, the game's own would stay."""


def enter_words(*, is_simple: bool) -> bytes:
    """Return the bytes that take a terminal, which may be one of `SIMPLE`."""
    return ENTER if is_simple else ENTER + _KEEP_TITLE


def leave_words(*, is_simple: bool) -> bytes:
    """Return the bytes that give a terminal back."""
    return LEAVE if is_simple else LEAVE + _RESTORE_TITLE


def clipboard_words(text: str) -> bytes:
    """Return the request to a terminal to put `text` into the clipboard (OSC 52)."""
    return b"\x1b]52;c;" + base64.b64encode(text.encode()) + b"\a"


@contextmanager
def raw_keys(descriptor: int) -> Iterator[None]:
    """Deliver every key of the terminal `descriptor` at once and unprocessed, even Ctrl-C.

    Keys typed earlier are discarded: they answer no screen that anybody saw.
    """
    before = termios.tcgetattr(descriptor)
    tty.setraw(descriptor, termios.TCSANOW)
    termios.tcflush(descriptor, termios.TCIFLUSH)
    try:
        yield
    finally:
        # A terminal that hung up needs no restoring. Unread keys and clicks must not reach the
        # shell.
        with suppress(termios.error):
            termios.tcflush(descriptor, termios.TCIFLUSH)
            termios.tcsetattr(descriptor, termios.TCSANOW, before)


def own_descriptor(descriptor: int) -> int:
    """Return a new, non-blocking descriptor of the same terminal for writing.

    It is opened anew, so that the shell's own descriptor stays blocking. If opening is forbidden
    (another user's terminal under sudo), it is a copy, and may block its writer.
    """
    try:
        name = os.ttyname(descriptor)
        return os.open(name, os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return os.dup(descriptor)


def encoding_of(environment: Mapping[str, str]) -> str:
    """Return the character encoding of the locale that `environment` names.

    UTF-8 if it names none: modern terminals have it, even if SSH passes no locale on.
    """
    names = (environment.get(each) for each in ("LC_ALL", "LC_CTYPE", "LANG"))
    locale = next(filter(None, names), "C.UTF-8")
    return locale.partition(".")[2].partition("@")[0] or "ascii"


def known_encoding(encoding: str) -> str:
    """Return Python's name of `encoding`, or "ascii" if Python doesn't know it."""
    try:
        return codecs.lookup(encoding).name
    except LookupError:
        return "ascii"
