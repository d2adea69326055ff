import os
import stat
import time
from pathlib import Path

import pytest

from undertide_server.gateway.ssh import storage
from undertide_server.gateway.ssh.storage import (
    HOST_KEY_FILE,
    SECRET_FILE,
    VAULTS,
    SshStorage,
    kept_or_made,
    newest_vault,
    prune_vaults,
)
from undertide_server.util.retention_clock import DAY, RetentionClock
from undertide_shared.codes import is_seat_code

FINGER, OTHER = b"public key of Ann", b"public key of Bob"


def test_a_key_leads_to_the_same_vault_after_a_start(tmp_path: Path) -> None:
    vault = SshStorage(tmp_path).vault_of_key(FINGER)
    assert SshStorage(tmp_path).vault_of_key(FINGER) == vault
    other = SshStorage(tmp_path).vault_of_key(OTHER)
    assert other.file != vault.file
    assert other.key != vault.key
    assert len(vault.key) == 32


def test_another_servers_vaults_differ(tmp_path: Path) -> None:
    mine, other = (SshStorage(tmp_path / each).vault_of_key(FINGER) for each in "ab")
    assert mine.key != other.key
    assert mine.file.name != other.file.name


def test_a_code_opens_its_vault_however_it_is_typed(tmp_path: Path) -> None:
    kept = SshStorage(tmp_path)
    code = kept.new_code()
    assert is_seat_code(code)
    assert code != kept.new_code()
    vault = kept.vault_of_code(code)
    assert kept.vault_of_code(code.upper().replace("-", " ")) == vault
    assert kept.vault_of_code("abcd-efgh") != vault


def test_neither_code_nor_key_stands_on_the_disk(tmp_path: Path) -> None:
    kept = SshStorage(tmp_path)
    code = kept.new_code()
    vaults = kept.vault_of_code(code), kept.vault_of_key(FINGER)
    kept.host_key(b"host key")
    for each in vaults:
        each.file.write_bytes(b"sealed")
    told = b"".join(
        str(file).encode() + file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()
    )
    for secret in (code.encode(), FINGER, FINGER.hex().encode(), *(each.key for each in vaults)):
        assert secret not in told


def test_host_key_and_secret_are_made_once_and_private(tmp_path: Path) -> None:
    folder = tmp_path / "ssh"
    assert SshStorage(folder).host_key(b"first") == b"first"
    assert SshStorage(folder).host_key(b"second") == b"first"
    for file in (folder / HOST_KEY_FILE, folder / SECRET_FILE):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    for each in (folder, folder / VAULTS):
        assert stat.S_IMODE(each.stat().st_mode) == 0o700


def test_who_comes_second_takes_what_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "secret"
    file.write_bytes(b"first")
    monkeypatch.setattr(Path, "exists", lambda _path: False)
    assert kept_or_made(file, b"second") == b"first"
    assert [each.name for each in tmp_path.iterdir()] == ["secret"]


def test_vaults_that_nobody_uses_are_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = SshStorage(tmp_path)
    ages = {"new": 0.0, "newer": 1.0, "older": 5.0, "oldest": 50.0}
    for name, days in ages.items():
        file = tmp_path / VAULTS / name
        file.write_bytes(b"sealed")
        at = time.time() - days * DAY
        os.utime(file, (at, at))
    clock = RetentionClock("ssh seats", newest_vault(tmp_path))
    ahead = RetentionClock("ssh seats", newest_vault(tmp_path), lambda: time.time() + 400 * DAY)
    assert prune_vaults(tmp_path, 0, clock) == 0
    assert prune_vaults(tmp_path, 10, ahead) == 0
    assert prune_vaults(tmp_path, 10, clock) == 1
    monkeypatch.setattr(storage, "MOST_VAULTS", 2)
    assert prune_vaults(tmp_path, 10, clock) == 1
    assert {file.name for file in (tmp_path / VAULTS).iterdir()} == {"new", "newer"}
    assert kept.vault_of_key(FINGER).file.parent == tmp_path / VAULTS
