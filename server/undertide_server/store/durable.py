"""The journal in a server's store: inputs are durable before anyone sees their effect."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import partial

from undertide_server.store.committer import RETRY_SECONDS, Committer, Done
from undertide_server.store.engine.address import PostgresAddress, StoreAddress
from undertide_server.store.fencing import Fence, Refused
from undertide_server.store.journal import Committed, unfenced, unheard, unmeasured
from undertide_server.store.records import (
    ChatLine,
    Ending,
    Header,
    KeptState,
    RulesStretch,
    SeatRecord,
    StepRecord,
)
from undertide_server.store.renders import Rendered, Unrendered
from undertide_server.store.writer import Writer
from undertide_server.store.writes import (
    Appended,
    Begun,
    Checked,
    Cleared,
    Deleted,
    Kept,
    Released,
    Renewed,
    Reopened,
    RunClosed,
    Said,
    SettingsSaved,
    SpaceGivenBack,
    Write,
)


class JournalOfWrites(ABC):
    """A journal that makes a `Write` of each call. `Journal` describes its methods.

    `node` is the id of the node that owns its runs.
    """

    outlives = True
    is_remote = False

    def __init__(self, node: str = "") -> None:
        self.node = node
        self._fences: dict[str, Fence] = {}
        """The right to write each run of a session."""
        self._no_epoch = Fence(node)
        """The right to write a run that is new, or that this node doesn't own."""
        self.on_fenced: Callable[[str, str], None] = unfenced
        self.trouble = ""
        self.on_trouble: Callable[[str], None] = unheard
        self.on_commit: Callable[[float], None] = unmeasured
        self.on_kept: Callable[[str], None] = unheard
        """Called with a run's name when a snapshot of it, or its end, has become durable."""

    @abstractmethod
    def _put(self, write: Write, done: Done | None = None) -> None:
        """Write this after all earlier writes, and call `done` when it is durable."""

    def begin(self, header: Header, settled: bytes = b"") -> None:
        self._fences[header.run] = self._no_epoch
        self._put(Begun(header, settled, self._no_epoch))

    def save_settings(self, run: str, data: bytes, kept: Callable[[], None]) -> None:
        self._put(SettingsSaved(run, data, self._fence(run)), kept)

    def submit(
        self,
        run: str,
        records: Sequence[StepRecord],
        seats: Sequence[SeatRecord],
        ticks: int,
        committed: Committed,
    ) -> None:
        if records:
            write = Appended(run, tuple(records), tuple(seats), ticks, self._fence(run))
            self._put(write, partial(committed, records[-1].step))

    def keep(self, run: str, step: int, ticks: int, take: Callable[[], KeptState]) -> None:
        write = Kept(run, step, ticks, take(), self._fence(run))
        self._put(write, lambda: self.on_kept(run))

    def save_chat(self, run: str, lines: Sequence[ChatLine], kept: Callable[[], None]) -> None:
        self._put(Said(run, tuple(lines), self._fence(run)), kept)

    def renew(self, run: str, rules_stretch: RulesStretch) -> None:
        self._put(Renewed(run, rules_stretch, self._fence(run)))

    def close(self, run: str, ending: Ending) -> None:
        self._put(RunClosed(run, ending, self._fence(run)), lambda: self.on_kept(run))

    def reopen(self, run: str) -> None:
        self._put(Reopened(run, self._fence(run)))

    def own(self, run: str, epoch: int) -> None:
        self._fences[run] = Fence(self.node, epoch)

    def owns(self, run: str) -> bool:
        return run in self._fences

    def begin_anew(self, node: str) -> None:
        self.node = node
        self._no_epoch = Fence(node)
        self._fences.clear()

    def check(self, run: str, step: int) -> None:
        self._put(Checked(run, step, self._fence(run)))

    def release(self, run: str) -> None:
        self._put(Released(run, self._fence(run)))
        self.disown(run)

    def disown(self, run: str) -> None:
        self._fences.pop(run, None)

    def _fence(self, run: str) -> Fence:
        return self._fences.get(run, self._no_epoch)

    def _note_refused(self, refused: Refused) -> None:
        """Report a run that was fenced, unless it was released, or is owned again, by now."""
        if self._fences.get(refused.run) == refused.fence:
            self.disown(refused.run)
            self.on_fenced(refused.run, refused.reason)


class DurableJournal(JournalOfWrites):
    """The journal of all runs in a store. A folder must exist.

    `deliver` brings a call from the committer's thread to the thread that submits. There `on_fault`
    is called when a fault of this program stops all writing. A failed write is tried again after
    `retry_seconds`.

    Raises OSError or StoreError when the database can't be opened.
    """

    def __init__(
        self,
        store: StoreAddress,
        deliver: Callable[[Done], object],
        on_fault: Callable[[Exception], None],
        retry_seconds: float = RETRY_SECONDS,
        node: str = "",
    ) -> None:
        super().__init__(node)
        self.is_remote = isinstance(store, PostgresAddress)
        self._writer = Writer(store)
        self._committer = Committer(
            self._writer,
            deliver,
            self._note_trouble,
            on_fault,
            retry_seconds,
            on_commit=self._note_commit,
            on_refused=self._note_refused,
        )
        self._committer.start()

    @property
    def waiting(self) -> int:
        return self._committer.waiting

    def tidy(
        self, writes: Sequence[Deleted | Cleared | SpaceGivenBack], done: Callable[[], None]
    ) -> None:
        """Delete runs, or what they have left, after all earlier writes; then call `done`.

        No session may play these runs.
        """
        *first, last = writes
        for write in first:
            self._put(write)
        self._put(last, done)

    def save_render(self, write: Rendered | Unrendered, done: Callable[[], None]) -> None:
        """Store a render, or why there is none, after all earlier writes; then call `done`.

        If the run was deleted meanwhile, nothing is stored.
        """
        self._put(write, done)

    def stop(self) -> int:
        """Write what waits and close the database; return the number of writes that failed.

        Submit nothing after that.
        """
        unwritten = self._committer.stop()
        self._writer.close()
        return unwritten

    def _put(self, write: Write, done: Done | None = None) -> None:
        self._committer.put(write, done)

    def _note_trouble(self, reason: str) -> None:
        self.trouble = reason
        self.on_trouble(reason)

    def _note_commit(self, seconds: float) -> None:
        self.on_commit(seconds)
