"""The queue in which the processes that write to one SQLite file wait for their turns.

SQLite's own lock has no queue: a process that finds it taken looks again after a while, and one of
several busy processes may look in vain for more than a second. The lock of a file has one.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal

from undertide_server.util.private_files import make_private_file

try:
    import fcntl
except ImportError:  # Windows has no such locks, and no workers.
    CAN_QUEUE: Final = False
else:
    CAN_QUEUE: Final = True  # type: ignore[misc]

SUFFIX: Final = ".queue"
"""Suffix of the file beside a database whose lock is the queue."""
QUEUE_SECONDS: Final = 1.0
"""Time that a transaction waits in the queue: many times what all others before it take. A process
that was stopped in its turn holds up nobody for longer: SQLite's own lock keeps the file sound."""


class WriteQueue:
    """The queue of one connection. `patience` is in seconds.

    A thread of its own waits for a turn while another process has it: the system offers no wait
    with an end.
    """

    def __init__(self, database: Path, patience: float = QUEUE_SECONDS) -> None:
        self._file = make_private_file(database.with_suffix(SUFFIX)).open("wb")
        self._patience = patience
        self._changed = threading.Condition()
        self._state: Literal["free", "asked", "given up", "got", "closed"] = "free"
        """Whether the thread waits for a turn, perhaps for nobody any more, or has got one."""
        self._thread: threading.Thread | None = None

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for a turn, but not for ever, and have it until the context ends."""
        has_turn = self._try() or self._wait()
        try:
            yield
        finally:
            if has_turn:
                self._leave()

    def close(self) -> None:
        """Leave the queue for good."""
        with self._changed:
            self._state = "closed"
            self._changed.notify_all()
        if self._thread is None:
            self._file.close()

    def _try(self) -> bool:
        """Take a turn if nobody has it."""
        if self._state != "free":
            return False
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

    def _leave(self) -> None:
        fcntl.flock(self._file, fcntl.LOCK_UN)

    def _wait(self) -> bool:
        """Have the thread wait for a turn; return False if it takes too long.

        As long as an earlier wait has come to nothing, this doesn't wait at all.
        """
        with self._changed:
            if self._state == "given up":
                return False
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="write queue", daemon=True)
                self._thread.start()
            self._state = "asked"
            self._changed.notify_all()
            got = self._changed.wait_for(lambda: self._state == "got", self._patience)
            self._state = "free" if got else "given up"
            return got

    def _run(self) -> None:
        while self._is_asked():
            fcntl.flock(self._file, fcntl.LOCK_EX)
            if not self._hand_on():
                self._leave()
        self._file.close()

    def _is_asked(self) -> bool:
        """Wait until somebody wants a turn; return False at the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._state in {"asked", "closed"})
            return self._state == "asked"

    def _hand_on(self) -> bool:
        """Give a turn to whoever asked for it; return False if nobody wants it by now."""
        with self._changed:
            is_wanted = self._state == "asked"
            if self._state != "closed":
                self._state = "got" if is_wanted else "free"
            self._changed.notify_all()
            return is_wanted
