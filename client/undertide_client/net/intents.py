"""What became of the intents that were sent. Pure; times are seconds of a steady clock."""

from dataclasses import dataclass
from typing import Final, Literal

from undertide_shared.limits import MAX_SEQUENCE
from undertide_shared.messages import IntentReport

MAX_UNANSWERED: Final = 64
"""Intents that are followed at once: half a minute of a held key."""

Stage = Literal["none", "sent", "received", "waiting", "done", "refused", "lost"]


@dataclass(frozen=True, slots=True)
class Fate:
    """How far the latest intent got, and why not further."""

    sequence: int
    stage: Stage
    reason: str = ""

    @property
    def text(self) -> str:
        """The word that the status line shows."""
        match self.stage:
            case "none":
                return ""
            case "received" | "waiting":
                return "received, waiting"
            case "refused":
                return f"refused: {self.reason}"
            case "lost":
                return f"lost: {self.reason}"
            case _:
                return self.stage


class IntentTracker:
    """Numbers intents and follows what the server reports of them.

    `unanswered` holds the time at which each was sent, by sequence, oldest first.
    """

    def __init__(self) -> None:
        self.unanswered: dict[int, float] = {}
        self.fate = Fate(0, "none")
        self.round_trip = 0.0
        """Seconds from the last answered intent's sending to the first report of its arrival."""
        self._last = 0
        self._received = 0

    def send(self, now: float) -> int:
        """Return the sequence of a new intent. Raises OverflowError after the largest one."""
        if self._last >= MAX_SEQUENCE:
            raise OverflowError("no sequence is left on this connection")
        self._last += 1
        self.unanswered[self._last] = now
        if len(self.unanswered) > MAX_UNANSWERED:
            del self.unanswered[next(iter(self.unanswered))]
        self.fate = Fate(self._last, "sent")
        return self._last

    def observe(self, report: IntentReport, now: float) -> None:
        """Take in a frame's report.

        After a seat was taken up again its reports may be of intents that an earlier process sent:
        numbers then go on above them.
        """
        self._arrived(report.received, now)
        self._last = max(self._last, min(report.received, MAX_SEQUENCE))
        waits = report.outcome in {"none", "waiting"}
        answered = report.sequence - 1 if waits else report.sequence
        for sequence in [old for old in self.unanswered if old <= answered]:
            del self.unanswered[sequence]
        self._judge(report)

    def refuse(self, sequence: int, reason: str) -> None:
        """Take in an error about one intent."""
        self.unanswered.pop(sequence, None)
        if sequence == self.fate.sequence:
            self.fate = Fate(sequence, "refused", reason)

    def lose(self, reason: str) -> None:
        """Give up on what is unanswered: the connection that carried it is gone."""
        if self.unanswered:
            self.fate = Fate(self._last, "lost", reason)
        self.unanswered.clear()

    def _arrived(self, received: int, now: float) -> None:
        """Measure how long the newest intent that arrived was under way."""
        if received > self._received and received in self.unanswered:
            self.round_trip = now - self.unanswered[received]
        self._received = max(self._received, received)

    def _judge(self, report: IntentReport) -> None:
        """Set the fate of the latest intent, if the report tells anything new of it."""
        latest = self.fate.sequence
        if self.fate.stage not in {"sent", "received", "waiting"}:
            return
        if report.sequence == latest and report.outcome != "none":
            self.fate = Fate(latest, report.outcome, report.reason)
        elif report.received >= latest:
            self.fate = Fate(latest, "received")
