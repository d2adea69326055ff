"""`pytest --changed`: run only the tests that changes since a revision can break.

pytest-testmon needs a recorded run of everything and doesn't follow processes and data files;
pytest-picked runs only tests that were changed themselves.
"""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from support.selection.checkout import Checkout, GitError
from support.selection.dependencies import Dependencies

ROOT = Path(__file__).parents[3]
EVERYTHING = ("pyproject.toml", "lock/", "run.py", ".ci/")
"""How the paths of files begin that any test may depend on."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option `--changed`."""
    parser.addoption(
        "--changed",
        nargs="?",
        const="",
        metavar="REV",
        help="run only the tests that changes since REV can break (as shipped: since main)",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Select test files once: workers of pytest-xdist get the options of the process above them."""
    revision = config.getoption("changed")
    if revision is None or hasattr(config.option, "selected"):
        return
    try:
        changed = Checkout(ROOT).changed(revision)
        selected = select(ROOT, changed)
    except GitError as fault:
        raise pytest.UsageError(f"--changed: {fault}") from fault
    config.option.selected = sorted(selected)
    config.option.changed_files = len(changed)


def pytest_report_header(config: pytest.Config) -> str | None:
    """Say how much was selected."""
    if not hasattr(config.option, "selected"):
        return None
    return (
        f"changed: {config.option.changed_files} files, "
        f"which {len(config.option.selected)} test files depend on"
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out test files that nothing changed can break; pytest asks for no file named to it."""
    if not hasattr(config.option, "selected") or not is_test(collection_path.name):
        return None
    path = collection_path.relative_to(ROOT).as_posix()
    return True if path not in config.option.selected else None


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Succeed where nothing needs to run."""
    if exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and hasattr(
        session.config.option, "selected"
    ):
        session.exitstatus = pytest.ExitCode.OK


def select(root: Path, changed: set[str]) -> set[str]:
    """Return the test files of a checkout that changed files can break. Raises GitError.

    These are the tests that need one of the files. A file that any test may depend on selects all
    tests, and so does one that nothing is known to need, unless it is Python.
    """
    files = Checkout(root).files() | changed
    tests = {file for file in files if is_test(file.rpartition("/")[2]) and (root / file).is_file()}
    dependencies = Dependencies(root, files, entry_points(root))
    selected = set[str]()
    for file in changed:
        users = dependencies.users(file)
        unknown = users == {file} and not file.endswith(".py")
        if unknown or file.startswith(EVERYTHING):
            return tests
        selected |= users & tests
    return selected


def is_test(name: str) -> bool:
    """Return whether a file's name is that of a test file."""
    return name.startswith("test_") and name.endswith(".py")


def entry_points(root: Path) -> Mapping[str, Sequence[str]]:
    """Return the modules that each group of entry points in pyproject.toml names."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return {
        group: [place.partition(":")[0] for place in named.values()]
        for group, named in project.get("entry-points", {}).items()
    }
