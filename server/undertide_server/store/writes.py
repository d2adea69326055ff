"""The writes of a store, one record for each kind, and the journal that makes them of its calls."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from msgspec import Struct

from undertide_server.store.fencing import UNOWNED, Fence, Refused
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
from undertide_server.store.trials import TrialQueue

Done = Callable[[], None]
"""Called when a write is durable."""


@dataclass(frozen=True, slots=True)
class Begun:
    """The start of a run, and the settings of its session."""

    header: Header
    settled: bytes = b""
    fence: Fence = UNOWNED
    """The owner of the run from its start."""

    @property
    def run(self) -> str:
        """The name of the run."""
        return self.header.run


@dataclass(frozen=True, slots=True)
class SettingsSaved:
    """The settings of a run's session, in place of the earlier ones."""

    run: str
    data: bytes
    fence: Fence = UNOWNED


class Appended(Struct, frozen=True):
    """Steps of a run, the changes of its seats, and its total ticks.

    A struct, since one is made for each step: that takes a seventh of the time.
    """

    run: str
    records: tuple[StepRecord, ...]
    seats: tuple[SeatRecord, ...]
    ticks: int
    fence: Fence = UNOWNED


@dataclass(frozen=True, slots=True)
class Kept:
    """A snapshot for recovery and for jumps in replays, with the run's total ticks by then."""

    run: str
    step: int
    ticks: int
    kept: KeptState
    fence: Fence = UNOWNED


@dataclass(frozen=True, slots=True)
class Said:
    """The latest lines of a session's chat."""

    run: str
    lines: tuple[ChatLine, ...]
    fence: Fence = UNOWNED


@dataclass(frozen=True, slots=True)
class Renewed:
    """A change of a run to other rules, from the snapshot of the stretch."""

    run: str
    rules_stretch: RulesStretch
    fence: Fence = UNOWNED


@dataclass(frozen=True, slots=True)
class RunClosed:
    """The end of a run's live state."""

    run: str
    ending: Ending
    fence: Fence = UNOWNED


@dataclass(frozen=True, slots=True)
class Reopened:
    """The return of a run to the live state."""

    run: str
    fence: Fence = UNOWNED


@dataclass(frozen=True, slots=True)
class Released:
    """The rest of a run: it is in no session, and any node may claim it."""

    run: str
    fence: Fence = UNOWNED


@dataclass(frozen=True, slots=True)
class Announced:
    """A step that is about to follow `step`, though it may kill this owner (see `trials`)."""

    run: str
    step: int
    fence: Fence = UNOWNED


@dataclass(frozen=True, slots=True)
class Checked:
    """A question without a change: is the run still its owner's, and has it come to a step?"""

    run: str
    step: int
    fence: Fence = UNOWNED


@dataclass(frozen=True, slots=True)
class Deleted:
    """The deletion of a run. Its rows in other tables stay until `Cleared`; nobody finds them."""

    run: str


@dataclass(frozen=True, slots=True)
class Cleared:
    """The deletion of rows that deleted runs have left, at most `rows` at once."""

    rows: int


@dataclass(frozen=True, slots=True)
class SpaceGivenBack:
    """The return of at most `pages` free pages to the file system."""

    pages: int


Change = SettingsSaved | Kept | Said | Renewed | RunClosed | Reopened | Announced | Checked
"""The writes of a run that is there, other than steps."""
Fenced = Begun | Appended | Released | Change
"""The writes of a run, which only its owner may make."""
Tidying = Deleted | Cleared | SpaceGivenBack
"""The writes that make room."""
Write = Fenced | Rendered | Unrendered | Tidying


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
        self._trials = TrialQueue()
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
            done = partial(committed, records[-1].step)
            if self._trials.is_trying(run):
                self._put(write, partial(self._end_trial, run, done))
            else:
                self._put(write, done)

    def store_snapshot(
        self, run: str, step: int, ticks: int, take: Callable[[], KeptState]
    ) -> None:
        write = Kept(run, step, ticks, take(), self._fence(run))
        self._put(write, lambda: self.on_kept(run))

    def save_chat(self, run: str, lines: Sequence[ChatLine], kept: Callable[[], None]) -> None:
        self._put(Said(run, tuple(lines), self._fence(run)), kept)

    def renew(self, run: str, rules_stretch: RulesStretch) -> None:
        self._put(Renewed(run, rules_stretch, self._fence(run)))

    def close(self, run: str, ending: Ending) -> None:
        self._put(RunClosed(run, ending, self._fence(run)), lambda: self.on_kept(run))
        self._trials.end(run)

    def reopen(self, run: str) -> None:
        self._put(Reopened(run, self._fence(run)))

    def announce(self, run: str, step: int, kept: Callable[[], None]) -> None:
        announced = Announced(run, step, self._fence(run))
        self._trials.begin(run, partial(self._put, announced, kept))

    def withdraw(self, run: str) -> None:
        self._trials.end(run)

    def _end_trial(self, run: str, done: Done) -> None:
        self._trials.end(run)
        done()

    def own(self, run: str, epoch: int) -> None:
        self._fences[run] = Fence(self.node, epoch)

    def owns(self, run: str) -> bool:
        return run in self._fences

    def begin_anew(self, node: str) -> None:
        self.node = node
        self._no_epoch = Fence(node)
        self._fences.clear()
        self._trials.clear()

    def check(self, run: str, step: int) -> None:
        self._put(Checked(run, step, self._fence(run)))

    def release(self, run: str) -> None:
        self._put(Released(run, self._fence(run)))
        self.disown(run)

    def disown(self, run: str) -> None:
        self._fences.pop(run, None)
        self._trials.end(run)

    def _fence(self, run: str) -> Fence:
        return self._fences.get(run, self._no_epoch)

    def _note_refused(self, refused: Refused) -> None:
        """Report a run that was fenced, unless it was released, or is owned again, by now."""
        if self._fences.get(refused.run) == refused.fence:
            self.disown(refused.run)
            self.on_fenced(refused.run, refused.reason)
