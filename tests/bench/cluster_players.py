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
from undertide_client.net.backoff import OUTAGE
from undertide_client.net.link import Event
from undertide_client.net.status import LinkStatus
from undertide_client.saved.tokens import MemoryTokens, SavedSeat
from undertide_server.store.reader import Reader
from undertide_shared.messages import Intent

ANSWERED: Final = frozenset({"received", "waiting", "done", "refused"})
"""What a frame says of an action that the run has received. Some take long: stairs wait for all."""
IDLE_SECONDS: Final = 4.0
"""After which a bot that sends nothing is left out: it thinks for less than a second."""
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


class TimedWitness(Witness):
    """A bot's link that notes when the first action after a moment was answered.

    It comes back after an outage as an ordinary client does.
    """

    def __init__(self, address: str, stirred: asyncio.Event) -> None:
        self.tokens = CountedTokens()
        super().__init__(address, stirred, self.tokens, OUTAGE)
        self.lost_actions = 0
        """Actions whose outcome it never learnt."""
        self.closed = 0
        """How often its connection was lost."""
        self.answered_at: float | None = None
        """When the first action after `begin` was answered."""
        self._first = 0
        self._waits = False
        self._lefts = 0
        self._last_lost = 0

    @property
    def is_done(self) -> bool:
        """Whether an action was answered since `begin`, or the hero died."""
        return self.answered_at is not None or self.lefts > self._lefts

    @property
    def is_idle(self) -> bool:
        """Whether nothing was sent since `begin`, and the run has received all before: a bot sends
        no second action while the first waits, such as for its party at the stairs."""
        return self._first == 0 and self.fate.stage != "sent"

    def begin(self) -> None:
        """Forget the last answer: the next action counts."""
        self.answered_at, self._first, self._waits = None, 0, True
        self._lefts = self.lefts

    def act(self, intent: Intent) -> int:
        sequence = super().act(intent)
        if self._waits:
            self._first, self._waits = sequence, False
        return sequence

    async def __anext__(self) -> Event:
        event = await super().__anext__()
        if isinstance(event, LinkStatus):
            self.closed += event.phase == "waiting"
        self._note_fate()
        return event

    def _note_fate(self) -> None:
        """Note what became of the latest action."""
        fate = self.fate
        if fate.stage == "lost" and fate.sequence > self._last_lost:
            self._last_lost = fate.sequence
            self.lost_actions += 1
            if self._first:
                self._first, self._waits = 0, True
        elif fate.stage in ANSWERED and self._first and fate.sequence >= self._first:
            self.answered_at = self.answered_at or time.monotonic()


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


async def answers_after(links: list[TimedWitness], began: float, seconds: float) -> list[float]:
    """Return how long after `began` the next action of each bot was answered.

    Bots whose heroes have died meanwhile don't count, nor do those that send nothing for
    `IDLE_SECONDS`. One that is never answered counts with all `seconds`.
    """
    until = began + seconds
    idle_from = time.monotonic() + IDLE_SECONDS
    await within(
        seconds,
        lambda: all(
            link.is_done or (link.is_idle and time.monotonic() > idle_from) for link in links
        ),
    )
    return [
        (link.answered_at or until) - began
        for link in links
        if link.answered_at is not None or not (link.is_done or link.is_idle)
    ]


def missing(folder: Path, those: Iterable[Party]) -> list[str]:
    """Return what bots were shown that the stored runs know nothing of."""
    with Reader(folder) as reader:
        run_of = {info.session: info.run for info in reader.runs()}
    return [
        f"{party.session}: {each}"
        for party in those
        for each in lost(party.links, could_be_shown(folder, run_of[party.session]))
    ]
