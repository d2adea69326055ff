"""The commands that the pages show."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from support.content.pages import NAMES, blocks, prose, read

PROGRAM = re.compile(
    r"(?:\S*/)?undertide (?=[\w-])|python3 run\.py (?:--venv DIR )?(?!--venv|test)"
)
EXPLAINED = re.compile(r"  +\S.*")
OPTIONAL = re.compile(r"[][]|…")
QUOTED = re.compile(r"`([^`]+)`")
GROUPS = {"admin": "admin ADDRESS", "accounts": "accounts --data FOLDER"}
"""What a group needs before its commands. Pages that only name a command leave it out."""
TABLES = {
    "docs/moderation.md": ("admin ADDRESS ", "", re.compile(r"(?=[a-z])")),
    "docs/operations.md": ("", " --data FOLDER", re.compile("undertide (?=runs )")),
}
"""Tables of whole commands: what the page says once for all of them, before and after the words of
a row, and how these begin."""


class Shown(NamedTuple):
    """A command as a page shows it, without the name of the program."""

    page: str
    words: str
    whole: bool
    """Whether it has a line of its own, so that it has all that it needs."""


def shown_commands() -> Iterator[Shown]:
    """Yield each command that a page shows: on a line of a block of code, or in backticks."""
    for page in NAMES:
        text = read(page)
        for line in blocks(text):
            yield from _shown(page, EXPLAINED.sub("", line), whole=True)
        for quoted in QUOTED.findall(prose(text)):
            yield from _shown(page, " ".join(quoted.split()), whole=False)
    for page, (before, after, begin) in TABLES.items():
        for row in re.findall(r"^\| (`.+?) \| ", read(page), re.MULTILINE):
            for quoted in QUOTED.findall(row.replace(r"\|", "|")):
                if begin.match(quoted):
                    words = plain(begin.sub("", quoted, count=1))
                    yield Shown(page, f"{before}{words}{after}", whole=True)


def _shown(page: str, text: str, *, whole: bool) -> Iterator[Shown]:
    found = PROGRAM.match(text)
    if found:
        yield Shown(page, plain(text[found.end() :]), whole)


def plain(words: str) -> str:
    """Return a command with its optional parts, and the first of words between bars."""
    return re.sub(r"\|\S+", "", OPTIONAL.sub("", words)).strip()
