"""Values of Python as the page's generated modules state them. Pure."""

import json
import re
import textwrap
from collections.abc import Mapping, Sequence

COLUMNS = 100
"""Longest line of a generated module."""
PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|0|[1-9][0-9]*")
"""A key that needs no quotes."""


def documented(text: str) -> str:
    """Return a comment above a constant."""
    return f"\n/** {text} */\n"


def constant(name: str, value: object) -> str:
    """Return an exported constant: texts, numbers, None, and sequences and mappings of such."""
    prefix = f"export const {name} = "
    return f"{prefix}{_stated(value, '', len(prefix) + 1)};\n"


def _stated(value: object, indent: str, taken: int) -> str:
    """Return a value: in one line if the `taken` characters leave room, else an entry a line."""
    if isinstance(value, Mapping):
        rows = [(f"{_key(name)}: ", each) for name, each in value.items()]
        return _spread("{ ", " }", rows, indent, taken)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return _spread("[", "]", [("", each) for each in value], indent, taken)
    return json.dumps(value, ensure_ascii=False)


def _spread(
    opening: str, closing: str, rows: Sequence[tuple[str, object]], indent: str, taken: int
) -> str:
    if not rows:
        return opening.strip() + closing.strip()
    line = opening + ", ".join(f"{key}{_stated(each, '', 0)}" for key, each in rows) + closing
    if "\n" not in line and len(indent) + taken + len(line) <= COLUMNS:
        return line
    inner = indent + "  "
    if all(not key and _is_short(each) for key, each in rows):
        words = ", ".join(_stated(each, "", 0) for _, each in rows) + ","
        filled = textwrap.fill(words, COLUMNS, initial_indent=inner, subsequent_indent=inner)
        return f"{opening}\n{filled}\n{indent}{closing}"
    entries = "".join(f"{inner}{key}{_stated(each, inner, len(key) + 1)},\n" for key, each in rows)
    return f"{opening.strip()}\n{entries}{indent}{closing.strip()}"


def _is_short(value: object) -> bool:
    """Return whether a value may stand beside others in a line that is broken at spaces."""
    return isinstance(value, int) or (isinstance(value, str) and " " not in value)


def _key(name: object) -> str:
    text = str(name)
    return text if PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)
