from pathlib import Path

import pytest

from undertide_shared.data_folder import (
    ADDRESS_FILE,
    KEY_BYTES,
    KEY_FILE,
    MAX_ADDRESS_FILE,
    last_address,
    read_key,
)
from undertide_shared.errors import BadOperatorKeyError


def test_the_address_of_a_folder_is_read(tmp_path: Path) -> None:
    (tmp_path / ADDRESS_FILE).write_text("ws://127.0.0.1:4414\n")
    assert last_address(tmp_path) == "ws://127.0.0.1:4414"


@pytest.mark.parametrize("content", [None, b"", b"\xff\xfe"])
def test_what_can_not_be_read_is_no_address(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / ADDRESS_FILE).write_bytes(content)
    assert last_address(tmp_path) == ""


def test_no_more_than_an_address_is_read(tmp_path: Path) -> None:
    (tmp_path / ADDRESS_FILE).write_bytes(b"x" * 10 * MAX_ADDRESS_FILE)
    assert len(last_address(tmp_path)) == MAX_ADDRESS_FILE


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
