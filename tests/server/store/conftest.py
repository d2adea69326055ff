"""What the tests of the store share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from undertide_server.store.writer import Writer


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[Writer]:
    """A writer to a new folder."""
    made = Writer(tmp_path)
    yield made
    made.close()
