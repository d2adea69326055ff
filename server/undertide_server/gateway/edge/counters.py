"""Counters of the edge: plain numbers that cost next to nothing to raise."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from undertide_shared.messages import AccountInfo, Error, ServerMessage
from undertide_shared.messages.states import SERVER_MESSAGES
from undertide_shared.messages.wire import tag_name

BEAT_BOUNDS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Bounds in seconds for the lateness and the length of a beat: from unnoticeable to obvious. A
tenth is a whole tick in real time."""
COMMIT_BOUNDS: Final = (0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5)
"""Bounds in seconds for a transaction: from the time of a fast disk to that of a worn-out one."""
TAKEOVER_BOUNDS: Final = (0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 30.0)
"""Bounds in seconds for a takeover: from what nobody notices to what nobody waits for."""
FIXED_ARRAYS_END: Final = 0xA0
"""MessagePack writes the head of a short array in one byte below this, of a long one in three."""
TEXT_LENGTH: Final = 0x1F
"""The bits of a short text's head that give its length."""
SHORTEST: Final = 4
"""Bytes below which no message has both its heads."""
SERVER_TAGS: Final = frozenset(tag_name(kind).encode() for kind in SERVER_MESSAGES)
"""The tags of all messages of a server."""


class Timing:
    """Counts of durations by bounds, and the longest duration since the last look.

    One thread may observe while another reads.
    """

    __slots__ = ("_longest", "bounds", "counts", "total")

    def __init__(self, bounds: Sequence[float]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        """Number of durations up to each bound and above the one before; last, those above all
        bounds."""
        self.total = 0.0
        self._longest = 0.0

    @property
    def count(self) -> int:
        """The number of durations."""
        return sum(self.counts)

    def observe(self, seconds: float) -> None:
        """Count one more duration."""
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.total += seconds
        self._longest = max(self._longest, seconds)

    def take_longest(self) -> float:
        """Return the longest duration since the last call; 0 if there was none."""
        longest, self._longest = self._longest, 0.0
        return longest


@dataclass(slots=True)
class Counters:
    """All counts of one server's edge since it started."""

    lateness: Timing = field(default_factory=lambda: Timing(BEAT_BOUNDS))
    """Time from when a session's beat was due until it began."""
    beats: Timing = field(default_factory=lambda: Timing(BEAT_BOUNDS))
    """Length of a session's beat: its steps, and the frames that show them to its viewers."""
    commits: Timing = field(default_factory=lambda: Timing(COMMIT_BOUNDS))
    """Length of a transaction of the journal."""
    full_collections: Timing = field(default_factory=lambda: Timing(BEAT_BOUNDS))
    """Length of a full garbage collection, during which nothing else is done."""
    takeovers: Timing = field(default_factory=lambda: Timing(TAKEOVER_BOUNDS))
    """Time from the last sign of a node that died until a run of it went on at this one."""
    fenced_writes: int = 0
    """Writes that the store refused, since another node owned the run by then."""
    died_workers: int = 0
    """Other nodes that ended without handing over their runs."""
    hung_workers: Counter[str] = field(default_factory=Counter)
    """Worker processes that were ended since they said nothing any more, by what they do."""
    sent: Counter[bytes] = field(default_factory=Counter)
    """Messages by their tags, each counted once for every receiver."""
    bytes_sent: int = 0
    """Bytes of messages, with the heads of their WebSocket frames."""
    withheld: int = 0
    """Frames left out for clients that were behind."""
    received: int = 0
    """Messages of clients."""
    bytes_received: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    """Errors that were answered, by their codes (`messages.ErrorCode`)."""
    cut: Counter[str] = field(default_factory=Counter)
    """Connections that the server ended, by reason."""
    logins: Counter[str] = field(default_factory=Counter)
    """Attempts to log in or sign up, by result: done or refused."""
    turned_away: Counter[str] = field(default_factory=Counter)
    """Connections that were not let in, by the HTTP status of the answer, or by the reason if they
    were cut off at once."""

    def note_sent(self, data: bytes, size: int, receivers: int) -> None:
        """Count a message sent to `receivers` peers, as frames of `size` bytes."""
        self.sent[tag_of(data)] += receivers
        self.bytes_sent += size * receivers

    def note_received(self, data: bytes | str) -> None:
        """Count a message of a client, whatever it contains."""
        self.received += 1
        self.bytes_received += len(data)

    def note_reply(self, message: ServerMessage) -> None:
        """Count an answer to one client."""
        if type(message) is Error:
            self.refused[message.code] += 1
            if message.code == "bad_login":
                self.logins["refused"] += 1
        elif type(message) is AccountInfo and message.name:
            self.logins["done"] += 1


def is_server_message(data: bytes) -> bool:
    """Return whether bytes begin as a message of a server does: with the tag of one."""
    return len(data) >= SHORTEST and tag_of(data) in SERVER_TAGS


def tag_of(data: bytes) -> bytes:
    """Return the tag of an encoded message, without decoding the rest."""
    head = 1 if data[0] < FIXED_ARRAYS_END else 3
    return data[head + 1 : head + 1 + (data[head] & TEXT_LENGTH)]
