"""A journal that writes to a folder in the same thread: what is played is the same each time."""

from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from undertide_server.store.journal import Committed, unheard, unmeasured
from undertide_server.store.records import (
    ChatLine,
    Ending,
    Header,
    KeptState,
    RulesStretch,
    SeatRecord,
    StepRecord,
)
from undertide_server.store.writer import (
    Appended,
    Begun,
    Kept,
    Renewed,
    Reopened,
    RunClosed,
    Said,
    SettingsSaved,
    Write,
    Writer,
)

TOGETHER = 500
"""Writes of one transaction: a sync each would take most of the time."""


class WritingJournal:
    """Commits at once, and writes many steps in one transaction. All is written when it is left."""

    outlives = True
    trouble = ""
    waiting = 0

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.on_trouble: Callable[[str], None] = unheard
        self.on_commit: Callable[[float], None] = unmeasured
        self._writer = Writer(folder)
        self._waiting: list[Write] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.flush()
        self._writer.close()

    def flush(self) -> None:
        """Write what waits."""
        waiting, self._waiting = self._waiting, []
        self._writer.apply(waiting)

    def begin(self, header: Header, settled: bytes = b"") -> None:
        self._put(Begun(header, settled))

    def save_settings(self, run: str, data: bytes, kept: Callable[[], None]) -> None:
        self._put(SettingsSaved(run, data))
        kept()

    def submit(
        self,
        run: str,
        records: Sequence[StepRecord],
        seats: Sequence[SeatRecord],
        ticks: int,
        committed: Committed,
    ) -> None:
        self._put(Appended(run, tuple(records), tuple(seats), ticks))
        committed(records[-1].step)

    def keep(self, run: str, step: int, ticks: int, take: Callable[[], KeptState]) -> None:
        self._put(Kept(run, step, ticks, take()))

    def save_chat(self, run: str, lines: Sequence[ChatLine], kept: Callable[[], None]) -> None:
        self._put(Said(run, tuple(lines)))
        kept()

    def renew(self, run: str, epoch: RulesStretch) -> None:
        self._put(Renewed(run, epoch))

    def reopen(self, run: str) -> None:
        self._put(Reopened(run))

    def close(self, run: str, ending: Ending) -> None:
        self._put(RunClosed(run, ending))

    def _put(self, write: Write) -> None:
        self._waiting.append(write)
        if len(self._waiting) >= TOGETHER:
            self.flush()
