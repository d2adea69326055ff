"""All Markdown pages: their lines fit, and their links lead somewhere."""

import re
from collections.abc import Iterator

import pytest

from support.content.pages import FENCED, NAMES, PAGES, ROOT, anchors, prose, read

COLUMNS = 100
LINK = re.compile(r"\]\(([^)\s]+)\)")
TARGET = re.compile(r"(?<=\])\([^)]*\)")
ANCHORS = {page: anchors(page.read_text(encoding="utf-8")) for page in PAGES}


def long_lines(text: str) -> Iterator[str]:
    """Yield the lines that are too long: tables, code and the targets of links may be."""
    for line in FENCED.sub("", text).splitlines():
        breakable = not line.startswith(("|", "    "))
        if breakable and len(TARGET.sub("", line)) > COLUMNS:
            yield line


@pytest.mark.parametrize(
    ("line", "is_long"),
    [
        ("x" * 100, False),
        ("x" * 101, True),
        ("| " + "x" * 101 + " |", False),
        ("    " + "x" * 101, False),
        ("```\n" + "x" * 101 + "\n```", False),
        ("```\n```\n" + "x" * 101 + "\n```\n```", True),
        (f"[{'x' * 90}]({'y' * 90})", False),
        (f"[{'x' * 101}](y)", True),
    ],
)
def test_only_lines_that_can_be_broken_are_too_long(line: str, is_long: bool) -> None:
    assert list(long_lines(line)) == ([line.splitlines()[-1 if "`" not in line else 2]] * is_long)


def test_the_pages_are_found() -> None:
    assert {"README.md", "docs/protocol.md", "docs/content/gear.md"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_page_wraps_at_100_columns(name: str) -> None:
    assert list(long_lines(read(name))) == []


@pytest.mark.parametrize("name", NAMES)
def test_every_link_leads_to_a_file_and_a_heading(name: str) -> None:
    page = ROOT / name
    broken = []
    for link in LINK.findall(prose(read(name))):
        if re.match(r"https?:|mailto:", link):
            continue
        target, _, anchor = link.partition("#")
        file = (page.parent / target).resolve() if target else page
        if not file.exists() or (anchor and anchor not in ANCHORS.get(file, ())):
            broken.append(link)
    assert broken == []


@pytest.mark.parametrize("name", NAMES)
def test_every_file_that_a_page_names_in_backticks_is_there(name: str) -> None:
    folders = "|".join(sorted(each.name for each in ROOT.iterdir() if (each / "..").exists()))
    named = re.findall(rf"`((?:{folders})/[\w./-]+\.\w+)`", prose(read(name)))
    assert [each for each in named if not (ROOT / each).exists()] == []


def test_headings_that_repeat_are_numbered() -> None:
    assert anchors('# Runs\n\n## runs?\n\n```\n# code\n```\n<a id="r1">') == {
        "runs",
        "runs-1",
        "r1",
    }
