"""docs/rules.md has a section for every rule that anything cites, and names files that exist."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RULES = ROOT / "docs" / "rules.md"
PAGE = RULES.read_text(encoding="utf-8")
PRESET = ROOT / "config" / "undertide_config" / "rules" / "default"
SERVER = ROOT / "server" / "undertide_server"
CITING = {".py", ".toml", ".md", ".js"}
"""How names of files end that may cite a rule."""
SECTION = re.compile(r'^<a id="r(\d+)"></a>\n\n## R(\d+): \S', re.MULTILINE)
CITATION = re.compile(r"\bR(\d+)\b")
NUMBERS = [int(number) for number, _ in SECTION.findall(PAGE)]


def sources() -> Iterator[Path]:
    """Yield every file of the checkout that may cite a rule, but for the page itself."""
    for folder, inner, names in os.walk(ROOT):
        inner[:] = [name for name in inner if not name.startswith((".", "__"))]
        found = (Path(folder, name) for name in names)
        yield from (path for path in found if path.suffix in CITING and path != RULES)


def citations() -> dict[int, list[str]]:
    """Return the files that cite each rule, by its number."""
    found: dict[int, list[str]] = {}
    for path in sources():
        for number in set(CITATION.findall(path.read_text(encoding="utf-8"))):
            found.setdefault(int(number), []).append(str(path.relative_to(ROOT)))
    return found


def named_in(line: str) -> list[str]:
    """Return what the sections name in their last lines, after `line`."""
    parts = re.findall(rf"{line}: ((?:`[^`]+`|[^`.])+)\.(?:\s|$)", PAGE)
    return [word for part in parts for word in re.findall(r"`([^`]+)`", part)]


def test_every_rule_that_is_cited_has_a_section() -> None:
    assert {number: files for number, files in citations().items() if number not in NUMBERS} == {}


def test_every_rule_is_cited_somewhere() -> None:
    assert set(NUMBERS) <= citations().keys()


def test_sections_are_numbered_from_one_and_each_has_the_anchor_of_its_number() -> None:
    assert list(range(1, len(NUMBERS) + 1)) == NUMBERS
    assert [int(number) for _, number in SECTION.findall(PAGE)] == NUMBERS
    assert PAGE.count("\n## ") == PAGE.count("<a id=") == len(NUMBERS)


def test_the_table_at_the_top_links_to_every_section() -> None:
    linked = re.findall(r"^\| \[R(\d+)\]\(#r(\d+)\) ", PAGE, re.MULTILINE)
    assert linked == [(str(number), str(number)) for number in NUMBERS]


def test_the_page_refers_to_no_rule_without_a_section() -> None:
    assert {int(number) for number in CITATION.findall(PAGE)} == set(NUMBERS)


def test_every_section_says_where_its_rule_lives() -> None:
    assert len(re.findall(r"^Content: .*", PAGE, re.MULTILINE)) == len(NUMBERS)
    assert all((PRESET / name).is_file() for name in named_in("Content"))
    assert all((SERVER / name).is_dir() for name in named_in("Code"))


@pytest.mark.parametrize("name", sorted(path.stem for path in PRESET.glob("*.toml")))
def test_a_file_that_begins_with_a_rule_is_named_by_its_section(name: str) -> None:
    head = (PRESET / f"{name}.toml").read_text(encoding="utf-8").partition(".")[0]
    cited = [int(number) for number in CITATION.findall(head)]
    sections = dict(zip(NUMBERS, SECTION.split(PAGE)[3::3], strict=True))
    assert all(f"`{name}.toml`" in sections[number] for number in cited)
