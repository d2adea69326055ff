"""The types and defaults of content and settings, in the words of the documentation."""

from collections.abc import Mapping
from typing import Any

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
        entries = schema["additionalProperties"]
        of = "anything" if entries is True else words(entries)
        return f"table{bounds(schema)} of {of}"
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
