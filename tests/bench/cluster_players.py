"""Bots in runs of a cluster, who remember what they were shown and when they were answered."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cluster_host import ClusterHost

from support.gateway.raw_clients import new_session
from support.sessions.remembering_bots import Witness, could_be_shown, lost, playing_witnesses
from undertide_client.net.backoff import OUTAGE, Backoff
from undertide_client.net.link import Event
from undertide_client.net.status import LinkStatus
from undertide_client.saved.tokens import MemoryTokens, SavedSeat
from undertide_server.store.reader import Reader
from undertide_shared.messages import Delta, Keyframe

ON_THE_WAY_SECONDS: Final = 0.15
"""For which frames that were sent before may still arrive."""
LOOK_SECONDS: Final = 0.02
"""Between two looks at the bots."""


class CountedTokens(MemoryTokens):
    """Resume tokens that count how often one was forgotten."""

    def __init__(self) -> None:
        super().__init__()
        self.forgotten = 0

    def forget(self, seat: SavedSeat) -> None:
        self.forgotten += bool(self.get(seat))
        super().forget(seat)


FIRST_OUTAGE: Final = Backoff(first=OUTAGE.first, longest=2 * OUTAGE.first)
"""For bots: each outage counts as the first. Clients wait longer and longer at a server that fails
each few seconds, but players meet the end of one worker, and not of one after the other."""


class TimedWitness(Witness):
    """A bot's link that notes when it was shown something again.

    It comes back after an outage as a client does after its first one.
    """

    def __init__(self, address: str, stirred: asyncio.Event) -> None:
        self.tokens = CountedTokens()
        super().__init__(address, stirred, self.tokens, FIRST_OUTAGE)
        self.lost_actions = 0
        """Actions whose outcome it never learnt."""
        self.closed = 0
        """How often its connection was lost."""
        self.shown_at: float | None = None
        """When the first frame came after `begin`, but for those that were on their way."""
        self._from = 0.0
        self._lefts = 0
        self._last_lost = 0

    @property
    def is_on(self) -> bool:
        """Whether it was shown something since `begin`, or the hero died."""
        return self.shown_at is not None or self.lefts > self._lefts

    @property
    def is_received(self) -> bool:
        """Whether the run has received its latest action."""
        return self.fate.stage != "sent"

    def begin(self) -> None:
        """Wait for the next frame."""
        self.shown_at = None
        self._from = time.monotonic() + ON_THE_WAY_SECONDS
        self._lefts = self.lefts

    async def __anext__(self) -> Event:
        event = await super().__anext__()
        match event:
            case LinkStatus(phase=phase):
                self.closed += phase == "waiting"
            case Keyframe() | Delta():
                now = time.monotonic()
                if self.shown_at is None and now > self._from:
                    self.shown_at = now
            case _:
                pass
        fate = self.fate
        if fate.stage == "lost" and fate.sequence > self._last_lost:
            self._last_lost = fate.sequence
            self.lost_actions += 1
        return event


@dataclass
class Party:
    """The bots of one session."""

    session: str
    links: list[TimedWitness]


@asynccontextmanager
async def parties(host: ClusterHost, runs: int, bots: int) -> AsyncIterator[list[Party]]:
    """Let bots play in so many new sessions."""
    async with AsyncExitStack() as stack:
        made = []
        for _ in range(runs):
            session = await new_session(host.address)
            playing = playing_witnesses(host.address, session, bots, TimedWitness)
            made.append(Party(session, await stack.enter_async_context(playing)))
        yield made


def links_of(those: Iterable[Party]) -> list[TimedWitness]:
    """Return the links of all bots."""
    return [link for party in those for link in party.links]


async def within(seconds: float, holds: Callable[[], bool]) -> bool:
    """Wait until a condition holds; return False if it doesn't after so many seconds."""
    until = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > until:
            return False
        await asyncio.sleep(LOOK_SECONDS)
    return True


async def all_play(links: list[TimedWitness], seconds: float) -> bool:
    """Wait until everybody plays; return False if somebody doesn't after so many seconds."""
    return await within(seconds, lambda: all(link.playing for link in links))


async def shown_after(links: list[TimedWitness], began: float, seconds: float) -> list[float]:
    """Return how long after `began` each bot was shown something again; then `seconds` at most.

    Bots whose heroes have died meanwhile don't count.
    """
    await within(began + seconds - time.monotonic(), lambda: all(link.is_on for link in links))
    return [
        (link.shown_at or began + seconds) - began
        for link in links
        if link.shown_at is not None or not link.is_on
    ]


async def not_received(links: list[TimedWitness], seconds: float) -> int:
    """Return how many bots sent an action that no run has received after so many seconds."""
    await within(seconds, lambda: all(link.is_received for link in links))
    return sum(not link.is_received for link in links)


def missing(folder: Path, those: Iterable[Party]) -> list[str]:
    """Return what bots were shown that the stored runs know nothing of."""
    with Reader(folder) as reader:
        run_of = {info.session: info.run for info in reader.runs()}
    return [
        f"{party.session}: {each}"
        for party in those
        for each in lost(party.links, could_be_shown(folder, run_of[party.session]))
    ]
