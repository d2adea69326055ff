"""The vault of a visitor: only its key opens it, and its file tells nothing."""

import errno
import fcntl
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from support.processes.waiting import LONGEST
from undertide_client.saved import private_file
from undertide_client.saved.logins import Login
from undertide_client.saved.tokens import SavedSeat
from undertide_client.saved.vault import (
    DAMAGED,
    MOST_SEATS,
    UNREADABLE,
    NoCopies,
    OpenVault,
    VaultLogins,
    VaultProfile,
    VaultTokens,
)
from undertide_shared.visits import Vault

ANN = SavedSeat("ws://host:1", "k7m2q", "Ann")
TOKEN = b"a token of some length"
KEY, OTHER_KEY = bytes(range(32)), bytes(reversed(range(32)))


@pytest.fixture
def opened(tmp_path: Path) -> Callable[[bytes], OpenVault]:
    return lambda key: OpenVault(Vault(tmp_path / "vault", key))


def test_a_seat_is_back_at_the_next_visit_wherever_the_server_is(
    opened: Callable[[bytes], OpenVault],
) -> None:
    VaultTokens(opened(KEY)).store_token(ANN, TOKEN)
    later = VaultTokens(opened(KEY))
    assert later.get(SavedSeat("ws://elsewhere:2", "k7m2q", "Ann")) == TOKEN
    assert later.sessions("", "Ann") == ["k7m2q"]
    later.remove_token(ANN)
    assert VaultTokens(opened(KEY)).get(ANN) == b""


def test_the_file_is_private_and_has_no_token_in_clear(
    opened: Callable[[bytes], OpenVault], tmp_path: Path
) -> None:
    VaultTokens(opened(KEY)).store_token(ANN, TOKEN)
    data = (tmp_path / "vault").read_bytes()
    assert TOKEN not in data
    assert b"Ann" not in data
    assert stat.S_IMODE((tmp_path / "vault").stat().st_mode) == 0o600


def test_another_key_opens_nothing(opened: Callable[[bytes], OpenVault]) -> None:
    VaultTokens(opened(KEY)).store_token(ANN, TOKEN)
    assert VaultTokens(opened(OTHER_KEY)).get(ANN) == b""


@pytest.mark.parametrize("damage", [b"", b"short", b"x" * 200])
def test_a_damaged_file_counts_as_empty(
    opened: Callable[[bytes], OpenVault], tmp_path: Path, damage: bytes
) -> None:
    (tmp_path / "vault").write_bytes(damage)
    assert VaultTokens(opened(KEY)).get(ANN) == b""
    VaultTokens(opened(KEY)).store_token(ANN, TOKEN)
    assert VaultTokens(opened(KEY)).get(ANN) == TOKEN


def test_a_damaged_file_is_kept_aside(opened: Callable[[bytes], OpenVault], tmp_path: Path) -> None:
    (tmp_path / "vault").write_bytes(b"x" * 200)
    vault = opened(KEY)
    assert vault.read().seats == []
    assert vault.trouble == DAMAGED
    VaultTokens(vault).store_token(ANN, TOKEN)
    assert vault.trouble == ""
    (aside,) = tmp_path.glob("vault.damaged-*")
    assert aside.read_bytes() == b"x" * 200


