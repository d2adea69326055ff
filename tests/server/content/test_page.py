"""docs/content.md, the pages in docs/content and the types that validate content say the same."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from schema_words import default, words
from undertide_server.content.load import load_ruleset
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.settings.settings import ServerSettings

DOCS = Path(__file__).parents[3] / "docs"
INTRODUCTION = (DOCS / "content.md").read_text(encoding="utf-8")
PAGES = {
    page.stem: page.read_text(encoding="utf-8") for page in sorted((DOCS / "content").glob("*.md"))
}
"""The page of each file, by the name of the file without its ending."""

RULESET, SETTINGS = (TypeAdapter(kind).json_schema() for kind in (Ruleset, ServerSettings))
FILES: Mapping[str, Any] = RULESET["properties"] | {"server": {"$ref": "#/$defs/ServerSettings"}}
"""What each file holds, as JSON Schema."""

RECORDS: Mapping[str, Any] = {
    **RULESET["$defs"],
    **SETTINGS["$defs"],
    "ServerSettings": SETTINGS,
}
"""Every record but the whole ruleset, which is the folder itself, as JSON Schema."""

ROW = r"^\| `(.*?)` \| (.*?) \| (.*?) \| .+ \|$"
"""A row of a table of fields: key, type, default and meaning."""

def rows_of_types() -> Iterator[tuple[str, str, str, str]]:
    """Yield record, key, type and default of every field."""
    for name, record in RECORDS.items():
        for key, schema in record["properties"].items():
            yield name, key, words(schema), default(record, key)


def rows_of_pages() -> Iterator[tuple[str, str, str, str]]:
    """Yield record, key, type and default of every row of all pages; links without their page."""
    for page in (INTRODUCTION, *PAGES.values()):
        for name, section in sections(page):
            for match in re.finditer(ROW, section, re.MULTILINE):
                yield name, match[1], re.sub(r"\]\(\w+\.md#", "](#", match[2]), match[3]


def sections(page: str) -> Iterator[tuple[str, str]]:
    """Yield the heading and the text of each section of a page."""
    for section in re.split(r"^#+ ", page, flags=re.MULTILINE):
        heading, _, text = section.partition("\n")
        yield heading.strip(), text


def records_of(schema: Any) -> set[str]:
    """Return the names of all records that a part of a schema holds, however deep."""
    found: set[str] = set()
    waiting = [schema]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            name = str(part.get("$ref", "")).rpartition("/")[2]
            if name and name not in found:
                found.add(name)
                waiting.append(RECORDS[name])
            waiting += [value for key, value in part.items() if key != "$defs"]
        elif isinstance(part, list):
            waiting += part
    return found


def anchors(page: str) -> set[str]:
    """Return what a link can add to the address of a page to lead to a place on it."""
    headings = {heading.lower().replace(" ", "-") for heading, _ in sections(page)}
    return headings | set(re.findall(r'<a id="(.*?)">', page))


def test_every_file_has_a_page_and_no_other_has() -> None:
    assert set(PAGES) == set(FILES)


def test_the_pages_state_every_field_once_with_type_and_default() -> None:
    assert sorted(rows_of_pages()) == sorted(rows_of_types())


@pytest.mark.parametrize("name", FILES)
def test_a_page_says_what_its_file_holds(name: str) -> None:
    first = PAGES[name].splitlines()[0]
    kind = words(FILES[name]).removeprefix("table")
    assert first == f"# {name}.toml"
    assert f"\nThe file is {'one ' if kind.startswith('[') else 'a table'}{kind}.\n" in PAGES[name]


@pytest.mark.parametrize("name", FILES)
def test_a_page_describes_records_of_its_file_alone(name: str) -> None:
    described = {
        heading for heading, text in sections(PAGES[name]) if re.search(ROW, text, re.MULTILINE)
    }
    assert described
    assert described <= records_of(FILES[name])


@pytest.mark.parametrize("name", FILES)
def test_the_introduction_links_the_page_of_every_file(name: str) -> None:
    assert re.search(
        rf"^\| \[`{name}\.toml`\]\(content/{name}\.md\) \| .+ \|$", INTRODUCTION, re.MULTILINE
    )


def test_the_example_of_the_page_loads_and_does_what_the_page_says(tmp_path: Path) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", INTRODUCTION, flags=re.DOTALL)
    place = tmp_path / "rules" / "hungry-rats"
    place.mkdir(parents=True)
    preset = 'title = "Hungry rats"\ndescription = "They bite."\nbuilds_on = "default"\n'
    (place / "preset.toml").write_text(preset, encoding="utf-8")
    (place / "families.toml").write_text(example, encoding="utf-8")
    rat = load_ruleset("hungry-rats", tmp_path).families["rat"]
    assert rat.mods == {"life": 1, "attack": -1, "speed": 2}
    assert rat.classes["starved"].name == "starved {0}"
    assert set(rat.classes) > {"starved", "sewer"}


@pytest.mark.parametrize("page", [DOCS / "content.md", *(DOCS / "content").glob("*.md")])
def test_every_link_of_a_page_leads_to_a_heading(page: Path) -> None:
    links = re.findall(r"\]\((?!http)(.*?)\)", page.read_text(encoding="utf-8"))
    assert links
    for link in links:
        target, _, anchor = link.partition("#")
        text = (page.parent / target if target else page).read_text(encoding="utf-8")
        assert not anchor or anchor in anchors(text), link
