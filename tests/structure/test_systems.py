"""The pipeline names every system, and nothing else knows them."""

import ast
from collections.abc import Iterator
from pathlib import Path

import undertide_server
from undertide_server.simulation import pipeline, systems

FOLDER = systems.__name__
FILES = {f"{FOLDER}.{file.stem}" for file in Path(systems.__file__).parent.glob("[!_]*.py")}
SOURCE = Path(undertide_server.__file__).parent


def imported(file: Path) -> Iterator[str]:
    """Yield the modules that a file imports, and what it imports of them, by their whole names."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{each.name}" for each in node.names)


def test_each_file_holds_a_system_that_the_pipeline_names() -> None:
    named = {system.__module__ for system in (*pipeline.FLOOR_TICK, *pipeline.STEP)}
    assert FILES
    assert FILES - named == set()


def test_only_the_pipeline_imports_systems() -> None:
    importers = {
        file.relative_to(SOURCE).as_posix()
        for file in SOURCE.rglob("*.py")
        if any(f"{name}.".startswith(f"{FOLDER}.") for name in imported(file))
    }
    assert importers == {"simulation/pipeline.py"}
