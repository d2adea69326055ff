"""The examples use the stable surface alone: whoever copies one relies on nothing that changes."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LIBRARY = "undertide_client.api"
SURFACE = {LIBRARY, "undertide_server.environments", "undertide_shared.learning"}
"""The modules that docs/api.md promises to keep."""
LIBRARIES = {"gymnasium", "matplotlib", "numpy"}
"""What comes with them, or with an extra."""


def sources() -> dict[str, str]:
    """Return the code of every example, and the program at the top of the page about bots."""
    found = {
        path.name: path.read_text(encoding="utf-8") for path in (ROOT / "examples").glob("*.py")
    }
    page = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    lines = page.partition("\n    import asyncio\n")[2].partition("\nTwo examples")[0]
    found["bots.md"] = "import asyncio\n" + "\n".join(
        line.removeprefix("    ") for line in lines.splitlines()
    )
    return found


SOURCES = sources()


def imported(source: str) -> Iterator[str]:
    """Yield the modules that a program imports."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or "."


@pytest.mark.parametrize("name", SOURCES)
def test_an_example_imports_the_stable_surface_and_known_libraries(name: str) -> None:
    modules = set(imported(SOURCES[name]))
    assert LIBRARY in modules
    others = {module.partition(".")[0] for module in modules - SURFACE}
    assert others <= sys.stdlib_module_names | LIBRARIES