class Disk:
    """A disk that can be made to fail."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.fails = False
        open_really = Path.open

        def open_file(path: Path, *words: Any, **options: Any) -> Any:
            if self.fails:
                raise OSError(errno.EIO, "Input/output error")
            return open_really(path, *words, **options)

        patch.setattr(Path, "open", open_file)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


def test_what_can_not_be_read_at_the_moment_is_not_overwritten(
    opened: Callable[[bytes], OpenVault],
    tmp_path: Path,
    disk: Disk,
    caplog: pytest.LogCaptureFixture,
) -> None:
    VaultTokens(opened(KEY)).store_token(ANN, TOKEN)
    before = (tmp_path / "vault").read_bytes()
    vault = opened(KEY)
    tokens, other = VaultTokens(vault), SavedSeat("", "other", "Ann")
    disk.fails = True
    assert tokens.sessions("", "Ann") == []
    assert vault.trouble == UNREADABLE
    with pytest.raises(OSError, match="Input/output error"):
        tokens.store_token(other, b"two")
    assert tokens.get(other) == b"two", "this visit still knows it"
    assert len(caplog.records) == 1, "the operator is told once"
    disk.fails = False
    assert (tmp_path / "vault").read_bytes() == before
    assert tokens.sessions("", "Ann") == ["other", "k7m2q"]
    assert vault.trouble == ""
    VaultProfile(vault).change(name="Ann")
    assert VaultTokens(opened(KEY)).sessions("", "Ann") == ["other", "k7m2q"]


def test_what_others_keep_locked_is_not_changed(
    opened: Callable[[bytes], OpenVault], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(private_file, "LOCK_SECONDS", 0.0)
    lock = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    tokens = VaultTokens(opened(KEY))
    with pytest.raises(BlockingIOError):
        tokens.store_token(ANN, TOKEN)
    assert list(tmp_path.iterdir()) == []
    os.close(lock)
    tokens.store_token(ANN, TOKEN)
    assert tokens.get(ANN) == TOKEN


STORING = """
import sys
from pathlib import Path
from undertide_client.saved.tokens import SavedSeat
from undertide_client.saved.vault import OpenVault, VaultTokens
from undertide_shared.visits import Vault

tokens = VaultTokens(OpenVault(Vault(Path(sys.argv[1]), bytes(range(32)))))
print("ready", flush=True)
sys.stdin.readline()
for number in range(10):
    tokens.store_token(SavedSeat("", f"{sys.argv[2]}{number}", "Ann"), b"token")
"""
"""A process that stores ten seats once it is told to."""


def test_two_processes_at_once_lose_nothing(
    opened: Callable[[bytes], OpenVault], tmp_path: Path
) -> None:
    with ExitStack() as stack:
        processes = [
            stack.enter_context(
                subprocess.Popen(
                    [sys.executable, "-c", STORING, str(tmp_path / "vault"), name],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
            )
            for name in "ab"
        ]
        for process in processes:
            assert process.stdout
            assert process.stdout.readline() == "ready\n"
        for process in processes:
            process.communicate("go\n", timeout=LONGEST)
    stored = VaultTokens(opened(KEY)).sessions("", "Ann")
    assert sorted(stored) == [f"{name}{number}" for name in "ab" for number in range(10)]


def test_two_visits_at_once_keep_the_seats_of_both(opened: Callable[[bytes], OpenVault]) -> None:
    one, two = VaultTokens(opened(KEY)), VaultTokens(opened(KEY))
    one.store_token(ANN, TOKEN)
    two.store_token(SavedSeat("", "other", "Ann"), b"two")
    assert one.sessions("", "Ann") == ["other", "k7m2q"]


def test_the_oldest_seats_go_first(opened: Callable[[bytes], OpenVault]) -> None:
    tokens = VaultTokens(opened(KEY))
    for number in range(MOST_SEATS + 1):
        tokens.store_token(SavedSeat("", f"s{number}", "Ann"), TOKEN)
    assert len(tokens.sessions("", "Ann")) == MOST_SEATS
    assert "s0" not in tokens.sessions("", "Ann")


def test_login_and_profile_are_kept_beside_the_seats(
    opened: Callable[[bytes], OpenVault],
) -> None:
    VaultTokens(opened(KEY)).store_token(ANN, TOKEN)
    VaultLogins(opened(KEY)).store_login("ws://host:1", Login("ann", b"login"))
    VaultProfile(opened(KEY)).change(name="Ann", calling="mender")
    assert VaultLogins(opened(KEY)).get("") == Login("ann", b"login")
    assert VaultProfile(opened(KEY)).load().calling == "mender"
    VaultLogins(opened(KEY)).remove_login("")
    assert VaultLogins(opened(KEY)).get("") is None
    assert VaultTokens(opened(KEY)).get(ANN) == TOKEN


def test_without_a_vault_everything_ends_with_the_visit(tmp_path: Path) -> None:
    vault = OpenVault()
    VaultTokens(vault).store_token(ANN, TOKEN)
    assert VaultTokens(vault).get(ANN) == TOKEN
    vault.open(Vault(tmp_path / "vault", KEY))
    assert VaultTokens(vault).get(ANN) == b""
    assert list(tmp_path.iterdir()) == []


def test_copies_of_accounts_are_refused() -> None:
    with pytest.raises(OSError, match="no way to your files"):
        NoCopies().save("ann", "{}", 0.0)
