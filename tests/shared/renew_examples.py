"""Write the bytes of docs/protocol.md's examples anew: run this when a message has changed.

An example is a value and below it its bytes; blank lines part it from others. Write the value, with
all its fields, and then run `.venv/bin/python tests/shared/renew_examples.py`.
"""

import json
import re
from pathlib import Path

import msgspec

from undertide_shared.codec import decode_client, decode_server, encode
from undertide_shared.errors import BadMessageError

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
BLOCK = re.compile(r"^```example\n(.*?)^```", re.MULTILINE | re.DOTALL)
HEX = re.compile(r"[0-9a-f]{2}( [0-9a-f]{2})*")
BYTES_A_LINE = 32


def main() -> None:
    """Write the page with the bytes of all its examples, and tell how many have changed."""
    text = PAGE.read_text(encoding="utf-8")
    fresh = renewed(text)
    PAGE.write_text(fresh, encoding="utf-8")
    before, after = (BLOCK.findall(each) for each in (text, fresh))
    changed = sum(one != other for one, other in zip(before, after, strict=True))
    print(f"{changed} of {len(after)} blocks of examples changed")


def renewed(text: str) -> str:
    """Return the page with the bytes of all its examples.

    Raises BadMessageError for what is none.
    """
    return BLOCK.sub(lambda block: f"```example\n{_block(block[1])}\n```", text)


def _block(block: str) -> str:
    return "\n\n".join(_example(each) for each in block.strip().split("\n\n"))


def _example(example: str) -> str:
    value = "\n".join(line for line in example.splitlines() if not HEX.fullmatch(line))
    return f"{value}\n{_in_hex(_bytes_of(value))}"


def _bytes_of(text: str) -> bytes:
    """Return the message of a value in the page's notation: JSON, with bytes as h'…'."""
    plain = re.sub(r"h'([0-9a-f]*)'", r'{"bytes": "\1"}', text)
    value = json.loads(plain, object_hook=lambda held: bytes.fromhex(held["bytes"]))
    data = msgspec.msgpack.encode(value)
    try:
        return encode(decode_server(data))
    except BadMessageError as fault:
        if fault.code != "unknown_message":
            raise
    return encode(decode_client(data))


def _in_hex(data: bytes) -> str:
    pairs = data.hex(" ").split()
    starts = range(0, len(pairs), BYTES_A_LINE)
    return "\n".join(" ".join(pairs[start : start + BYTES_A_LINE]) for start in starts)


if __name__ == "__main__":
    main()
