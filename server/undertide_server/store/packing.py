"""Steps as bytes: equal steps in a row are written once, and closed stretches are compressed."""

import zlib
from collections.abc import Iterable, Iterator
from functools import reduce

import msgspec

from undertide_server.simulation.state.inputs import Input
from undertide_server.store.records import StepRecord

LEVEL = 6
"""Level of compression: higher ones take twice the time to save a hundredth of the size."""

_encoder = msgspec.msgpack.Encoder()
_inputs = msgspec.msgpack.Decoder(tuple[Input, ...])
_block = msgspec.msgpack.Decoder(list[tuple[int, bytes]])


class Stretch(msgspec.Struct, gc=False):
    """Steps in a row with the same inputs: most are one tick like the one before."""

    first: int
    count: int
    inputs: bytes

    @property
    def last(self) -> int:
        """Its last step."""
        return self.first + self.count - 1

    def takes(self, step: int, inputs: bytes) -> bool:
        """Add the next step and return True if it has the same inputs.

        Raises ValueError at a gap.
        """
        if step != self.first + self.count:
            raise ValueError(f"step {step} after step {self.last}")
        if inputs != self.inputs:
            return False
        self.count += 1
        return True


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
    """Return stretches for records after `before`; if any join it, it comes first, longer.

    Raises ValueError at a gap.
    """
    stretches: list[Stretch] = []
    last = None if before is None else Stretch(before.first, before.count, before.inputs)
    for record in records:
        inputs = encode_inputs(record.inputs)
        if last is None or not last.takes(record.step, inputs):
            last = Stretch(record.step, 1, inputs)
        if not stretches or stretches[-1] is not last:
            stretches.append(last)
    return stretches


def pack(stretches: Iterable[Stretch]) -> bytes:
    """Return stretches that follow each other as one compressed block."""
    parts = [(stretch.count, stretch.inputs) for stretch in stretches]
    return zlib.compress(_encoder.encode(parts), LEVEL)


def unpack(first: int, data: bytes) -> Iterator[Stretch]:
    """Yield the stretches of a block that begins with step `first`.

    Raises zlib.error or msgspec.DecodeError when the bytes are no block.
    """
    for count, inputs in _block.decode(zlib.decompress(data)):
        yield Stretch(first, count, inputs)
        first += count


def steps_of(stretches: Iterable[Stretch]) -> Iterator[StepRecord]:
    """Yield each step of stretches, one by one."""
    for stretch in stretches:
        inputs = decode_inputs(stretch.inputs)
        for step in range(stretch.first, stretch.last + 1):
            yield StepRecord(step, inputs)
