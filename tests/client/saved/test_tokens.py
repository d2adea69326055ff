import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from undertide_client.saved.tokens import (
    MAX_TOKENS,
    FileTokens,
    FolderTokens,
    MemoryTokens,
    SavedSeat,
    Tokens,
)

ANN = SavedSeat("ws://host:1", "k7m2q", "Ann")
BOB = SavedSeat("ws://host:1", "k7m2q", "Bob")


@pytest.fixture(params=["file", "memory"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Tokens]:
    if request.param == "memory":
        return MemoryTokens
    return lambda: FileTokens(tmp_path / "seats")


def test_a_token_is_kept_by_server_session_and_name(make: Callable[[], Tokens]) -> None:
    tokens = make()
    tokens.store_token(ANN, b"a\x00\xff")
    assert tokens.get(ANN) == b"a\x00\xff"
    assert tokens.get(BOB) == b""
    assert tokens.get(SavedSeat("ws://other:1", "k7m2q", "Ann")) == b""


def test_a_newer_token_replaces_the_older(make: Callable[[], Tokens]) -> None:
    tokens = make()
    tokens.store_token(ANN, b"old")
    tokens.store_token(ANN, b"new")
    assert tokens.get(ANN) == b"new"


def test_a_forgotten_token_is_gone(make: Callable[[], Tokens]) -> None:
    tokens = make()
    tokens.store_token(ANN, b"a")
    tokens.remove_token(ANN)
    tokens.remove_token(ANN)
    assert tokens.get(ANN) == b""


def test_sessions_of_a_name_come_latest_first(make: Callable[[], Tokens]) -> None:
    tokens = make()
    for session in ("first", "second", "third"):
        tokens.store_token(SavedSeat(ANN.url, session, "Ann"), b"a")
    tokens.store_token(BOB, b"b")
    tokens.store_token(SavedSeat(ANN.url, "first", "Ann"), b"a2")
    assert tokens.sessions(ANN.url, "Ann") == ["first", "third", "second"]


def test_names_in_a_session_come_latest_first(make: Callable[[], Tokens]) -> None:
    tokens = make()
    for name in ("Ann", "Bea", "Cal"):
        tokens.store_token(SavedSeat(ANN.url, "first", name), b"a")
    tokens.store_token(SavedSeat(ANN.url, "second", "Dov"), b"b")
    tokens.store_token(SavedSeat(ANN.url, "first", "Ann"), b"a2")
    assert tokens.names(ANN.url, "first") == ["Ann", "Cal", "Bea"]
    assert tokens.names(ANN.url, "third") == []


def test_the_oldest_seats_are_forgotten_first(make: Callable[[], Tokens]) -> None:
    tokens = make()
    for number in range(MAX_TOKENS + 2):
        tokens.store_token(SavedSeat(ANN.url, f"s{number}", "Ann"), b"a")
    sessions = tokens.sessions(ANN.url, "Ann")
    assert len(sessions) == MAX_TOKENS
    assert {"s0", "s1"}.isdisjoint(sessions)


def test_another_process_finds_them(tmp_path: Path) -> None:
    FileTokens(tmp_path).store_token(ANN, b"a")
    assert FileTokens(tmp_path).get(ANN) == b"a"


def test_only_the_owner_can_read_them(tmp_path: Path) -> None:
    folder = tmp_path / "seats"
    FileTokens(folder).store_token(ANN, b"a")
    (path,) = folder.iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"url": 1}', b"\xff\xfe", b"x" * 10_000])
def test_a_damaged_file_counts_as_absent(tmp_path: Path, content: bytes) -> None:
    tokens = FileTokens(tmp_path)
    tokens.store_token(ANN, b"a")
    (path,) = tmp_path.iterdir()
    path.write_bytes(content)
    assert tokens.get(ANN) == b""
    assert tokens.sessions(ANN.url, "Ann") == []
    tokens.store_token(ANN, b"b")
    assert tokens.get(ANN) == b"b"


def test_a_write_that_fails_leaves_the_old_token_and_no_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens = FileTokens(tmp_path)
    tokens.store_token(ANN, b"old")

    def fail(*_args: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="disk full"):
        tokens.store_token(ANN, b"new")
    assert tokens.get(ANN) == b"old"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_folders_tokens_hold_for_its_server_at_any_address(tmp_path: Path) -> None:
    moved = replace(ANN, url="ws://127.0.0.1:2")
    FolderTokens(tmp_path).store_token(ANN, b"a")
    tokens = FolderTokens(tmp_path)
    assert tokens.get(moved) == b"a"
    assert tokens.get(BOB) == b""
    assert tokens.sessions(moved.url, "Ann") == ["k7m2q"]
    assert FolderTokens(tmp_path / "other").get(ANN) == b""
    tokens.remove_token(moved)
    assert tokens.get(ANN) == b""
