"""A new extension is a package whose example works."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from undertide_server.content.discovery import FOLDER_VARIABLE
from undertide_server.content.schema.extensions import ExtensionError
from undertide_server.extending.template import template_files, write_extension


def test_its_own_tests_pass(tmp_path: Path) -> None:
    folder = tmp_path / "made"
    write_extension("ember_mark", folder)
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder / "tests")]
    told = subprocess.run(
        tests,
        check=False,
        cwd=folder,
        env={**os.environ, FOLDER_VARIABLE: str(folder)},
        capture_output=True,
        text=True,
    )
    assert told.returncode == 0, told.stdout
    assert "2 passed" in told.stdout


def test_a_bad_name_is_told_and_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(ExtensionError, match="expected small letters"):
        write_extension("Ember Mark", tmp_path / "made")
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_is_never_written_over(tmp_path: Path) -> None:
    with pytest.raises(FileExistsError):
        write_extension("ember_mark", tmp_path)


def test_the_name_stands_in_all_files() -> None:
    assert not any("NAME" in text for text in template_files("ember_mark").values())
