"""The shape of the source tree: folders in layers, and one meaning for each class name."""

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = {
    "undertide_config": ROOT / "config",
    "undertide_shared": ROOT / "shared",
    "undertide_server": ROOT / "server",
    "undertide_client": ROOT / "client",
}
SHARED_NAMES = {"Game"}
"""Class names that two packages may use: `client.api.Game` is public, and the server's is the
game that a seed makes."""


def modules() -> dict[str, Path]:
    """Return each module of production code by its dotted name; packages by their own."""
    found = {}
    for package, folder in PACKAGES.items():
        for path in (folder / package).rglob("*.py"):
            parts = path.relative_to(folder).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()
FOLDERS = {name for name, path in MODULES.items() if path.name == "__init__.py"}


def folder_of(module: str) -> str:
    """Return the package that a module is in; a package is in itself."""
    return module if module in FOLDERS else module.rpartition(".")[0]


def imported(path: Path) -> set[str]:
    """Return the project's modules that a file imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in MODULES else node.module for name in names}
    return found & MODULES.keys()


def test_no_two_folders_import_each_other() -> None:
    arrows = defaultdict(set)
    for module, path in MODULES.items():
        if path.name != "__main__.py":  # the entry of `python -m` stands above all
            for other in imported(path):
                if folder_of(other) != folder_of(module):
                    arrows[folder_of(module), folder_of(other)].add((module, other))
    mutual = {pair: sorted(arrows[pair]) for pair in arrows if pair[::-1] in arrows}
    assert mutual == {}


def test_no_two_public_classes_share_a_name() -> None:
    homes = defaultdict(list)
    for module, path in MODULES.items():
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(module)
    shared = {name: found for name, found in homes.items() if len(found) > 1}
    assert shared.keys() == SHARED_NAMES, shared
