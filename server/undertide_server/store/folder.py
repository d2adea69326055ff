"""The folder that stores a server's runs: one server at a time."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from undertide_server.store.errors import FolderInUseError
from undertide_server.util.private_files import make_private_folder

LOCK = "undertide.lock"
"""The lock file, held by the server that uses the folder. The system frees it whenever that server
ends."""
OWNER = "undertide.owner"
"""The file beside the lock that names its holder, as some systems can't read a locked file."""


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Make the folder for its owner alone if it is missing, and hold it for this process.

    Raises FolderInUseError when another server holds it, OSError when it can't be made or written
    to.
    """
    make_private_folder(folder)
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
