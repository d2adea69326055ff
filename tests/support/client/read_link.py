"""Links that are read in the background, and what a scripted server tells them first."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from support.client.client_examples import joined, keyframe
from support.client.scripted_server import Peer
from undertide_client.net.backoff import Backoff
from undertide_client.net.link import Event, Link, connect
from undertide_client.net.status import LinkStatus
from undertide_client.saved.tokens import MemoryTokens
from undertide_shared.messages import Join

Kind = TypeVar("Kind")
AT_ONCE = Backoff(first=0.0, longest=0.0, attempts=4)
NEVER = Backoff(attempts=1)
LONG = Backoff(first=3600.0, longest=3600.0)


class Reader:
    """Iterates a link in the background, as an application would."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.ended = False
        self._events: asyncio.Queue[Event | None] = asyncio.Queue()

    async def read(self) -> None:
        async for event in self.link:
            self._events.put_nowait(event)
        self._events.put_nowait(None)

    async def next_of(self, kind: type[Kind]) -> Kind:
        while True:
            event = await self._events.get()
            if event is None:
                raise EOFError(f"the stream ended before any {kind.__name__}")
            if isinstance(event, kind):
                return event

    async def phase(self, phase: str) -> LinkStatus:
        while True:
            status = await self.next_of(LinkStatus)
            if status.phase == phase:
                return status

    async def rest(self) -> list[Event]:
        events: list[Event] = []
        while (event := await self._events.get()) is not None:
            events.append(event)
        return events


@asynccontextmanager
async def reading(
    url: str,
    *,
    tokens: MemoryTokens | None = None,
    backoff: Backoff = AT_ONCE,
    ask: Callable[[Link], None] = lambda _link: None,
) -> AsyncIterator[tuple[Link, Reader]]:
    link = connect(url, tokens=tokens, first_contact=backoff, outage=backoff)
    async with link:
        ask(link)
        reader = Reader(link)
        task = asyncio.create_task(reader.read())
        try:
            yield link, reader
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


def as_ann(link: Link) -> None:
    link.join("", "Ann")


async def read_some(link: Link, count: int) -> None:
    for _ in range(count):
        await anext(link)


async def seat(peer: Peer, token: bytes = b"secret-1") -> Join:
    await peer.greet()
    join = await peer.expect(Join)
    await peer.send(joined(token=token), keyframe())
    return join
