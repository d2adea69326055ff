import stat
from pathlib import Path

import msgspec
import pytest

from undertide_client.saved.private_file import MAX_PRIVATE_FILE, read_private, write_private


class Secret(msgspec.Struct, frozen=True):
    word: str


def test_what_is_written_is_read_by_nobody_but_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "down" / "it.json"
    write_private(path, Secret("hush"))
    assert read_private(path, Secret) == Secret("hush")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_file_that_is_not_there_or_holds_something_else_is_nothing(tmp_path: Path) -> None:
    path = tmp_path / "it.json"
    assert read_private(path, Secret) is None
    path.write_text('{"other": 1}')
    assert read_private(path, Secret) is None
    path.write_text('{"word": "' + "x" * MAX_PRIVATE_FILE + '"}')
    assert read_private(path, Secret) is None


def test_a_write_that_fails_leaves_what_was_there_and_no_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "it.json"
    write_private(path, Secret("old"))

    def fail(*_args: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="disk full"):
        write_private(path, Secret("new"))
    assert read_private(path, Secret) == Secret("old")
    assert list(tmp_path.iterdir()) == [path]
