"""What the edge counts while it works: plain numbers, which cost next to nothing to raise."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from undertide_shared.messages import AccountInfo, Error, ServerMessage

BEAT_BOUNDS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Seconds that a beat is late, or takes: from what nobody notices to what everybody does. A tenth
is a whole tick of real time."""
COMMIT_BOUNDS: Final = (0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5)
"""Seconds of a transaction: a fast disk takes the first of these, one that is worn out the last."""
FIXED_ARRAYS_END: Final = 0xA0
"""MessagePack writes the head of a short array in one byte, below this; of a long one in three."""
TEXT_LENGTH: Final = 0x1F
"""The bits of a short text's head that say how long it is."""


class Timing:
    """How long something took, each time: counts by bounds, and the longest since the last look.

    One thread may observe while another reads.
    """

    __slots__ = ("_longest", "bounds", "counts", "total")

    def __init__(self, bounds: Sequence[float]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        """How often it took at most each bound, and more than the one before; last, than all."""
        self.total = 0.0
        self._longest = 0.0

    def observe(self, seconds: float) -> None:
        """Count one more."""
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.total += seconds
        self._longest = max(self._longest, seconds)

    def take_longest(self) -> float:
        """Return the longest since the last call; 0 where there was none."""
        longest, self._longest = self._longest, 0.0
        return longest


@dataclass(slots=True)
class Counters:
    """All that is counted at the edge of one server, since it started."""

    lateness: Timing = field(default_factory=lambda: Timing(BEAT_BOUNDS))
    """From when a session's beat was due until it began."""
    beats: Timing = field(default_factory=lambda: Timing(BEAT_BOUNDS))
    """A session's beat: its steps, and what its viewers are shown of them."""
    commits: Timing = field(default_factory=lambda: Timing(COMMIT_BOUNDS))
    """A transaction of the journal."""
    sent: Counter[bytes] = field(default_factory=Counter)
    """Messages by their tags, each as often as there were receivers."""
    bytes_sent: int = 0
    """Of messages, with the heads of their WebSocket frames."""
    withheld: int = 0
    """Frames left out for clients that were behind."""
    received: int = 0
    """Messages of clients."""
    bytes_received: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    """Errors that were answered, by their codes (`messages.ErrorCode`)."""
    cut: Counter[str] = field(default_factory=Counter)
    """Connections that the server ended, by why."""
    logins: Counter[str] = field(default_factory=Counter)
    """Attempts to be somebody, to log in or sign up, by what became of them: done, refused."""
    turned_away: Counter[str] = field(default_factory=Counter)
    """Connections that were not let in, by the HTTP status that they were answered, or by why they
    were cut off unheard."""

    def note_sent(self, data: bytes, size: int, receivers: int) -> None:
        """Count a message that is sent to some, as frames of `size` bytes."""
        self.sent[tag_of(data)] += receivers
        self.bytes_sent += size * receivers

    def note_received(self, data: bytes | str) -> None:
        """Count a message of a client, whatever it says."""
        self.received += 1
        self.bytes_received += len(data)

    def note_reply(self, message: ServerMessage) -> None:
        """Count what was answered to one client."""
        if type(message) is Error:
            self.refused[message.code] += 1
            if message.code == "bad_login":
                self.logins["refused"] += 1
        elif type(message) is AccountInfo and message.name:
            self.logins["done"] += 1


def tag_of(data: bytes) -> bytes:
    """Return the tag of an encoded message, without decoding the rest."""
    head = 1 if data[0] < FIXED_ARRAYS_END else 3
    return data[head + 1 : head + 1 + (data[head] & TEXT_LENGTH)]
