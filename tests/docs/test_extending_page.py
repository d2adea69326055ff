"""What docs/extending.md has one write is an extension that works."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

from undertide_server.content.discovery import FOLDER_VARIABLE

PAGE: Final = (Path(__file__).parents[2] / "docs" / "extending.md").read_text(encoding="utf-8")
SECTION: Final = PAGE.partition("\n## A monster that steals light\n")[2].partition("\n## ")[0]
BLOCK: Final = re.compile(r"((?:^ {4}.*\n|^\n(?= {4}))+)", re.MULTILINE)
FILES: Final = {"[dimmed]": "statuses.toml", "title =": "preset.toml", "[moth]": "families.toml"}
"""The files of the preset, by how they begin."""


def blocks() -> list[str]:
    """Return all that is indented in the section, as it is without that."""
    found = BLOCK.findall(SECTION)
    return [re.sub("^ {4}", "", each.strip("\n"), flags=re.MULTILINE) + "\n" for each in found]


def is_code(block: str) -> bool:
    return block.startswith(("from dataclasses", "@dataclass", "class ", "def ", "EXTENSION"))


def write_extension(folder: Path) -> str:
    """Write what the section says into a folder for extensions; return the code of its tests."""
    preset = folder / "light_thief" / "presets" / "gloaming"
    preset.mkdir(parents=True)
    code = "\n\n".join(each for each in blocks() if is_code(each))
    (preset.parents[1] / "__init__.py").write_text(code, encoding="utf-8")
    for beginning, name in FILES.items():
        (text,) = (each for each in blocks() if each.startswith(beginning))
        (preset / name).write_text(text, encoding="utf-8")
    (tests,) = (each for each in blocks() if each.startswith("from undertide_server.headless"))
    return tests


def test_what_a_reader_writes_passes_its_tests(tmp_path: Path) -> None:
    tests = tmp_path / "test_light_thief.py"
    tests.write_text(write_extension(tmp_path / "extensions"), encoding="utf-8")
    told = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tests)],
        check=False,
        cwd=tmp_path,
        env={**os.environ, FOLDER_VARIABLE: str(tmp_path / "extensions")},
        capture_output=True,
        text=True,
    )
    assert told.returncode == 0, told.stdout
    assert "2 passed" in told.stdout
