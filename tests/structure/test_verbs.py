"""A function is named by a verb and its object, so that a search for its name finds it alone."""

import ast
from collections.abc import Iterator
from pathlib import Path

import undertide_client
import undertide_server
import undertide_shared

BARE = frozenset(
    {"ask", "bear", "forget", "hand", "keep", "let", "note", "put", "take", "tell", "told"}
)
"""Verbs that say nothing without their object. `close`, `get`, `send` and the like do."""

PACKAGES = tuple(
    Path(package.__file__ or "").parent
    for package in (undertide_client, undertide_server, undertide_shared)
)


def bare_functions(package: Path) -> Iterator[str]:
    """Yield the places of functions that are named by a bare verb."""
    for file in sorted(package.rglob("*.py")):
        place = file.relative_to(package.parent)
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name in BARE:
                yield f"{place}:{node.lineno} {node.name}"


def test_no_function_is_a_verb_without_its_object() -> None:
    found = [place for package in PACKAGES for place in bare_functions(package)]
    assert found == []
