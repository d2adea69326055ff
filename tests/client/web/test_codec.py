import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgpack
import pytest
from playwright.sync_api import Page

PROTOCOL = Path(__file__).parents[3] / "docs" / "protocol.md"
HEX = re.compile(r"^(?:[0-9a-f]{2}(?: [0-9a-f]{2})*\n)+", re.MULTILINE)
BLOCKS = re.findall(
    r"^```example\n(.*?)^```", PROTOCOL.read_text("utf-8"), re.MULTILINE | re.DOTALL
)
EXAMPLES = [bytes.fromhex(found) for block in BLOCKS for found in HEX.findall(block)]
THERE_AND_BACK = """async (all) => {
    const { decode, encode } = await load("net/codec");
    const plain = (value) => value instanceof Uint8Array ? { bytes: [...value] }
        : Array.isArray(value) ? value.map(plain) : value;
    return all.map((bytes) => {
        const value = decode(Uint8Array.from(bytes));
        return [plain(value), [...encode(value)]];
    });
}"""
FAULT = """async (bytes) => {
    const { BadBytes, decode } = await load("net/codec");
    try { return `took ${JSON.stringify(decode(Uint8Array.from(bytes)))}`; }
    catch (fault) { return fault instanceof BadBytes ? "" : String(fault); }
}"""


def plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return {"bytes": list(value)}
    return [plain(each) for each in value] if isinstance(value, list | tuple) else value


def anything(draw: random.Random, depth: int = 0) -> Any:
    """Return a value that a message may hold."""
    makers: list[Callable[[], Any]] = [
        lambda: draw.choice([None, True, False]),
        lambda: draw.randint(-200, 300),
        lambda: draw.randint(-(2**53) + 1, 2**53 - 1) >> draw.randint(0, 50),
        lambda: "".join(draw.choices("aZ ~é≈♛😀", k=draw.choice([0, 5, 31, 32, 300]))),
        lambda: draw.randbytes(draw.choice([0, 16, 255, 256])),
        lambda: [anything(draw, depth + 1) for _ in range(draw.choice([0, 3, 15, 16, 20]))],
    ]
    return draw.choice(makers if depth < 4 else makers[:-1])()


def test_every_example_of_the_protocol_is_read_and_written(modules: Page) -> None:
    assert len(EXAMPLES) > 60
    known = modules.evaluate(THERE_AND_BACK, [list(each) for each in EXAMPLES])
    for data, (value, written) in zip(EXAMPLES, known, strict=True):
        assert value == plain(msgpack.unpackb(data))
        assert bytes(written) == data


def test_any_value_is_read_and_written_as_others_do(modules: Page) -> None:
    draw = random.Random(7)
    values = [[anything(draw)] for _ in range(60)]
    packed = [msgpack.packb(value) for value in values]
    known = modules.evaluate(THERE_AND_BACK, [list(each) for each in packed])
    for value, data, (read, written) in zip(values, packed, known, strict=True):
        assert read == plain(value)
        assert bytes(written) == data


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        msgpack.packb(0.5),
        msgpack.packb({"a": 1}),
        msgpack.packb(msgpack.ExtType(1, b"x")),
        b"\x93\x01\x02",
        b"\xa5ab",
        b"\xa2\xff\xfe",
        b"\x01\x01",
        b"\xdd\xff\xff\xff\xff",
        b"\xdb\xff\xff\xff\xff",
        b"\x91" * 11 + b"\x01",
        b"\xc0" * 262_145,
    ],
    ids=[
        *("nothing", "unused", "float", "map", "extension", "short array", "short text"),
        *("not UTF-8", "more behind", "long array", "long text", "deep", "large"),
    ],
)
def test_bytes_that_no_message_has_are_refused(modules: Page, data: bytes) -> None:
    assert modules.evaluate(FAULT, list(data)) == ""
