"""Connections to hosts by their names."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from undertide_server.cluster.links import connecting, opening
from undertide_server.cluster.links.address import HostPort, NodeAddress
from undertide_server.cluster.links.certificates import fresh_certificate
from undertide_server.cluster.links.connecting import MOST_LOOKUPS, connected
from undertide_server.cluster.links.errors import LinkRefusedError

LOOPBACK = "127.0.0.1"


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server((LOOPBACK, 0)) as listening:
        yield listening


def found(*addresses: tuple[str, int]) -> list[tuple[Any, ...]]:
    return [(socket.AF_INET, socket.SOCK_STREAM, 0, "", each) for each in addresses]


async def test_the_next_address_of_a_name_is_tried(
    listener: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server((LOOPBACK, 0)) as left:
        nobody = left.getsockname()
    there = listener.getsockname()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found(nobody, there))
    with await connected(HostPort("node-1", 1)) as way:
        assert way.getpeername() == there


async def test_a_name_without_an_address_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [])
    with pytest.raises(OSError, match="node-1 has no address"):
        await connected(HostPort("node-1", 1))


async def test_whoever_dials_waits_for_no_name_server_and_holds_up_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers = threading.Event()

    def look_up(*_: object, **__: object) -> list[tuple[Any, ...]]:
        answers.wait()
        return []

    class NotedEnd:
        def receive(self, data: bytes) -> None:
            raise AssertionError(data)

        def lose(self, _reason: str) -> None:
            pass

    monkeypatch.setattr(opening, "DIAL_SECONDS", 0.05)
    monkeypatch.setattr(connecting, "_lookups", ThreadPoolExecutor(MOST_LOOKUPS))
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
    address = NodeAddress("node-1:4415", b"key", fresh_certificate().shown)
    with monkeypatch.context() as changed:
        changed.setattr(socket, "getaddrinfo", look_up)
        for _ in range(MOST_LOOKUPS + 2):
            with pytest.raises(LinkRefusedError, match="nobody accepts links at node-1:4415"):
                await opening.dial(address, "front", NotedEnd())
        assert await asyncio.to_thread(str, 1) == "1"
        answers.set()
