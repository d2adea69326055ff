"""Write the tables in docs/content.md and docs/content: run this when records or fields changed.

    .venv/bin/python tests/docs/renew_content.py

A table stands between two marks, under the heading of its record. Keys, types with their bounds,
and defaults come from the records. What a field means stays as the page has it; a new field begins
with its docstring. The lists of letters and keys come from the preset `default`.
"""

import ast
import re
import sys
import textwrap
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.content.schema_words import default, words
from support.content.shipped import shipped
from undertide_server.content.checks.glyphs import free_letters
from undertide_server.content.records import ruleset
from undertide_server.content.records.ruleset import Ruleset

DOCS: Final = Path(__file__).parents[2] / "docs"
PAGES: Final = (DOCS / "content.md", *sorted((DOCS / "content").glob("*.md")))
RECORDS: Final[Mapping[str, Any]] = TypeAdapter(Ruleset).json_schema()["$defs"]
"""Every record but the whole ruleset, which is the folder itself, as JSON Schema."""
HEAD: Final = "| key | type | default | meaning |\n|---|---|---|---|\n"
TABLE: Final = re.compile(
    r"(<!-- fields of (\w+), .*? -->\n\n)(.*?)(\n<!-- end of fields -->)", re.DOTALL
)
"""The opening mark, the name of the record, the table and the closing mark."""
SHIPPED: Final = re.compile(
    r"(<!-- what (letters|keys) ship, .*? -->\n\n)(.*?)(\n<!-- end of what ships -->)", re.DOTALL
)
"""The opening mark of a list of what ships, what it lists, the list and the closing mark."""
ROW: Final = re.compile(r"^\| `(\w+)` \| (.*?) \| .*? \| (.+) \|$", re.MULTILINE)
"""A row of a table: key, type and meaning."""
LINK: Final = re.compile(r"\[(\w+)\]\(#(\w+)\)")


def main() -> None:
    """Write all pages, and tell which have changed."""
    found = homes()
    for path in PAGES:
        before = path.read_text(encoding="utf-8")
        after = renewed(path, before, found)
        if before != after:
            path.write_text(after, encoding="utf-8")
            print(f"changed: {path.relative_to(DOCS.parent)}")


def renewed(path: Path, page: str, homes: Mapping[str, Path]) -> str:
    """Return a page with its tables made anew; `homes` are the pages of all records, by name."""
    docstrings = _docstrings()

    def table(match: re.Match[str]) -> str:
        name = match[2]
        meanings = {key: meaning for key, _, meaning in ROW.findall(match[3])}
        rows = (
            (key, _linked(words(schema), path, homes), default(RECORDS[name], key))
            for key, schema in RECORDS[name]["properties"].items()
        )
        lines = (
            f"| `{key}` | {kind} | {value} | {meanings.get(key) or docstrings[name, key]} |\n"
            for key, kind, value in rows
        )
        return f"{match[1]}{HEAD}{''.join(lines)}{match[4]}"

    def shipped_list(match: re.Match[str]) -> str:
        return f"{match[1]}{LISTS[match[2]]()}{match[4]}"

    return SHIPPED.sub(shipped_list, TABLE.sub(table, page))


def letters() -> str:
    """Return the letters of shipped creatures and who has them, and the letters that are free."""
    rules = shipped("default")
    owners: dict[str, set[str]] = {}
    for key, family in rules.families.items():
        for tier in family.tiers:
            owners.setdefault(tier.glyph, set()).add(key)
    for person in rules.people.values():
        owners.setdefault(person.glyph, set()).add("people")
    free = ", ".join(f"`{letter}` `{letter.upper()}`" for letter in free_letters(rules))
    taken = (
        f"| `{letter}` | {', '.join(sorted(owners[letter]))} |\n"
        for letter in sorted(owners, key=lambda each: (each.lower(), each))
    )
    head = textwrap.fill(f"Free, in both cases: {free}", 100)
    return f"{head}\n\n| letter | whose |\n|---|---|\n{''.join(taken)}"


def keys() -> str:
    """Return the keys of all shipped records that other records name, by their file."""
    rules = shipped("default")
    rows = []
    for name in Ruleset.model_fields:
        value = getattr(rules, name)
        if isinstance(value, Mapping) and value:
            listed = ", ".join(f"`{key}`" for key in sorted(value))
            rows.append(f"| `{name}.toml` | {listed} |\n")
    return f"| file | keys |\n|---|---|\n{''.join(rows)}"


LISTS: Final = {"letters": letters, "keys": keys}


def homes() -> dict[str, Path]:
    """Return the page that has the table of each record, by the record's name."""
    return {
        name: path
        for path in PAGES
        for _, name, _, _ in TABLE.findall(path.read_text(encoding="utf-8"))
    }


def _linked(kind: str, path: Path, homes: Mapping[str, Path]) -> str:
    """Return a type whose links lead from a page to the pages of other records."""

    def link(match: re.Match[str]) -> str:
        home = homes[match[1]]
        if home == path:
            return match[0]
        folder = "content/" if path.parent == DOCS else ""
        page = f"../{home.name}" if home.parent == DOCS else folder + home.name
        return f"[{match[1]}]({page}#{match[2]})"

    return LINK.sub(link, kind)


def _docstrings() -> dict[tuple[str, str], str]:
    """Return the docstring below each field of a record, by the record's name and the field's."""
    return dict(_each_docstring())


def _each_docstring() -> Iterator[tuple[tuple[str, str], str]]:
    for source in Path(ruleset.__file__).parent.glob("*.py"):
        for record in ast.parse(source.read_text(encoding="utf-8")).body:
            body = record.body if isinstance(record, ast.ClassDef) else []
            for field, text in pairwise(body):
                if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr):
                    assert isinstance(record, ast.ClassDef)
                    meaning = " ".join(str(ast.literal_eval(text.value)).split())
                    yield (record.name, ast.unparse(field.target)), meaning


if __name__ == "__main__":
    main()
