"""A server with small limits whose journal notes headers."""

import pytest

from support.content.shipped import shipped
from support.sessions.fake_server import FakeServer, settings_with
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.settings import SessionSettings, decode_settings
from undertide_server.store.journal import MemoryJournal
from undertide_server.store.records import Header

PRESETS = {name: shipped(name) for name in ("default", "tutorial")}


class NotedJournal(MemoryJournal):
    """A journal that remembers what runs began with."""

    def __init__(self) -> None:
        super().__init__()
        self.headers: list[Header] = []
        self.settled: list[SessionSettings] = []

    def begin(self, header: Header, settled: bytes = b"") -> None:
        self.headers.append(header)
        self.settled.append(decode_settings(settled))
        super().begin(header, settled)


class Host(FakeServer):
    """A server with small limits that offers two presets."""

    def __init__(
        self, sessions: int = 3, seats: int = 2, delay: float = 0.0, **house: bool
    ) -> None:
        settings = settings_with(
            limits={"sessions": sessions, "seats": seats},
            house=house,
            watching={"delay_seconds": delay},
        )
        self.journal = NotedJournal()
        super().__init__(settings, PRESETS, self.journal)


def refusal(caught: pytest.ExceptionInfo[RequestRefusedError]) -> str:
    return caught.value.code
