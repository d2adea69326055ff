"""The results of sent intents. Pure."""

from dataclasses import dataclass
from typing import Final, Literal

from undertide_shared.limits import MAX_SEQUENCE
from undertide_shared.messages import ErrorCode, IntentReport

MAX_UNANSWERED: Final = 64
"""Intents to follow at once: half a minute of a held key."""
DISCARDED: Final = "the server has discarded it"
"""The reason if an intent has arrived, waits no longer, and has no outcome: when a server dies, the
next one discards what waited."""

Stage = Literal["none", "sent", "received", "waiting", "done", "refused", "lost"]


@dataclass(frozen=True, slots=True)
class Fate:
    """The progress of the latest intent, and the reason if it stopped."""

    sequence: int
    stage: Stage
    reason: str = ""
    code: ErrorCode | None = None
    """The error that refused it, if one did."""

    @property
    def text(self) -> str:
        """Return the word that the status line shows."""
        match self.stage:
            case "none":
                return ""
            case "received" | "waiting":
                return "received, waiting"
            case "refused":
                return f"not now: {self.reason}"
            case "lost":
                return f"lost: {self.reason}"
            case _:
                return self.stage


class IntentTracker:
    """A numbering of intents, and their progress from the server's reports.

    `unanswered` holds the sequences of the intents without a result, oldest first.
    """

    def __init__(self) -> None:
        self.unanswered: list[int] = []
        self.fate = Fate(0, "none")
        self.received = 0
        """The highest number that the server has received from the seat."""
        self._last = 0

    def send(self) -> int:
        """Return the sequence of a new intent. Raises OverflowError after the largest one."""
        if self._last >= MAX_SEQUENCE:
            raise OverflowError("no sequence is left on this connection")
        self._last += 1
        self.unanswered.append(self._last)
        if len(self.unanswered) > MAX_UNANSWERED:
            del self.unanswered[0]
        self.fate = Fate(self._last, "sent")
        return self._last

    def observe(self, report: IntentReport) -> None:
        """Take in the report of a frame.

        In a seat taken up again, the reports may be about intents of an earlier process. Then the
        numbers continue above those.
        """
        self.received = max(self.received, min(report.received, MAX_SEQUENCE))
        self._last = max(self._last, self.received)
        waits = report.outcome == "waiting"
        answered = report.sequence - 1 if waits else max(report.sequence, report.received)
        self.unanswered = [sequence for sequence in self.unanswered if sequence > answered]
        self._judge(report)

    def refuse(self, sequence: int, reason: str, code: ErrorCode | None = None) -> None:
        """Take in an error about one intent."""
        if sequence in self.unanswered:
            self.unanswered.remove(sequence)
        if sequence == self.fate.sequence:
            self.fate = Fate(sequence, "refused", reason, code)

    def begin(self) -> None:
        """Forget how the last intent ended: the client has taken a seat, perhaps again."""
        self.fate = Fate(0, "none")
        self.received = 0

    def lose(self, reason: str) -> None:
        """Give up the unanswered intents: their connection is gone."""
        if self.unanswered:
            self.fate = Fate(self._last, "lost", reason)
        self.unanswered.clear()

    def drop_unanswered(self) -> None:
        """Forget all intents: the client has left the place that they were for."""
        self.fate = Fate(self._last, "none")
        self.unanswered.clear()

    def _judge(self, report: IntentReport) -> None:
        """Set the progress of the latest intent if the report says anything new about it."""
        latest = self.fate.sequence
        if self.fate.stage not in {"sent", "received", "waiting"}:
            return
        if report.sequence == latest and report.outcome != "none":
            self.fate = Fate(latest, report.outcome, report.reason)
        elif report.received >= latest:
            waits = report.outcome == "waiting"
            self.fate = Fate(latest, "received") if waits else Fate(latest, "lost", DISCARDED)
