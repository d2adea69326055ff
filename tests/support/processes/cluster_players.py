"""Players in a cluster, each through a node of its own, and what they notice of it."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from itertools import count, cycle
from typing import Final

from support.gateway.raw_clients import new_session
from support.gateway.real_gateway import http_get
from support.processes.cluster import Cluster, ClusterNode
from support.processes.waiting import LONGEST
from support.sessions.remembering_bots import Witness, until
from undertide_client.net.link import Event
from undertide_client.net.status import LinkStatus
from undertide_shared.messages import Intent, Left, Move, Wait

LOOK_SECONDS: Final = 0.2
"""Between two questions to a node: it lets in only so many connections of an address a second."""
_numbers = count(1)
"""No two players of a session have the same name."""


class Player(Witness):
    """A player's link that also counts the connections that it has lost."""

    def __init__(self, address: str, stirred: asyncio.Event) -> None:
        super().__init__(address, stirred)
        self.closed = 0

    async def __anext__(self) -> Event:
        event = await super().__anext__()
        self.closed += isinstance(event, LinkStatus) and event.phase == "waiting"
        return event

    async def step_to_and_fro(self, session: str, name: str) -> None:
        """Step to and fro for ever, with a turn of rest each time.

        A player is sent away from a run that is not taken up in time, as on a busy machine, or is
        refused by a node that can't reach its owner yet, and comes back.
        """
        self.join(session, name)
        intents: Iterator[Intent] = cycle((Move(1, 0), Wait(), Move(-1, 0), Wait()))
        async for event in self:
            if isinstance(event, LinkStatus) and event.phase == "refused":
                await asyncio.sleep(LOOK_SECONDS)
                self.join(session, name)
            if isinstance(event, Left):
                self.join(session, name)
            if self.playing and self.fate.stage not in {"sent", "received", "waiting"}:
                self.act(next(intents))


@asynccontextmanager
async def players(session: str, *addresses: str) -> AsyncIterator[list[Player]]:
    """Let somebody play in a session through each of these addresses, through all outages."""
    stirred = asyncio.Event()
    links = [Player(address, stirred) for address in addresses]
    tasks = [
        asyncio.create_task(link.step_to_and_fro(session, f"Player {next(_numbers)}"))
        for link in links
    ]
    try:
        yield links
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for link in links:
            await link.close()


async def session_of(cluster: Cluster, node: ClusterNode) -> str:
    """Make sessions until one is played by a node, for each goes where the fewest are."""
    async with asyncio.timeout(LONGEST):
        while True:
            session = await new_session(node.address)
            owner = cluster.owned(session).node
            if any(
                each.id == owner and each.node.address == node.link_address
                for each in cluster.statuses()
            ):
                return session


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


async def answers(node: ClusterNode, path: str, status: int, words: str = "") -> None:
    """Ask a node for a page until the answer has a status, and some words in it."""
    async with asyncio.timeout(LONGEST):
        while True:
            found, text = await http_get(node.address, path)
            if found == status and words in text:
                return
            await asyncio.sleep(LOOK_SECONDS)
