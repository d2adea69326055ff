"""The renders of a stored run: what they hold, as bytes and back, and read piece by piece."""

import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, TypeVar

import msgspec

from undertide_server.replays.errors import UnplayableRunError
from undertide_server.replays.run_reader import Goal, reading
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.records import SeatRecord, StoredRun
from undertide_server.store.renders import Reason, RenderedStretch
from undertide_server.views.folding import folded_frame
from undertide_shared.codec import encode
from undertide_shared.messages import Landmark, Replaying
from undertide_shared.time import milliseconds_of

LEVEL: Final = 6
"""Level of compression: higher ones take twice the time to save a hundredth of the size."""
MOST_UNPACKED: Final = 64 * 2**20
"""Most bytes of an unpacked part, some ten times what a stretch of the longest frames takes: a
small row must not fill the memory."""


class HeroSpan(msgspec.Struct, array_like=True, gc=False):
    """A hero, and the steps in which it lives."""

    entity: int
    seat: int
    name: str
    since: int
    """The first step that shows it, or 0 if it came before the render began."""
    until: int | None = None
    """The step in which it died; None while it lives."""

    def lives_at(self, step: int) -> bool:
        """Return whether it lives after a step."""
        return self.since <= step and (self.until is None or step < self.until)


class RenderFacts(msgspec.Struct, array_like=True, gc=False):
    """What all views of a rendered stretch share.

    `after` is the step before the first, `ticks_before` the total ticks of the run by then.
    """

    after: int
    ticks_before: int
    greeting: Replaying
    """The first message of a replay, with the seats that were taken when it was rendered."""
    ticks: list[int] = []
    """The ticks of each step."""
    clocks: list[int] = []
    """The ticks of the floor that moved most in each step."""
    heroes: list[HeroSpan] = []
    """All heroes of the run so far, in order of arrival."""
    logs: dict[int, bytes] = {}
    """The log of each view after the last step, by its entity."""
    in_turns: list[int] = []
    """The branches that moved in turns last."""
    waits: list[int] = []
    """The milliseconds of real time between each step and the one before; for the first of them,
    since the run began. Empty in renders of versions that didn't note it."""

    @property
    def last(self) -> int:
        """The last step."""
        return self.after + len(self.ticks)

    def ticks_at(self, step: int) -> int:
        """Return the total ticks of the run after one of the steps."""
        return self.ticks_before + sum(self.ticks[: step - self.after])

    def elapsed_at(self, step: int) -> int:
        """Return the milliseconds of real time until one of the steps."""
        if not self.waits:
            return milliseconds_of(self.ticks_at(step))
        return sum(self.waits[: step - self.after])

    def step_at(self, goal: Goal) -> int:
        """Return the first step at or after a moment, or the last step."""
        ticks, elapsed = self.ticks_before, 0
        waits = self.waits or [0] * len(self.ticks)
        for index, (passed, wait) in enumerate(zip(self.ticks, waits, strict=True), start=1):
            ticks, elapsed = ticks + passed, elapsed + wait
            if goal.is_reached(ticks, elapsed if self.waits else milliseconds_of(ticks)):
                return self.after + index
        return self.last


class ShownFrame(msgspec.Struct, array_like=True, gc=False, frozen=True):
    """A frame, and the step that it shows."""

    step: int
    data: bytes


_encoder = msgspec.msgpack.Encoder()
_facts = msgspec.msgpack.Decoder(RenderFacts)
_frames = msgspec.msgpack.Decoder(list[ShownFrame])


def pack_facts(facts: RenderFacts) -> bytes:
    """Return facts as bytes."""
    return zlib.compress(_encoder.encode(facts), LEVEL)


def unpack_facts(data: bytes) -> RenderFacts:
    """Return the facts in bytes. Raises ValueError, zlib.error or msgspec.MsgspecError."""
    return _facts.decode(_unpacked(data))


def pack_frames(frames: Sequence[ShownFrame]) -> bytes:
    """Return the frames of a view as bytes."""
    return zlib.compress(_encoder.encode(frames), LEVEL)


def unpack_frames(data: bytes) -> list[ShownFrame]:
    """Return the frames in bytes. Raises ValueError, zlib.error or msgspec.MsgspecError."""
    return _frames.decode(_unpacked(data))


def _unpacked(data: bytes) -> bytes:
    unpacker = zlib.decompressobj()
    unpacked = unpacker.decompress(data, MOST_UNPACKED)
    if not unpacker.eof:
        raise ValueError(f"it is more than {MOST_UNPACKED} bytes, or not whole")
    return unpacked


MOST_CACHED: Final = 8
"""The most parts of renders that a replay keeps at hand: those of two neighbours, and more."""
WHY: Final[dict[Reason | None, str]] = {
    "room": "no room was left to keep its pictures",
    "failed": "its pictures could not be made",
    None: "no pictures of it were kept",
}
"""Why a run can't be shown from renders."""
Piece = TypeVar("Piece")


class RunRenders:
    """The renders of a run of a server's store, read as far as needed.

    All methods raise UnplayableRunError if the run is gone or its renders are damaged.
    """

    def __init__(self, store: StoreAddress, name: str) -> None:
        self._store = store
        self._name = name
        self._cached: OrderedDict[Hashable, Any] = OrderedDict()
        with reading(store) as reader:
            self.info: StoredRun = reader.info(name)
            self.stretches: list[RenderedStretch] = reader.rendered(name)
            self.landmarks: list[Landmark] = reader.landmarks(name)
            self.seats: list[SeatRecord] = reader.seats(name)
            self.why: str = WHY[reader.why_unrendered(name)]
            """Why no more is rendered."""

    def facts(self, first: int) -> RenderFacts:
        """Return the facts of the render that begins with a step."""
        return self._part(first, partial(self._read_facts, first))

    def frames(self, first: int, entity: int) -> list[ShownFrame]:
        """Return the frames of a view in the render that begins with a step."""
        return self._part((first, entity), partial(self._read_frames, first, entity))

    def keyframe(self, first: int, entity: int, step: int) -> bytes | None:
        """Return a keyframe of a view after a step of the render; None if it has shown nothing."""
        frames = [each.data for each in self.frames(first, entity) if each.step <= step]
        with _unpacking():
            folded = folded_frame(frames)
            return None if folded is None else encode(folded)

    def _part(self, key: Hashable, read: Callable[[], Piece]) -> Piece:
        """Return a part that was read before, or else read it."""
        if key in self._cached:
            self._cached.move_to_end(key)
            found: Piece = self._cached[key]
            return found
        while len(self._cached) >= MOST_CACHED:
            self._cached.popitem(last=False)
        part = self._cached[key] = read()
        return part

    def _read_facts(self, first: int) -> RenderFacts:
        with reading(self._store) as reader:
            data = reader.facts(self._name, first)
        with _unpacking():
            return unpack_facts(data)

    def _read_frames(self, first: int, entity: int) -> list[ShownFrame]:
        with reading(self._store) as reader:
            data = reader.view(self._name, first, entity)
        with _unpacking():
            return [] if data is None else unpack_frames(data)


@contextmanager
def _unpacking() -> Iterator[None]:
    """Raise UnplayableRunError for everything that damaged bytes can bring about."""
    try:
        yield
    except (ValueError, TypeError, LookupError, zlib.error, msgspec.MsgspecError) as fault:
        raise UnplayableRunError("its pictures are damaged") from fault
