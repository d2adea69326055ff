"""What the tests of commands share."""

from pathlib import Path

import pytest

from support.sessions.durable_host import Host, played
from undertide_server.sessions import stepper


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Host:
    """A run of 50 steps with two hashes, whose server is down."""
    monkeypatch.setattr(stepper, "HASH_EVERY", 20)
    return played(tmp_path / "data", 50)
