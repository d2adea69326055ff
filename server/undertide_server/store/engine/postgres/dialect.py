"""Statements as the store writes them, turned into those that psycopg takes."""

import re
from functools import lru_cache
from typing import Final

MOST_STATEMENTS: Final = 1024
"""Statements whose translations are remembered: several times as many as the program has."""

_PARTS: Final = re.compile(
    r"""
    (?P<kept> '(?:[^']|'')*' | "(?:[^"]|"")*" | --[^\n]* | :: )
    | (?P<by_order> \? )
    | :(?P<name> [a-zA-Z_]\w* )
    | (?P<percent> % )
    """,
    re.VERBOSE,
)
"""The parts of a statement that are not taken as they are, and those in which nothing counts."""


@lru_cache(MOST_STATEMENTS)
def translated(statement: str) -> str:
    """Return a statement with its parameters `?` and `:name` as psycopg reads them."""
    return _PARTS.sub(_translated_part, statement)


def _translated_part(found: re.Match[str]) -> str:
    if found["by_order"]:
        return "%s"
    if found["name"]:
        return f"%({found['name']})s"
    return found[0].replace("%", "%%")
