"""Extensions are found in packages and in a folder, or it is told what is wrong with one."""

from pathlib import Path

import pytest

from support.content.extensions import EXAMPLES, example, having
from undertide_server.content import discovery
from undertide_server.content.discovery import FOLDER_VARIABLE, discover_extensions
from undertide_server.content.load import list_presets
from undertide_server.content.schema.extensions import ExtensionError, installed, only_installed
from undertide_server.content.schema.presets import check_presets_of_extensions

WHOLE = """
from undertide_server.extending import Extension
EXTENSION = Extension(name="lamp", version="1.0", rules=1)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    monkeypatch.setattr(discovery, "entry_points", lambda **_: [])
    return tmp_path


def found() -> list[str]:
    with only_installed():
        discover_extensions.__wrapped__()
        return list(installed())


def test_a_file_and_a_package_of_the_folder_are_found(folder: Path) -> None:
    (folder / "lamp.py").write_text(WHOLE)
    (folder / "notes.txt").write_text("nothing")
    (folder / "light_thief").symlink_to(EXAMPLES / "light_thief" / "light_thief")
    assert found() == ["lamp", "light_thief"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("import nothing_like_that", "can't be imported: ModuleNotFoundError"),
        ("x = 1", "can't be imported: AttributeError"),
        ("EXTENSION = 3", "expected an Extension; found 3"),
        (WHOLE.replace("rules=1", "rules=0"), "lamp.rules: expected a number from 1 on"),
        (WHOLE.replace('version="1.0", ', ""), "can't be imported: TypeError"),
    ],
)
def test_a_bad_file_is_named_with_its_fault(folder: Path, text: str, told: str) -> None:
    (folder / "lamp.py").write_text(text)
    with pytest.raises(ExtensionError) as fault:
        found()
    assert str(folder / "lamp.py") in str(fault.value)
    assert told in str(fault.value)


def test_a_folder_that_is_not_there_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(folder / "none"))
    with pytest.raises(ExtensionError, match=FOLDER_VARIABLE):
        found()


def test_an_installed_extension_offers_its_presets() -> None:
    before = list_presets()
    with having(example("light_thief"), example("until_dawn")):
        assert set(list_presets()) - set(before) == {"gloaming", "until_dawn"}
    assert list_presets() == before


def test_a_preset_of_an_extension_has_a_name_of_its_own(folder: Path) -> None:
    place = folder / "presets" / "classic"
    place.mkdir(parents=True)
    (place / "preset.toml").write_text("")
    (folder / "lamp.py").write_text(
        WHOLE.replace("rules=1", f"rules=1, presets=Path({str(place.parent)!r})").replace(
            "\nfrom", "\nfrom pathlib import Path\nfrom", 1
        )
    )
    with pytest.raises(ExtensionError) as fault:
        found()
    assert str(fault.value) == "lamp.presets.classic: the game has a preset so named"
    check_presets_of_extensions()
