"""What the tests of the app share."""

import pytest

from undertide_client.net.link import Link
from undertide_shared.messages import ClientMessage


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[ClientMessage]:
    """What links send, which goes nowhere."""
    said: list[ClientMessage] = []

    def send(_link: Link, message: ClientMessage) -> bool:
        said.append(message)
        return True

    monkeypatch.setattr(Link, "_send", send)
    return said
