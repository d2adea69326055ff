import errno
import stat
from pathlib import Path

import pytest

from undertide_client.saved.profile import FileProfile, MemoryProfile, Profile, Profiles

ANN = Profile("Ann", "mender")


@pytest.fixture(params=["file", "memory"])
def profiles(request: pytest.FixtureRequest, tmp_path: Path) -> Profiles:
    return MemoryProfile() if request.param == "memory" else FileProfile(tmp_path / "state")


def test_it_keeps_what_changed_and_leaves_the_rest(profiles: Profiles) -> None:
    assert profiles.load() == Profile()
    profiles.change(name="Ann", calling="warden")
    profiles.change(calling="mender")
    assert profiles.load() == ANN


def test_only_the_owner_can_read_it(tmp_path: Path) -> None:
    FileProfile(tmp_path).change(name="Ann")
    (path,) = tmp_path.iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"name": 1}', b"\xff\xfe"])
def test_a_damaged_file_counts_as_absent(tmp_path: Path, content: bytes) -> None:
    profiles = FileProfile(tmp_path)
    profiles.change(name="Ann")
    (path,) = tmp_path.iterdir()
    path.write_bytes(content)
    assert profiles.load() == Profile()

    profiles.change(name="Bob")
    assert profiles.load() == Profile("Bob")
    (aside,) = tmp_path.glob("*.damaged-*")
    assert aside.read_bytes() == content


def test_what_can_not_be_read_at_the_moment_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    profiles = FileProfile(tmp_path)
    profiles.change(name="Ann")
    with monkeypatch.context() as failing:

        def fail(*_args: object) -> None:
            raise PermissionError(errno.EACCES, "Permission denied")

        failing.setattr(Path, "open", fail)
        profiles.change(calling="mender")
        assert profiles.load() == Profile()
    assert profiles.load() == Profile("Ann")


def test_a_name_that_no_hero_may_have_counts_as_none(tmp_path: Path) -> None:
    profiles = FileProfile(tmp_path)
    profiles.change(name="\x1b[31m", calling="mender")
    assert profiles.load() == Profile("", "mender")


def test_a_folder_that_can_not_be_written_stops_nobody(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    profiles = FileProfile(blocked)
    profiles.change(name="Ann")
    assert profiles.load() == Profile()


def test_clients_keep_each_others_changes(tmp_path: Path) -> None:
    one, other = FileProfile(tmp_path), FileProfile(tmp_path)
    one.change(name="Ann")
    other.change(calling="mender")
    assert one.load() == ANN


def test_by_default_it_lies_in_the_state_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    FileProfile().change(name="Ann")
    assert (tmp_path / "undertide" / "player.json").exists()
