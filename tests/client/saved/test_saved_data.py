"""What a client keeps from one start to the next."""

import json
import stat
from pathlib import Path

import pytest

from undertide_client.saved.profile import MemoryProfile
from undertide_client.saved.saved_data import AccountCopies, Keepsakes, in_memory
from undertide_client.saved.tokens import MemoryTokens, SavedSeat

SEAT = SavedSeat("ws://host:1", "abc", "Ann")


def test_a_copy_is_for_its_owner_alone_and_named_after_account_and_time(tmp_path: Path) -> None:
    file = AccountCopies(tmp_path / "accounts").save("Ann", '{"account": "Ann \U0001f300"}', 0.0)
    assert file == tmp_path / "accounts" / "Ann-19700101-000000.json"
    assert json.loads(file.read_text(encoding="utf-8")) == {"account": "Ann \U0001f300"}
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_no_name_leads_out_of_the_folder(tmp_path: Path) -> None:
    copies = AccountCopies(tmp_path)
    assert copies.save("../\x00..", "{}", 0.0).name == "account-19700101-000000.json"
    assert copies.save("a/../b\ud800", "\ud800", 1.0).parent == tmp_path


def test_keepsakes_in_memory_end_with_the_process() -> None:
    kept = in_memory()
    kept.tokens.store_token(SEAT, b"secret")
    kept.profile.change(name="Ann")
    assert kept.tokens.get(SEAT) == b"secret"
    assert in_memory().tokens.get(SEAT) == b""
    assert in_memory().profile.load().name != "Ann"


def test_other_keepsakes_are_files_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "HOME"):
        monkeypatch.setenv(folder, str(tmp_path))
    Keepsakes().profile.change(name="Ann")
    assert Keepsakes().profile.load().name == "Ann"
    assert not isinstance(Keepsakes().profile, MemoryProfile)
    assert not isinstance(Keepsakes().tokens, MemoryTokens)
