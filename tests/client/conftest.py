"""What the tests of the client share."""

from collections.abc import AsyncIterator

import pytest

from support.client.scripted_server import ScriptedServer, scripted_server


@pytest.fixture
async def server() -> AsyncIterator[ScriptedServer]:
    """A server that says what a test tells it to."""
    async with scripted_server() as scripted:
        yield scripted
