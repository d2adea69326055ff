"""The Markdown pages of the project."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[3]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
NAMES = [page.relative_to(ROOT).as_posix() for page in PAGES]
FENCED = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)


def read(name: str) -> str:
    """Return the text of a page."""
    return (ROOT / name).read_text(encoding="utf-8")


def renew(page: Path, renewed: Callable[[str], str]) -> None:
    """Write a page anew from its text, and tell whether it has changed."""
    before = page.read_text(encoding="utf-8")
    after = renewed(before)
    page.write_text(after, encoding="utf-8")
    print("changed" if before != after else "unchanged")


def prose(text: str) -> str:
    """Return a page's text without its blocks of code."""
    lines = FENCED.sub("", text).splitlines()
    return "\n".join(line for line in lines if not line.startswith("    "))


def blocks(text: str) -> Iterator[str]:
    """Yield the lines of a page's blocks of code, indented or fenced, without the indent."""
    for fence in FENCED.findall(text):
        yield from fence.splitlines()[1:-1]
    for line in FENCED.sub("", text).splitlines():
        if line.startswith("    "):
            yield line.strip()


def anchors(text: str) -> set[str]:
    """Return the anchors of a page: of its headings, numbered where they repeat, and its own."""
    found = set(re.findall(r'<a id="([^"]+)">', text))
    times = Counter[str]()
    for heading in re.findall(r"^#+ (.+)$", FENCED.sub("", text), re.MULTILINE):
        anchor = re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-")
        found.add(f"{anchor}-{times[anchor]}" if times[anchor] else anchor)
        times[anchor] += 1
    return found
