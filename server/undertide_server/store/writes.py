"""What can be written into a store: one record for each kind of write."""

from dataclasses import dataclass

from msgspec import Struct

from undertide_server.store.fencing import UNOWNED, Fence
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


Change = SettingsSaved | Kept | Said | Renewed | RunClosed | Reopened | Checked
"""The writes of a run that is there, other than steps."""
Fenced = Begun | Appended | Released | Change
"""The writes of a run, which only its owner may make."""
Tidying = Deleted | Cleared | SpaceGivenBack
"""The writes that make room."""
Write = Fenced | Rendered | Unrendered | Tidying
