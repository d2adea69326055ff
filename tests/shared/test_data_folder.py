from pathlib import Path

import pytest

from undertide_shared.data_folder import ADDRESS_FILE, MAX_ADDRESS_FILE, last_address


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
