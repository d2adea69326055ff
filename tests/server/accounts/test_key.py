from pathlib import Path

import pytest

from undertide_server.accounts.key import operator_key
from undertide_shared.operator_key import KEY_BYTES, KEY_FILE


def test_a_key_is_made_once_for_the_eyes_of_its_owner(tmp_path: Path) -> None:
    key = operator_key(tmp_path)
    assert len(key) == KEY_BYTES
    assert operator_key(tmp_path) == key
    assert (tmp_path / KEY_FILE).stat().st_mode & 0o777 == 0o600


def test_another_folder_has_another(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    assert operator_key(tmp_path / "a") != operator_key(tmp_path / "b")


def test_a_file_that_holds_none_is_named_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / KEY_FILE).write_text("secret")
    with pytest.raises(OSError, match="delete it"):
        operator_key(tmp_path)
