"""What a render holds, as bytes for the store and back."""

import zlib
from collections.abc import Sequence
from typing import Final

import msgspec

from undertide_server.replays.timing import Goal
from undertide_shared.messages import Replaying
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
