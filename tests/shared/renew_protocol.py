"""Write the tables and bytes of docs/protocol.md anew: run this when a message has changed.

    .venv/bin/python tests/shared/renew_protocol.py

A table of fields is made from the types in `undertide_shared.messages`: the name, type, bound and
default of each field, and its meaning, if it has a docstring. The page alone says what other fields
mean. An example is a value and below it its bytes;
blank lines part it from others. An example that lacks new fields gets their defaults.
"""

import ast
import inspect
import json
import re
import sys
import textwrap
import types
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.content.pages import renew
from undertide_shared import messages
from undertide_shared.codec import decode_client, decode_server, encode
from undertide_shared.errors import BadMessageError
from undertide_shared.messages import (
    CLIENT_MESSAGES,
    INTENTS,
    ORDERS,
    SERVER_MESSAGES,
    Intent,
    Order,
)
from undertide_shared.messages.fields import Listed, Named, Number, OneGlyph, OneLetter, Printable
from undertide_shared.messages.wire import WireStruct, tag_name

PAGE: Final = Path(__file__).parents[2] / "docs" / "protocol.md"
SECTION: Final = re.compile(r"^### ([^\n]+)\n(.*?)(?=^#+ |\Z)", re.MULTILINE | re.DOTALL)
HEADING: Final = re.compile(r"^(#+) ([^\n]+)$", re.MULTILINE)
TABLE: Final = re.compile(r"^\| Field \|.*\n(?:\|.*\n)+", re.MULTILINE)
BLOCK: Final = re.compile(r"^```example\n(.*?)^```", re.MULTILINE | re.DOTALL)
HEX: Final = re.compile(r"[0-9a-f]{2}( [0-9a-f]{2})*")
BYTES_A_LINE: Final = 32
COLUMNS: Final = 100

TAGGED: Final[tuple[Any, ...]] = CLIENT_MESSAGES + SERVER_MESSAGES + INTENTS + ORDERS
PARTS: Final = {
    name: each
    for name, each in vars(messages).items()
    if inspect.isclass(each) and issubclass(each, WireStruct) and each not in TAGGED
}
STRUCTS: Final[dict[str, Any]] = {tag_name(each): each for each in TAGGED} | PARTS
"""Messages, intents, orders and parts by the headings of their sections."""
HEADINGS: Final = {each.__name__: tag_name(each) for each in TAGGED}
"""The headings of messages, intents and orders by the names of their classes."""
WORDS: Final[dict[str, Any]] = {
    name: each for name, each in vars(messages).items() if get_origin(each) is Literal
}
CARRIED: Final[dict[Any, str]] = {Intent: "[intent](#intents)", Order: "[order](#orders)"}
"""Unions that a message carries, as the page writes them."""
PLAIN: Final = {int: "int", str: "text", bytes: "bytes", bool: "bool", type(None): "null"}


def renewed(text: str) -> str:
    """Return the page with all its tables of fields, and with the bytes of all its examples.

    Raises BadMessageError for an example that is none.
    """
    anchors = anchors_of(text)
    text = SECTION.sub(lambda section: _with_table(section[0], section[1], anchors), text)
    return BLOCK.sub(lambda block: f"```example\n{_block(block[1])}\n```", text)


# --- tables -------------------------------------------------------------------------------------


def anchors_of(text: str) -> dict[str, str]:
    """Return the anchors of the page's sections on messages, parts and words, by their headings."""
    anchors: dict[str, str] = {}
    seen = Counter[str]()
    for level, heading in HEADING.findall(text):
        slug = re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
        if level == "###" and heading in STRUCTS.keys() | WORDS.keys():
            anchors[heading] = f"{slug}-{seen[slug]}" if seen[slug] else slug
        seen[slug] += 1
    return anchors


def _with_table(section: str, name: str, anchors: Mapping[str, str]) -> str:
    kind = STRUCTS.get(name)
    return TABLE.sub(lambda found: table(kind, found[0], anchors), section) if kind else section


def table(kind: type[WireStruct], before: str, anchors: Mapping[str, str]) -> str:
    """Return the table of a message's or a part's fields.

    The meanings of those without a docstring are those of the table `before`.
    """
    rows = [[cell.strip() for cell in re.split(r" ?\| ?", row)] for row in before.splitlines()]
    meanings = {cells[1]: cells[-2] for cells in rows[2:]}
    meanings |= described(kind, anchors)
    fields = list(field_rows(kind))
    heads = ["Field", "Type", *_used("Bound", 2, fields), *_used("Default", 3, fields), "Meaning"]
    lines = [heads, ["---"] * len(heads)]
    for name, kept, bound, default in fields:
        given = [name, kept, *_used(bound, 2, fields), *_used(default, 3, fields)]
        lines.append([*given, meanings[name]])
    return "".join(re.sub(r" +", " ", f"| {' | '.join(line)} |\n") for line in lines)


def _used(cell: str, column: int, fields: list[tuple[str, str, str, str]]) -> list[str]:
    """Return the cell of a column if anything stands in that column."""
    return [cell] if any(each[column] for each in fields) else []


def field_rows(kind: type[WireStruct]) -> Iterator[tuple[str, str, str, str]]:
    """Yield the name, type, bound and default of each field as the page writes them."""
    hints = get_type_hints(kind, include_extras=True)
    for field in msgspec.structs.fields(kind):
        hint = hints[field.name]
        yield field.name, type_in_words(hint), bound_in_words(hint), default_in_words(field)


