"""Steps as bytes: equal steps in a row are written once, and closed stretches are compressed."""

import zlib
from collections.abc import Iterable, Iterator
from functools import reduce

import msgspec

from undertide_server.simulation.state.inputs import Input
from undertide_server.store.records import ELAPSED_UNIT, StepRecord

LEVEL = 6
"""Level of compression: higher ones take twice the time to save a hundredth of the size."""

_encoder = msgspec.msgpack.Encoder()
_inputs = msgspec.msgpack.Decoder(tuple[Input, ...])


class Stretch(msgspec.Struct, gc=False):
    """Steps in a row with the same inputs: most are one tick like the one before."""

    first: int
    count: int
    inputs: bytes
    since: int | None = None
    """The `StepRecord.elapsed` of its first step; None where it is not known."""
    until: int | None = None
    """The `StepRecord.elapsed` of its last step; those between are spaced evenly."""

    @property
    def last(self) -> int:
        """Its last step."""
        return self.first + self.count - 1

    def elapsed_at(self, step: int) -> int | None:
        """Return the `StepRecord.elapsed` of one of its steps."""
        if self.since is None or self.until is None:
            return None
        passed = (self.until - self.since) * (step - self.first)
        return self.since + passed // max(1, self.count - 1) // ELAPSED_UNIT * ELAPSED_UNIT

    def takes(self, step: int, inputs: bytes, elapsed: int | None = None) -> bool:
        """Add the next step and return True if it has the same inputs.

        Raises ValueError at a gap.
        """
        if step != self.first + self.count:
            raise ValueError(f"step {step} after step {self.last}")
        if inputs != self.inputs or (elapsed is None) != (self.until is None):
            return False
        self.count += 1
        self.until = elapsed
        return True


class _Packed(msgspec.Struct, array_like=True, gc=False):
    """A stretch in a block: times are whole units of `ELAPSED_UNIT`."""

    count: int
    inputs: bytes
    wait: int | None = None
    """The time between the last step of the stretch before and its first step; in the first stretch
    of a block, the time since the run began. None where it is not known."""
    length: int = 0
    """The time between its first and its last step."""


_block = msgspec.msgpack.Decoder(list[_Packed])


def checksum(stretch: Stretch, before: int = 0) -> int:
    """Return the checksum of a stretch that follows stretches with the checksum `before`."""
    place = b"%d %d " % (stretch.first, stretch.count)
    return zlib.crc32(stretch.inputs, zlib.crc32(place, before))


def total(stretches: Iterable[Stretch]) -> int:
    """Return the checksum of stretches in a row."""
    return reduce(lambda before, stretch: checksum(stretch, before), stretches, 0)


def encode_inputs(inputs: tuple[Input, ...]) -> bytes:
    """Return the inputs of a step as bytes, the same for the same inputs."""
    return _encoder.encode(inputs)


def decode_inputs(data: bytes) -> tuple[Input, ...]:
    """Return the inputs from `encode_inputs`. Raises msgspec.DecodeError for other bytes."""
    return _inputs.decode(data)


def stretched(before: Stretch | None, records: Iterable[StepRecord]) -> list[Stretch]:
    """Return stretches for records after `before`; if any join it, it grows and comes first.

    Raises ValueError at a gap.
    """
    stretches: list[Stretch] = []
    last = before
    for record in records:
        inputs = encode_inputs(record.inputs)
        if last is None or not last.takes(record.step, inputs, record.elapsed):
            last = Stretch(record.step, 1, inputs, record.elapsed, record.elapsed)
        if not stretches or stretches[-1] is not last:
            stretches.append(last)
    return stretches


def pack(stretches: Iterable[Stretch]) -> bytes:
    """Return stretches that follow each other as one compressed block."""
    parts: list[tuple[int | bytes, ...]] = []
    before = 0
    for stretch in stretches:
        part: tuple[int | bytes, ...] = (stretch.count, stretch.inputs)
        if stretch.since is not None and stretch.until is not None:
            part += ((stretch.since - before) // ELAPSED_UNIT,)
            if stretch.until != stretch.since:
                part += ((stretch.until - stretch.since) // ELAPSED_UNIT,)
            before = stretch.until
        parts.append(part)
    return zlib.compress(_encoder.encode(parts), LEVEL)


def unpack(first: int, data: bytes) -> Iterator[Stretch]:
    """Yield the stretches of a block that begins with step `first`.

    Raises zlib.error or msgspec.DecodeError when the bytes are no block.
    """
    elapsed = 0
    for each in _block.decode(zlib.decompress(data)):
        stretch = Stretch(first, each.count, each.inputs)
        if each.wait is not None:
            stretch.since = elapsed + each.wait * ELAPSED_UNIT
            stretch.until = elapsed = stretch.since + each.length * ELAPSED_UNIT
        yield stretch
        first += each.count


def steps_of(stretches: Iterable[Stretch]) -> Iterator[StepRecord]:
    """Yield each step of stretches, one by one."""
    for stretch in stretches:
        inputs = decode_inputs(stretch.inputs)
        for step in range(stretch.first, stretch.last + 1):
            yield StepRecord(step, inputs, elapsed=stretch.elapsed_at(step))
