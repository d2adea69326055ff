"""What was opened is closed unless it can be used."""

import asyncio
import io

import pytest

from undertide_server.util.closing import closed_on_fault


@pytest.mark.parametrize("fault", [OSError, asyncio.CancelledError])
def test_it_is_closed_if_its_preparation_fails_or_is_given_up(fault: type[BaseException]) -> None:
    opened = io.BytesIO()
    with pytest.raises(fault), closed_on_fault(opened):
        raise fault
    assert opened.closed


def test_it_stays_open_otherwise() -> None:
    opened = io.BytesIO()
    with closed_on_fault(opened):
        opened.write(b"ready")
    assert not opened.closed
