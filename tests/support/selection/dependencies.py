"""Which files of the project need which others, read from the sources without running them.

A Python file needs the modules that it imports, wherever in it, and the packages around them. It
also needs what its strings name: modules (`"-m", "undertide_server"`, scripts for another process),
groups of entry points, and files. So a test that starts the program needs all commands, and what
they import. `READS` lists the folders that are read whole.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from pathlib import Path

IMPORT_ROOTS = ("config/", "shared/", "server/", "client/", "tests/bench/", "tests/")
"""The folders from which modules are imported. The first that holds a file gives it its name."""
SOURCES = ("config/", "shared/", "server/", "client/", "examples/")
TEXTS = (
    *("docs/", "deploy/", "README.md", "ARCHITECTURE.md"),
    *("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"),
)
PAGES = ("client/undertide_client/web/", "server/undertide_server/gateway/http/status_page/")
READS: Mapping[str, Sequence[str]] = {
    "server/undertide_server/content/schema/presets.py": ("config/",),
    "tests/client/web/": PAGES,
    "tests/config/": ("config/",),
    "tests/deploy/": ("deploy/", ".dockerignore"),
    "tests/docs/": (*SOURCES, *TEXTS),
    "tests/end_to_end/test_page.py": PAGES,
    "tests/end_to_end/test_status_page.py": PAGES,
    "tests/examples/": ("examples/",),
    "tests/server/gateway/http/": PAGES,
    "tests/structure/": (*SOURCES, "tests/"),
    "tests/support/content/environment_names.py": SOURCES,
    "tests/support/content/log_words.py": SOURCES,
    "tests/support/sessions/eras.py": ("tests/data/eras/",),
    "tests/support/sessions/recorded_runs.py": ("tests/data/runs/",),
}
"""Which files, by how their paths begin, read which files without naming each. The server hands out
the files of both pages as bytes, so that only tests that look into them need them."""
OWN = "tests/support/selection/"
"""The folder whose own strings, such as those above, name files that it doesn't need."""

MODULE_NAME = re.compile(r"\b(?:undertide_\w+|support)(?:\.\w+)*")
FILE_NAME = re.compile(r"[\w.-]*\w\.\w+|\bDockerfile\b|\bCaddyfile\b|\bLICENSE\b|\bNOTICE\b")


class Dependencies:
    """The files of a checkout and what each needs."""

    def __init__(
        self, root: Path, files: Set[str], entry_points: Mapping[str, Sequence[str]]
    ) -> None:
        """Read all Python files.

        Args:
            root: The folder of the checkout.
            files: All files by their paths from `root`; those that were deleted too, so that what
                still names them is found.
            entry_points: The modules that each group of entry points names.

        Raises SyntaxError for a file that is no Python.
        """
        self._modules = {name: file for file in sorted(files) for name in _module_names(file)}
        self._by_name = defaultdict[str, set[str]](set)
        for file in files:
            self._by_name[file.rpartition("/")[2]].add(file)
        self._entry_points = entry_points
        self._users = defaultdict[str, set[str]](set)
        for file in files:
            for needed in {*self._needs(root, file), *_read_by_table(file, files)}:
                self._users[needed].add(file)

    def users(self, file: str) -> set[str]:
        """Return the files that need a file, directly or through others, and the file itself."""
        found, waiting = {file}, [file]
        while waiting:
            new = self._users[waiting.pop()] - found
            found |= new
            waiting += new
        return found

    def _needs(self, root: Path, file: str) -> Iterator[str]:
        """Yield the files that a Python file imports or names; of other files, nothing."""
        path = root / file
        if path.suffix != ".py" or not path.is_file():
            return
        if file.startswith("tests/"):
            yield from self._fixtures(file)
        nodes = list(ast.walk(ast.parse(path.read_bytes(), file)))
        imported, texts = set(_imports(nodes)), set(_texts(nodes))
        for name in imported:
            yield from self._resolve(name)
        if any(name.startswith("pkgutil") for name in imported):
            yield from self._everything_below(imported)
        if not file.startswith(OWN):
            for text in texts:
                yield from self._named(text)

    def _fixtures(self, file: str) -> Iterator[str]:
        """Yield the `conftest.py` of each folder around a test, whose fixtures it may use."""
        folders = file.split("/")[:-1]
        for length in range(1, len(folders) + 1):
            conftest = "/".join((*folders[:length], "conftest.py"))
            if conftest != file and conftest in self._by_name["conftest.py"]:
                yield conftest

    def _resolve(self, name: str) -> Iterator[str]:
        """Yield the module of a dotted name, if it is the project's, and the packages around it."""
        parts = name.split(".")
        for length in range(1, len(parts) + 1):
            module = ".".join(parts[:length])
            if module in self._modules:
                yield self._modules[module]

    def _everything_below(self, packages: Set[str]) -> Iterator[str]:
        """Yield the modules of some packages: `pkgutil` may find them all."""
        for module, file in self._modules.items():
            if module.rpartition(".")[0] in packages:
                yield file

    def _named(self, text: str) -> Iterator[str]:
        """Yield what a string names: modules, entry points and files."""
        for name in MODULE_NAME.findall(text):
            yield from self._resolve(name)
            yield from self._resolve(f"{name}.__main__")
        for module in self._entry_points.get(text, ()):
            yield from self._resolve(module)
        for name in FILE_NAME.findall(text):
            yield from self._by_name.get(name, ())


def _module_names(file: str) -> Iterator[str]:
    """Yield the dotted name under which a file is imported, if it is."""
    base = next((base for base in IMPORT_ROOTS if file.startswith(base)), None)
    if base is not None and file.endswith(".py"):
        yield (
            file.removeprefix(base).removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        )


def _read_by_table(file: str, files: Set[str]) -> Iterator[str]:
    """Yield the files that `READS` says a file reads."""
    for reader, read in READS.items():
        if file.startswith(reader):
            yield from (each for each in files if each.startswith(tuple(read)))


def _imports(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """Yield what a file imports, by dotted names: of `from a import b` both `a` and `a.b`."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _texts(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """Yield the strings of a file that are no docstrings."""
    told = {node.value for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in told:
            yield node.value
