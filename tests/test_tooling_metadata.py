"""The licence file, the changelog and the metadata of the package agree."""

import re
import tomllib
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
LICENCE = (ROOT / "LICENSE").read_text()


def test_the_metadata_names_the_licence_that_the_file_grants() -> None:
    own, *_others = PROJECT["license"].split(" AND ")
    assert LICENCE.startswith(f"{own} License\n")


def test_every_licence_comes_with_the_package() -> None:
    granted = {
        "MIT": "LICENSE",
        "Bitstream-Vera": "client/undertide_client/displays/fonts/LICENSE_DEJAVU",
    }
    assert PROJECT["license"].split(" AND ") == [*granted]
    assert {*PROJECT["license-files"]} == {*granted.values(), "NOTICE"}
    assert all((ROOT / file).is_file() for file in PROJECT["license-files"])


def test_the_notice_names_every_font_and_its_licence() -> None:
    notice = (ROOT / "NOTICE").read_text()
    fonts = [file.relative_to(ROOT) for file in ROOT.glob("client/undertide_client/**/*.ttf")]
    assert fonts
    for font in fonts:
        assert str(font) in notice
        assert str(font.parent / "LICENSE_DEJAVU") in notice


def test_the_authors_of_the_metadata_hold_the_copyright() -> None:
    (holder,) = re.findall(r"^Copyright \(c\) \d{4} (.+)$", LICENCE, re.MULTILINE)
    assert PROJECT["authors"] == PROJECT["maintainers"] == [{"name": holder}]


def test_a_licence_expression_stands_alone() -> None:
    # PEP 639: a build fails where classifiers name a licence beside the expression.
    assert not [each for each in PROJECT["classifiers"] if each.startswith("License ::")]


def test_the_pythons_that_are_named_are_those_that_are_run_the_newest_first() -> None:
    (loop,) = re.findall(r"for other in lowest (.+); do", (ROOT / ".ci" / "run").read_text())
    oldest = PROJECT["requires-python"].removeprefix(">=")
    run = sorted([oldest, *loop.split()], key=lambda each: int(each.split(".")[1]), reverse=True)
    said = [line.rpartition(" :: ")[2] for line in PROJECT["classifiers"] if " 3." in line]
    assert said == run
    *others, last = run
    words = f"{', '.join(others)} and {last}"
    assert f"({words} are tested)" in (ROOT / "README.md").read_text()
    assert f"Python {words}" in (ROOT / "deploy" / "Dockerfile").read_text()


def test_the_changelog_has_a_section_for_this_version_or_for_what_comes() -> None:
    sections = re.findall(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert sections[0] in {"Unreleased", PROJECT["version"]}


def test_the_notice_names_every_library_of_the_image_whose_licence_asks_for_its_source() -> None:
    locked = re.findall(r"^([\w.-]+)==", (ROOT / "lock" / "runtime.txt").read_text(), re.MULTILINE)
    notice = (ROOT / "NOTICE").read_text()
    asking = {name for name in locked if COPYLEFT.search(_licence(name))}
    assert asking >= {"asyncssh", "psycopg"}
    assert [name for name in asking if not re.search(rf"\b{name}\b", notice)] == []


COPYLEFT = re.compile(r"\b(?:L?GPL|EPL|MPL)|Mozilla|Eclipse")


def _licence(name: str) -> str:
    """Return what a library says of its licence; empty for one of other systems."""
    try:
        told = metadata(name)
    except PackageNotFoundError:
        return ""
    keys = ("License-Expression", "License", "Classifier")
    return "\n".join(text.partition("\n")[0] for key in keys for text in told.get_all(key) or [])
