import stat
from datetime import UTC, datetime
from pathlib import Path

from undertide_server.store.database import FILE
from undertide_server.store.setting_aside import SUFFIXES, set_aside

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)


def test_the_files_of_a_database_move_into_a_private_folder_and_others_stay(tmp_path: Path) -> None:
    for suffix in SUFFIXES:
        (tmp_path / f"{FILE}{suffix}").write_text(suffix)
    (tmp_path / "other").touch()
    aside = set_aside(tmp_path, NOW)
    assert aside == tmp_path / "damaged-2026-03-04-050607-000000"
    assert {file.name: file.read_text() for file in aside.iterdir()} == {
        f"{FILE}{suffix}": suffix for suffix in SUFFIXES
    }
    assert stat.S_IMODE(aside.stat().st_mode) == 0o700
    assert {file.name for file in tmp_path.iterdir()} == {"other", aside.name}


def test_files_that_are_missing_are_passed_over(tmp_path: Path) -> None:
    assert list(set_aside(tmp_path, NOW).iterdir()) == []
