from pathlib import Path

import pytest

from undertide_shared.errors import BadOperatorKeyError
from undertide_shared.operator_key import KEY_BYTES, KEY_FILE, read_key


def test_a_key_is_read_as_it_was_written(tmp_path: Path) -> None:
    key = bytes(range(KEY_BYTES))
    (tmp_path / KEY_FILE).write_text(f" {key.hex()}\n")
    assert read_key(tmp_path) == key


@pytest.mark.parametrize("written", ["", "no key", "00" * (KEY_BYTES - 1), "00" * 1000, "ü"])
def test_what_is_no_key_is_told_with_its_file(tmp_path: Path, written: str) -> None:
    (tmp_path / KEY_FILE).write_text(written)
    with pytest.raises(BadOperatorKeyError, match=KEY_FILE):
        read_key(tmp_path)


def test_no_file_is_no_key(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_key(tmp_path)
