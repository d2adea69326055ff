"""The vault of a visitor: only its key opens it, and its file tells nothing."""

import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from undertide_client.saved.logins import Login
from undertide_client.saved.tokens import SavedSeat
from undertide_client.saved.vault import (
    MOST_SEATS,
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
