import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from undertide_client.saved.logins import FileLogins, Login, Logins, MemoryLogins

HERE, THERE = "ws://host:1", "ws://other:1"
ANN = Login("ann", b"a\x00\xff")


@pytest.fixture(params=["file", "memory"])
def logins(request: pytest.FixtureRequest, tmp_path: Path) -> Logins:
    return MemoryLogins() if request.param == "memory" else FileLogins(tmp_path / "logins")


def test_a_login_is_kept_by_server(logins: Logins) -> None:
    assert logins.get(HERE) is None
    logins.store_login(HERE, ANN)
    assert logins.get(HERE) == ANN
    assert logins.get(THERE) is None


def test_a_newer_login_replaces_the_older(logins: Logins) -> None:
    logins.store_login(HERE, ANN)
    logins.store_login(HERE, Login("bob", b"b"))
    assert logins.get(HERE) == Login("bob", b"b")


def test_a_forgotten_login_is_gone(logins: Logins) -> None:
    logins.store_login(HERE, ANN)
    logins.remove_login(HERE)
    logins.remove_login(HERE)
    assert logins.get(HERE) is None


def test_only_the_owner_can_read_it(tmp_path: Path) -> None:
    folder = tmp_path / "logins"
    FileLogins(folder).store_login(HERE, ANN)
    (path,) = folder.iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"url": 1}', b"\xff\xfe", b"x" * 10_000])
def test_a_damaged_file_counts_as_absent(tmp_path: Path, content: bytes) -> None:
    logins = FileLogins(tmp_path)
    logins.store_login(HERE, ANN)
    (path,) = tmp_path.iterdir()
    path.write_bytes(content)
    assert logins.get(HERE) is None


def test_by_default_it_lies_beside_the_seats(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    make: Callable[[], Logins] = FileLogins
    make().store_login(HERE, ANN)
    assert make().get(HERE) == ANN
    assert (tmp_path / "undertide" / "logins").is_dir()
