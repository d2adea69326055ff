"""A journal that writes to a folder in the same thread: what is played is the same each time."""

from pathlib import Path
from typing import Self

from undertide_server.store.writer import Writer
from undertide_server.store.writes import Done, JournalOfWrites, Write

TOGETHER = 500
"""Writes of one transaction: a sync each would take most of the time."""


class WritingJournal(JournalOfWrites):
    """Commits at once, and writes many steps in one transaction. All is written when it is left."""

    waiting = 0

    def __init__(self, folder: Path) -> None:
        super().__init__()
        folder.mkdir(parents=True, exist_ok=True)
        self._writer = Writer(folder)
        self._waiting: list[Write] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.flush()
        self._writer.close()

    def flush(self) -> None:
        """Write what waits."""
        waiting, self._waiting = self._waiting, []
        self._writer.apply(waiting)

    def _put(self, write: Write, done: Done | None = None) -> None:
        self._waiting.append(write)
        if len(self._waiting) >= TOGETHER:
            self.flush()
        if done is not None:
            done()
