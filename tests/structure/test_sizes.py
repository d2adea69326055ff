"""Sizes: a module is a subject, one look finds a file in its folder, a function fits a screen."""

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from structure.test_structure import FOLDERS, MODULES, folder_of, imported

MOST_MODULES = 25
"""Files of a folder, so that one look finds the right one."""
MOST_LINES = 60
"""Lines of a function with its signature and docstring, so that it stays on one screen."""
SMALL = 60
"""Lines of a module; a smaller one that only one neighbour imports is that neighbour's subject."""

SMALL_SUBJECTS: Mapping[str, str] = {
    "undertide_server.content.records.earlier": "grows with each field that old content lacks",
    "undertide_server.process.uv_loop": "can be imported only where uvloop is",
}
"""Modules that are small and have one importer beside them all the same, each with the reason."""


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield the functions and methods of a file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def test_a_folder_holds_few_enough_modules() -> None:
    sizes = Counter(folder_of(name) for name in MODULES if name != folder_of(name))
    assert {folder: size for folder, size in sizes.items() if size > MOST_MODULES} == {}


def test_a_function_fits_a_screen() -> None:
    long = {
        f"{name}.{function.name}": lines
        for name, path in MODULES.items()
        for function in functions(path)
        if (lines := (function.end_lineno or 0) - function.lineno + 1) > MOST_LINES
    }
    assert long == {}


def test_a_small_module_has_more_than_one_importer() -> None:
    importers = defaultdict(set)
    for name, path in MODULES.items():
        for other in imported(path):
            importers[other].add(name)
    small = {
        name
        for name, path in MODULES.items()
        if name != folder_of(name)
        and len(path.read_text(encoding="utf-8").splitlines()) < SMALL
        and len(importers[name]) == 1
        and (importer := next(iter(importers[name]))) not in FOLDERS  # which hand it on
        and folder_of(importer) == folder_of(name)
    }
    assert small == SMALL_SUBJECTS.keys()
