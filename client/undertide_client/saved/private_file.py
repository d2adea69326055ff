"""Files that only their owner can read, replaced as a whole."""

import os
import secrets
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from undertide_shared.errors import UndertideError

if sys.platform != "win32":
    import fcntl

Content = TypeVar("Content", bound=msgspec.Struct)
MAX_PRIVATE_FILE: Final = 4096
"""Most bytes to read of one file: ten times the size that this program writes."""
LOCK_SECONDS: Final = 0.5
"""Longest wait for another process that changes a file: a hundred times what a change takes."""
LOCK_PAUSE: Final = 0.005
"""Seconds between two attempts to get the lock."""


class DamagedSavedFileError(UndertideError, ValueError):
    """The content of a file is none that this program writes."""


def read_private(path: Path, kind: type[Content], most: int = MAX_PRIVATE_FILE) -> Content | None:
    """Return the content of a file of at most `most` bytes.

    None if it is absent, damaged, longer or of another kind.
    """
    try:
        with path.open("rb") as file:
            return msgspec.json.decode(file.read(most), type=kind)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None


def change_private(
    path: Path, changed: Callable[[bytes | None], bytes], most: int = MAX_PRIVATE_FILE
) -> None:
    """Replace the content of a file, of at most `most` bytes, by what `changed` makes of it.

    It is None if the file is absent. No other process changes a file of its folder meanwhile (on
    Windows one may). If `changed` raises DamagedSavedFileError, the file is kept aside under
    another name, and `changed` is called with None.

    Raises OSError if the file can't be read now, or not be written, or if others keep it locked;
    then nothing has changed.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _locked(path.parent):
        try:
            with path.open("rb") as file:
                before: bytes | None = file.read(most)
        except FileNotFoundError:
            before = None
        try:
            after = changed(before)
        except DamagedSavedFileError:
            after = changed(None)
            path.replace(path.with_suffix(f".damaged-{secrets.token_hex(8)}"))
        write_private_bytes(path, after)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Keep other processes from changing the files of a folder.

    Raises OSError if another one does so for `LOCK_SECONDS`.
    """
    if sys.platform == "win32":
        yield
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        give_up = time.monotonic() + LOCK_SECONDS
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > give_up:
                    raise
                time.sleep(LOCK_PAUSE)
        yield
    finally:
        os.close(descriptor)


def write_private(path: Path, content: msgspec.Struct) -> None:
    """Write a file that only its owner may read, whole or not at all. Make its folder if needed.

    Raises OSError if the folder can't be written.
    """
    write_private_bytes(path, msgspec.json.encode(content))


def write_private_bytes(path: Path, content: bytes) -> None:
    """Write bytes as `write_private` does."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_suffix(f".{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        # The system's own time stamp is too coarse to tell which of two files is newer.
        now = time.time_ns()
        os.utime(draft, ns=(now, now))
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise
