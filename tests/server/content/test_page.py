"""docs/content.md and the types that validate content say the same."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from undertide_server.content.load import load_ruleset
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.settings.settings import ServerSettings

PAGE = (Path(__file__).parents[3] / "docs" / "content.md").read_text(encoding="utf-8")
SCHEMAS = [TypeAdapter(kind).json_schema() for kind in (Ruleset, ServerSettings)]
RECORDS: Mapping[str, Any] = {
    name: schema for whole in SCHEMAS for name, schema in whole["$defs"].items()
} | {"ServerSettings": SCHEMAS[1]}
"""Every record but the whole ruleset, which is the folder itself, as JSON Schema."""

SIMPLE = {
    "integer": "whole number",
    "number": "number",
    "string": "text",
    "boolean": "true or false",
}
BOUNDS = {
    "exclusiveMinimum": "more than",
    **dict.fromkeys(("minimum", "minLength", "minItems", "minProperties"), "at least"),
    **dict.fromkeys(("maximum", "maxLength", "maxItems", "maxProperties"), "at most"),
}


def words(schema: Mapping[str, Any]) -> str:
    """Return a type as the page has it: `array (1 to 9) of whole number (0 to 100)`."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    for key in ("anyOf", "oneOf"):
        if key in schema:
            members = [member for member in schema[key] if member != {"type": "null"}]
            return " or ".join(map(words, members))
    if "const" in schema or "enum" in schema:
        return " or ".join(f'"{word}"' for word in schema.get("enum", [schema.get("const")]))
    return plain_words(schema)


def plain_words(schema: Mapping[str, Any]) -> str:
    if schema["type"] == "array":
        return f"array{bounds(schema)} of {words(schema.get('items') or schema['prefixItems'][0])}"
    if schema["type"] == "object":
        return f"table{bounds(schema)} of {words(schema['additionalProperties'])}"
    return str(schema.get("format", SIMPLE[schema["type"]])) + bounds(schema)


def bounds(schema: Mapping[str, Any]) -> str:
    """Return the bounds of a number, a length or a count in brackets, or nothing."""
    ends = {name: int(schema[key]) for key, name in BOUNDS.items() if key in schema}
    low, high = ends.get("at least"), ends.get("at most")
    if low is None or high is None:
        said = ", ".join(f"{name} {value}" for name, value in ends.items())
        return f" ({said})" if said else ""
    return f" ({low} to {high})" if low < high else f" ({low})"


def default(record: Mapping[str, Any], key: str) -> str:
    """Return the default as the page has it."""
    if key in record.get("required", ()):
        return "required"
    value = record["properties"][key].get("default", {})
    if value is None:
        return "none"
    if isinstance(value, dict | list) and value:
        return "its own defaults"
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


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
