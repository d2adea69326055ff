"""A function is named by a verb and its object, so that a search for its name finds it alone."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

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
FUNCTION_OF_PAGE = re.compile(
    r"""^\s*(?:export\s+)?(?:static\s+)?(?:async\s+)?(?:function\s*\*?\s*)?
    (?:(?:const|let)\s+(?P<bound>\w+)\s*=\s*(?:async\s*)?(?:\([^)]*\)|\w+)\s*=>
    |\#?(?P<named>\w+)\s*\([^()]*(?:\([^)]*\)[^()]*)*\)\s*\{)""",
    re.VERBOSE | re.MULTILINE,
)
"""A function of a script: with its name before its body, or bound to a name."""


def bare_functions(package: Path) -> Iterator[str]:
    """Yield the places of functions that are named by a bare verb."""
    for file in sorted(package.rglob("*.py")):
        place = file.relative_to(package.parent)
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name in BARE:
                yield f"{place}:{node.lineno} {node.name}"


def bare_functions_of_pages(package: Path) -> Iterator[str]:
    """Yield the places of a package's scripts with functions that are named by a bare verb."""
    for file in sorted(package.rglob("*.js")):
        source = file.read_text(encoding="utf-8")
        for found in FUNCTION_OF_PAGE.finditer(source):
            if (name := found["bound"] or found["named"]) in BARE:
                yield f"{file.relative_to(package.parent)} {name}"


def test_no_function_is_a_verb_without_its_object() -> None:
    found = [place for package in PACKAGES for place in bare_functions(package)]
    assert found == []


def test_no_function_of_a_page_is_a_verb_without_its_object() -> None:
    found = [place for package in PACKAGES for place in bare_functions_of_pages(package)]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "export function keep(parent, { key, words }) {",
        "  async take() {",
        "  #tell(at) {",
        "  note({ text }) {",
        "const put = (fields) => {",
        "export const ask = (...request) => ({",
        "const told = async () => place();",
        "function* hand(seats = all()) {",
    ],
)
def test_functions_of_pages_are_found_by_their_names(source: str) -> None:
    found = FUNCTION_OF_PAGE.match(source)
    assert found is not None
    assert (found["bound"] or found["named"]) in BARE
