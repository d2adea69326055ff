"""The journal of a simulated node: the real writer behind a committer in virtual time."""

from collections.abc import Sequence

from support.cluster.simulated_store import StorePort
from undertide_server.store.durable import RETRY_SECONDS, callbacks_of
from undertide_server.store.fencing import Refused
from undertide_server.store.writer import Writer
from undertide_server.store.writes import (
    Done,
    JournalOfWrites,
    Write,
)


class SimulatedJournal(JournalOfWrites):
    """Writes what waits in one transaction, one after the other, and tries again until it works."""

    def __init__(self, port: StorePort, writer: Writer, node: str) -> None:
        super().__init__(node)
        self._port = port
        self._writer = writer
        self._waiting: list[tuple[Write, Done | None]] = []
        self._writing = False

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    def _put(self, write: Write, done: Done | None = None) -> None:
        self._waiting.append((write, done))
        self._commit()

    def _commit(self) -> None:
        if self._writing or not self._waiting:
            return
        self._writing = True
        batch, self._waiting = self._waiting, []
        writes = [write for write, _ in batch]

        def answered(refused: Sequence[Refused]) -> None:
            self._writing = False
            self.trouble = ""
            for done in callbacks_of(batch, refused):
                done()
            for each in refused:
                self._note_refused(each)
            self._commit()

        def failed(fault: Exception) -> None:
            self.trouble = str(fault)
            self._waiting = batch + self._waiting
            self._port.process.later(RETRY_SECONDS, try_again)

        def try_again() -> None:
            self._writing = False
            self._commit()

        self._port.ask("write", lambda: self._writer.apply(writes), answered, failed)
