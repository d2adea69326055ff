"""The pipeline is the list of all systems, and only it calls them."""

import ast
from collections.abc import Iterator
from pathlib import Path

import undertide_server
from undertide_server.simulation import pipeline, systems

FOLDER = Path(systems.__file__).parent
SOURCE = Path(undertide_server.__file__).parent
LISTED = {
    f"{system.__module__}.{system.__qualname__}"
    for system in (*pipeline.FLOOR_TICK, *pipeline.STEP)
}


def functions(file: Path) -> Iterator[str]:
    """Yield the whole names of a file's public functions."""
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            yield f"{systems.__name__}.{file.stem}.{node.name}"


def imported(file: Path) -> Iterator[str]:
    """Yield the modules that a file imports, and what it imports of them, by their whole names."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{each.name}" for each in node.names)


def is_system(name: str) -> bool:
    return name in LISTED or f"{name}.".startswith(f"{systems.__name__}.")


def test_the_pipeline_lists_each_public_function_of_the_folder_of_systems() -> None:
    found = {name for file in FOLDER.glob("[!_]*.py") for name in functions(file)}
    assert found
    assert found - LISTED == set()


def test_a_system_of_another_folder_stands_with_its_subject() -> None:
    layers = {"actions", "ai", "mechanics", "pipeline", "systems"}
    assert {name.split(".")[2] for name in LISTED} <= layers


def test_only_the_pipeline_imports_systems() -> None:
    importers = {
        file.relative_to(SOURCE).as_posix()
        for file in SOURCE.rglob("*.py")
        if any(is_system(name) for name in imported(file))
    }
    assert importers == {"simulation/pipeline.py"}
