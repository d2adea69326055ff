"""docs/content.md and the types that validate content say the same."""

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

PAGE = (Path(__file__).parents[3] / "docs" / "content.md").read_text(encoding="utf-8")
SCHEMAS = [TypeAdapter(kind).json_schema() for kind in (Ruleset, ServerSettings)]
RECORDS: Mapping[str, Any] = {
    name: schema for whole in SCHEMAS for name, schema in whole["$defs"].items()
} | {"ServerSettings": SCHEMAS[1]}
"""Every record but the whole ruleset, which is the folder itself, as JSON Schema."""


def rows_of_types() -> Iterator[tuple[str, str, str, str]]:
    """Yield record, key, type and default of every field."""
    for name, record in RECORDS.items():
        for key, schema in record["properties"].items():
            yield name, key, words(schema), default(record, key)


def rows_of_page() -> Iterator[tuple[str, str, str, str]]:
    """Yield record, key, type and default of every row of the page."""
    for section in re.split(r"^#+ ", PAGE, flags=re.MULTILINE):
        name = section.partition("\n")[0].strip()
        for match in re.finditer(r"^\| `(.*?)` \| (.*?) \| (.*?) \| .+ \|$", section, re.MULTILINE):
            yield name, match[1], match[2], match[3]


def test_the_page_states_every_field_with_type_and_default() -> None:
    assert sorted(rows_of_page()) == sorted(rows_of_types())


@pytest.mark.parametrize("name", Ruleset.model_fields)
def test_the_page_names_every_file(name: str) -> None:
    assert f"`{name}.toml`" in PAGE


def test_the_example_of_the_page_loads_and_does_what_the_page_says(tmp_path: Path) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", PAGE, flags=re.DOTALL)
    place = tmp_path / "rules" / "hungry-rats"
    place.mkdir(parents=True)
    preset = 'title = "Hungry rats"\ndescription = "They bite."\nbuilds_on = "default"\n'
    (place / "preset.toml").write_text(preset, encoding="utf-8")
    (place / "families.toml").write_text(example, encoding="utf-8")
    rat = load_ruleset("hungry-rats", tmp_path).families["rat"]
    assert rat.mods == {"life": 1, "attack": -1, "speed": 2}
    assert rat.classes["starved"].name == "starved {0}"
    assert set(rat.classes) > {"starved", "sewer"}


def test_every_link_leads_to_a_heading() -> None:
    headings = {
        heading.strip().lower().replace(" ", "-")
        for heading in re.findall(r"^#+ (.*)$", PAGE, flags=re.MULTILINE)
    }
    links = set(re.findall(r"\]\(#(.*?)\)", PAGE))
    assert links
    assert links <= headings
