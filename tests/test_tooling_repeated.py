"""`.ci/run` repeats what failed, and names what passed only then, with its first failure."""

import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree

import pytest

ROOT = Path(__file__).resolve().parent.parent

RUN = f"""
import subprocess, sys
words = 2 if sys.argv[1] == "test-on" else 1
cache = "cache_dir=" + "-".join(sys.argv[1 : 1 + words])
options = ["-q", "-o", cache, "test_fake.py", *sys.argv[1 + words :]]
sys.exit(subprocess.call([{sys.executable!r}, "-m", "pytest", *options]))
"""
"""In place of run.py: pytest alone, without any set-up and any check."""

FAILS_ONCE = """
from pathlib import Path

def test_that_fails_once():
    first = not Path("was_here").exists()
    Path("was_here").touch()
    assert not first, "the socket was still there"

def test_that_passes():
    pass
"""

FAILS = """
def test_that_fails():
    assert False, "as always"
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with .ci and a run.py that only runs pytest on one file."""
    copytree(ROOT / ".ci", tmp_path / ".ci")
    (tmp_path / "run.py").write_text(RUN)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    return tmp_path


def run(checkout: Path) -> subprocess.CompletedProcess[str]:
    """Run `.ci/run` in a checkout."""
    inner = {"PYTEST_ADDOPTS", "PYTEST_XDIST_WORKER", "PYTEST_CURRENT_TEST"}
    return subprocess.run(
        [checkout / ".ci" / "run"],
        env={name: value for name, value in os.environ.items() if name not in inner}
        | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def report(checkout: Path) -> str:
    return (checkout / ".ci" / "reports" / "repeated.txt").read_text()


def test_a_test_that_passes_only_when_repeated_is_named_with_its_first_failure(
    checkout: Path,
) -> None:
    (checkout / "test_fake.py").write_text(FAILS_ONCE)
    result = run(checkout)
    assert result.returncode == 0, result.stdout + result.stderr
    summary = result.stdout.partition("FAULTS TO LOOK AT: 1 failed")[2]
    assert "test_fake.py::test_that_fails_once  (run: locked)" in summary
    assert "the socket was still there" in summary
    assert "assert not first" in report(checkout)
    assert "test_that_passes" not in report(checkout)


def test_a_test_that_fails_again_ends_it_and_the_other_runs_are_left_out(checkout: Path) -> None:
    (checkout / "test_fake.py").write_text(FAILS)
    result = run(checkout)
    assert result.returncode == 1
    assert "FAULTS" not in result.stdout
    assert report(checkout) == ""
    runs = {path.name for path in (checkout / ".ci" / "reports").glob("*.xml")}
    assert runs == {"locked.first.xml", "locked.again.xml"}


def test_it_names_nothing_where_nothing_failed(checkout: Path) -> None:
    (checkout / "test_fake.py").write_text("def test_that_passes():\n    pass\n")
    result = run(checkout)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "FAULTS" not in result.stdout
    assert report(checkout) == ""
    runs = {path.name for path in (checkout / ".ci" / "reports").glob("*.xml")}
    names = ("locked", "lowest", "3.12", "3.13", "examples")
    assert runs == {f"{name}.first.xml" for name in names}
