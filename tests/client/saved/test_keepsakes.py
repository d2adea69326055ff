"""What a client keeps from one start to the next."""

from pathlib import Path

import pytest

from undertide_client.saved.keepsakes import Keepsakes, in_memory
from undertide_client.saved.profile import MemoryProfile
from undertide_client.saved.tokens import MemoryTokens, SavedSeat

SEAT = SavedSeat("ws://host:1", "abc", "Ann")


def test_keepsakes_in_memory_end_with_the_process() -> None:
    kept = in_memory()
    kept.tokens.put(SEAT, b"secret")
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
