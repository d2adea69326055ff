"""docs/content.md, the pages in docs/content and the types that validate content say the same."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from pydantic import TypeAdapter

from support.content.schema_words import words
from support.content.scripts import load_script
from support.content.shipped import shipped
from undertide_server.content.load import load_ruleset
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.worldgen.creatures.curve import build_curve
from undertide_server.worldgen.creatures.roster import build_roster

DOCS = Path(__file__).parents[2] / "docs"
INTRODUCTION = (DOCS / "content.md").read_text(encoding="utf-8")
PAGES = {
    page.stem: page.read_text(encoding="utf-8") for page in sorted((DOCS / "content").glob("*.md"))
}
"""The page of each file, by the name of the file without its ending."""

RULESET: Mapping[str, Any] = TypeAdapter(Ruleset).json_schema()
FILES: Mapping[str, Any] = RULESET["properties"]
"""The JSON Schema of each file, by the name of the file without its ending."""

RECORDS: Mapping[str, Any] = RULESET["$defs"]
"""Every record but the whole ruleset, which is the folder itself, as JSON Schema."""

ROW = r"^\| `(.*?)` \| (.*?) \| (.*?) \| .+ \|$"
"""A row of a table of fields: key, type, default and meaning."""


@pytest.fixture(scope="module")
def renew_content() -> ModuleType:
    return load_script(Path(__file__).parent / "renew_content.py")


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


def test_every_file_has_a_page_and_no_other_has() -> None:
    assert set(PAGES) == set(FILES)


def test_every_record_has_one_table_under_its_heading(renew_content: ModuleType) -> None:
    pages = [INTRODUCTION, *PAGES.values()]
    tables = [
        (heading, match[2])
        for page in pages
        for heading, text in sections(page)
        for match in renew_content.TABLE.finditer(text)
    ]
    assert sorted(tables) == sorted((name, name) for name in RECORDS)


def test_the_tables_are_current(renew_content: ModuleType) -> None:
    homes = renew_content.homes()
    for path in renew_content.PAGES:
        page = path.read_text(encoding="utf-8")
        assert page == renew_content.renewed(path, page, homes), "run tests/docs/renew_content.py"


def test_a_new_field_begins_with_its_docstring(renew_content: ModuleType) -> None:
    path = DOCS / "content" / "families.md"
    page = path.read_text(encoding="utf-8")
    lines = [line for line in page.splitlines(True) if not line.startswith("| `enrages` |")]
    renewed = renew_content.renewed(path, "".join(lines), renew_content.homes())
    (row,) = set(renewed.splitlines()) - set(page.splitlines())
    assert row == (
        "| `enrages` | whole number (0 to 200) | 0 | Percent by which its blows are stronger, for "
        "good, once its life is below half. |"
    )


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


def test_the_introduction_links_the_page_of_every_file() -> None:
    rows = re.findall(
        r"^\| \[`(\w+)\.toml`\]\(content/(\w+)\.md\) \| .+ \|$", INTRODUCTION, re.MULTILINE
    )
    assert sorted(rows) == sorted((name, name) for name in FILES)


def examples(page: str) -> list[str]:
    """Return the examples in TOML of a page."""
    return re.findall(r"```toml\n(.*?)```", page, flags=re.DOTALL)


def test_the_example_of_the_introduction_does_what_it_says(tmp_path: Path) -> None:
    example, _ = examples(INTRODUCTION)
    place = tmp_path / "rules" / "hungry-rats"
    place.mkdir(parents=True)
    preset = 'title = "Hungry rats"\ndescription = "They bite."\nbuilds_on = "default"\n'
    (place / "preset.toml").write_text(preset, encoding="utf-8")
    (place / "families.toml").write_text(example, encoding="utf-8")
    rat = load_ruleset("hungry-rats", tmp_path).families["rat"]
    assert rat.mods == {"life": 1, "attack": -1, "speed": 2}
    assert rat.classes["starved"].name == "starved {0}"
    assert set(rat.classes) > {"starved", "sewer"}


def test_the_monster_of_the_introduction_lives_on_the_first_floors(tmp_path: Path) -> None:
    place = tmp_path / "rules" / "newts"
    place.mkdir(parents=True)
    (place / "preset.toml").write_text(examples(INTRODUCTION)[1], encoding="utf-8")
    newt = examples(PAGES["families"])[0].replace("lean = -2", "lean = -5\nweight = 1000")
    (place / "families.toml").write_text(newt, encoding="utf-8")
    rules = load_ruleset("newts", tmp_path)
    glyphs = {tier.glyph for tier in rules.families["newt"].tiers}
    assert glyphs == {"u", "U"}
    free = INTRODUCTION.partition("\nFree, in both cases: ")[2].partition("\n\n")[0]
    assert all(f"`{glyph}`" in free for glyph in glyphs)
    roster = build_roster(rules, build_curve(rules.curve, bytes(16)), bytes(16))
    assert roster.bands[0].family == "newt"


def test_the_examples_of_all_pages_are_sound_together_and_change_their_files(
    tmp_path: Path,
) -> None:
    place = tmp_path / "rules" / "examples"
    place.mkdir(parents=True)
    for name in Ruleset.model_fields:
        (example,) = examples(PAGES[name])
        (place / f"{name}.toml").write_text(example, encoding="utf-8")
    changed, default = load_ruleset("examples", tmp_path), shipped("default")
    for name in Ruleset.model_fields:
        assert getattr(changed, name) != getattr(default, name), name
