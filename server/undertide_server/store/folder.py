"""The folder where a host's runs are kept: one server at a time."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from undertide_server.store.errors import FolderInUseError

LOCK = "undertide.lock"
"""Held by the server that uses the folder; the system lets go of it however that server ends."""
OWNER = "undertide.owner"
"""Beside the lock, as a locked file can't be read everywhere: who holds it."""


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Make the folder where there is none, and hold it for this process.

    Raises FolderInUseError when another server does, OSError when it can't be made or written to.
    """
    folder.mkdir(parents=True, exist_ok=True)
    owner = folder / OWNER
    lock = FileLock(folder / LOCK)
    try:
        lock.acquire(blocking=False)
    except Timeout as fault:
        raise FolderInUseError(folder, _read(owner)) from fault
    try:
        owner.write_text(f"process {os.getpid()} on {socket.gethostname()}", encoding="utf-8")
        yield
    finally:
        lock.release()


def _read(owner: Path) -> str:
    try:
        return owner.read_text(encoding="utf-8")
    except OSError:
        return "another server"
