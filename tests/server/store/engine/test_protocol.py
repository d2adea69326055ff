"""What statements have in the place of values."""

import pytest

from undertide_server.store.engine.protocol import marks


@pytest.mark.parametrize(("count", "text"), [(1, "?"), (3, "?, ?, ?")])
def test_each_parameter_has_a_mark(count: int, text: str) -> None:
    assert marks(count) == text