def described(kind: type[WireStruct], anchors: Mapping[str, str]) -> dict[str, str]:
    """Return the docstrings below the fields of a message or part, by field, as meanings.

    The name of another one in backticks becomes a link to its section.
    """
    (record,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    assert isinstance(record, ast.ClassDef)
    return {
        field.target.id: _as_meaning(text.value.value, anchors)
        for field, text in pairwise(record.body)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant)
    }


def _as_meaning(docstring: Any, anchors: Mapping[str, str]) -> str:
    text = " ".join(str(docstring).split()).removesuffix(".")
    text = text if text[1:2].isupper() else text[0].lower() + text[1:]
    text = re.sub(r"\bNone\b", "null", text)
    return re.sub(r"`([A-Z]\w+)`", lambda found: _linked(found[1], anchors), text)


def _linked(name: str, anchors: Mapping[str, str]) -> str:
    """Return a link to the section of a message, a part or words; other names as they are."""
    heading = HEADINGS.get(name, name)
    return f"[{heading}](#{anchors[heading]})" if heading in anchors else f"`{name}`"


def type_in_words(hint: Any) -> str:
    """Return a type as the page writes it."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint in CARRIED:
        words = CARRIED[hint]
    elif origin is Annotated:
        words = type_in_words(inner[0])
    elif origin is Literal:
        words = _words_of(hint)
    elif origin is list:
        words = f"list of {type_in_words(inner[0])}"
    elif origin is tuple:
        words = f"({', '.join(map(type_in_words, inner))})"
    elif origin in {Union, types.UnionType}:
        words = " or ".join(map(type_in_words, inner))
    else:
        words = PLAIN.get(hint) or f"[{hint.__name__}](#{hint.__name__.lower()})"
    return words


def _words_of(hint: Any) -> str:
    """Return a link to words that have a table of their own, and others as they are."""
    for name, words in WORDS.items():
        if words == hint and name != "ErrorCode":
            return f"[{name}](#{name.lower()})"
    *first, last = [f"`{word}`" if word else "empty" for word in get_args(hint)]
    return f"{', '.join(first)} or {last}" if first else last


def bound_in_words(hint: Any) -> str:
    """Return what a server keeps a field to, as the page writes it; empty for one without a bound.

    The page has a table of its own for the bounds of what clients send.
    """
    origin, inner = get_origin(hint), get_args(hint)
    if hint in CARRIED or origin is Literal or not inner:
        return ""
    if origin is not Annotated:
        return ", ".join(dict.fromkeys(filter(None, map(bound_in_words, inner))))
    held, bound = inner
    own = _bound(held, bound)
    within = bound_in_words(held)
    return f"{own}, each {within}" if own and within else own or within


def _bound(held: Any, bound: Any) -> str:
    match bound:
        case Printable(limit) | Named(limit):
            words = f"{limit} characters"
        case OneGlyph():
            words = "one glyph"
        case OneLetter():
            words = "one letter"
        case Number(least, None):
            words = f"{least} or more"
        case Number(least, most):
            words = f"{least} to {most}"
        case Listed(most):
            words = f"{most} elements" if most > 1 else "one element"
        case _:
            words = ""
    return words


def default_in_words(field: Any) -> str:
    """Return a field's default as the page writes it."""
    if field.required:
        return ""
    if field.default_factory is not msgspec.NODEFAULT:
        assert field.default_factory() == []
        return "`[]`"
    if isinstance(field.default, bytes):
        return f"`h'{field.default.hex()}'`"
    return f"`{json.dumps(msgspec.to_builtins(field.default))}`"


# --- examples -----------------------------------------------------------------------------------


def _block(block: str) -> str:
    return "\n\n".join(_example(each) for each in block.strip().split("\n\n"))


def _example(example: str) -> str:
    text = "\n".join(line for line in example.splitlines() if not HEX.fullmatch(line))
    value = _value_of(text)
    data = _encoded(value)
    whole = msgspec.msgpack.decode(data)
    return f"{text if whole == value else _notation(whole)}\n{_in_hex(data)}"


def _value_of(text: str) -> Any:
    """Return a value in the page's notation: JSON, with bytes as h'…'."""
    plain = re.sub(r"h'([0-9a-f]*)'", r'{"bytes": "\1"}', text)
    return json.loads(plain, object_hook=lambda held: bytes.fromhex(held["bytes"]))


def _notation(value: list[Any]) -> str:
    """Return a value in the page's notation: on one line, or with a line or more for each list."""
    elements = [_spelt(each) for each in value]
    whole = f"[{', '.join(elements)}]"
    if len(whole) <= COLUMNS:
        return whole.replace("\0", " ")
    lines = [""]
    for index, element in enumerate(elements):
        apart = element.startswith("[") or elements[index - 1].startswith("[")
        if index and apart:
            lines.append(element)
        else:
            lines[-1] += f", {element}" if lines[-1] else element
    lines = [f"  {line}," for line in lines]
    lines = [f"[{lines[0].lstrip()}", *lines[1:-1], f"{lines[-1].rstrip(',')}]"]
    wrapped = (textwrap.wrap(line, COLUMNS, subsequent_indent="   ") for line in lines)
    return "\n".join(line for block in wrapped for line in block).replace("\0", " ")


def _spelt(value: Any) -> str:
    """Return a value in the page's notation, with NUL in place of the spaces of texts."""
    match value:
        case list():
            return f"[{', '.join(map(_spelt, value))}]"
        case bytes():
            return f"h'{value.hex()}'"
        case _:
            return json.dumps(value, ensure_ascii=False).replace(" ", "\0")


def _encoded(value: Any) -> bytes:
    """Return the bytes of a message, with the defaults of all fields that it leaves out."""
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
    renew(PAGE, renewed)
