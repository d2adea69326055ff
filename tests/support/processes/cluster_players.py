"""Bots that play in a cluster, each through a node of its own, and what they notice of it."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from support.gateway.real_gateway import http_get
from support.processes.cluster import Cluster, ClusterNode
from support.processes.waiting import LONGEST
from support.sessions.remembering_bots import Witness, playing_witnesses, until
from undertide_client.net.link import Event
from undertide_client.net.status import LinkStatus


class Player(Witness):
    """A bot's link that also counts the connections that it has lost."""

    def __init__(self, address: str, stirred: asyncio.Event) -> None:
        super().__init__(address, stirred)
        self.closed = 0

    async def __anext__(self) -> Event:
        event = await super().__anext__()
        self.closed += isinstance(event, LinkStatus) and event.phase == "waiting"
        return event


@asynccontextmanager
async def players(session: str, *addresses: str) -> AsyncIterator[list[Player]]:
    """Let a bot play in a session through each of these addresses, through all outages."""
    async with AsyncExitStack() as stack:
        links: list[Player] = []
        for address in addresses:
            playing = playing_witnesses(address, session, 1, Player)
            links += await stack.enter_async_context(playing)
        for link in links:
            link.stirred = links[0].stirred
        yield links


async def progress(links: Sequence[Player], intents: int = 2) -> None:
    """Wait until each of those who play has had so many more intents settled."""
    goals = [link.settled + intents for link in links]
    await until(
        links,
        lambda: all(link.settled >= goal for link, goal in zip(links, goals, strict=True)),
        "everyone plays on",
    )


async def heard(links: Sequence[Player], words: str) -> None:
    """Wait until all of those who play in a session were told something."""
    await until(links, lambda: all(words in link.heard for link in links), words)


async def shown_more(link: Player) -> None:
    """Wait until a player is shown something."""
    frames = link.frames
    await until([link], lambda: link.frames > frames, "a frame")


async def goes_on(
    cluster: Cluster, session: str, links: Sequence[Player], nodes: Iterable[ClusterNode]
) -> None:
    """Wait until one of these nodes has taken a session's run up and everybody plays on there.

    A link among `links` must belong to somebody who plays in that session.
    """
    words = ("run goes on", cluster.info(session).run)
    await until(links, lambda: any(node.has_logged(*words) for node in nodes), "the run goes on")
    await progress(links)


def seats_of(links: Iterable[Player]) -> list[set[tuple[str, int]]]:
    """Return in which sessions and seats each player has been."""
    return [{(each.session, each.seat) for each in link.joined} for link in links]


async def answers(node: ClusterNode, path: str, status: int) -> str:
    """Ask a node for a page until the answer has a status; return its text."""
    async with asyncio.timeout(LONGEST):
        while True:
            found, text = await http_get(node.address, path)
            if found == status:
                return text
