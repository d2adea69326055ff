"""docs/hosting.md and docs/operations.md name commands and pages that exist."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from undertide_shared.command import undertide

DOCS = Path(__file__).parents[2] / "docs"
PAGES = [(DOCS / name).read_text(encoding="utf-8") for name in ("hosting.md", "operations.md")]
PAGE = "\n".join(PAGES)
COMMAND = re.compile(r"(?:undertide|python3 run\.py) ")


def commands() -> Iterator[str]:
    """Yield the arguments of each command of the pages, on a line of its own or in backticks."""
    lines = [line[4:] for line in PAGE.splitlines() if line.startswith("    ")]
    for text in [*lines, *re.findall(r"`([^`]+)`", PAGE)]:
        found = COMMAND.match(text)
        if found:
            yield text[found.end() :]


def headings(page: Path) -> set[str]:
    """Return the anchors of a page's headings."""
    titles = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title).lower().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("command", sorted(set(commands())))
def test_every_command_of_the_pages_is_one(command: str) -> None:
    found: click.Command = undertide
    options = {name for each in found.params for name in each.opts}
    for word in shlex.split(command):
        if word.startswith("-"):
            assert word in options, f"there is no {word}"
        elif isinstance(found, click.Group) and not word.isupper() and word != "…":
            inner = found.get_command(click.Context(found), word)
            assert inner is not None, f"there is no command {word!r}"
            found = inner
            options = {name for each in found.params for name in each.opts}


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\]\(([^)#]+)", PAGE))))
def test_every_link_leads_somewhere(target: str) -> None:
    assert (DOCS / target).resolve().exists()


@pytest.mark.parametrize("page", ["hosting.md", "operations.md", "reference.md", "performance.md"])
def test_every_link_to_a_section_leads_to_a_heading(page: str) -> None:
    links = re.findall(r"\]\(([^)#]*)#([^)]+)\)", (DOCS / page).read_text(encoding="utf-8"))
    missing = [link for link in links if link[1] not in headings(DOCS / (link[0] or page))]
    assert missing == []
