"""Bots in runs of a cluster, who note when they were shown something, and whether runs are over."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Final

from support.gateway.raw_clients import new_session
from support.sessions.remembering_bots import Witness, could_be_shown, lost, playing_witnesses
from undertide_client.net.backoff import OUTAGE
from undertide_client.net.link import Event
from undertide_client.net.status import LinkStatus
from undertide_client.saved.tokens import MemoryTokens, SavedSeat
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.reader import Reader
from undertide_shared.messages import Delta, Ended, Joined, Keyframe

ON_THE_WAY_SECONDS: Final = 0.15
"""For which frames that were sent before may still arrive."""
LOOK_SECONDS: Final = 0.02
"""Between two looks at the bots."""
SEATED_SECONDS: Final = 60.0
"""For which everybody is waited for: a bot whose heroes die young pauses for up to 32 s."""


class CountedTokens(MemoryTokens):
    """Resume tokens that count how often one was forgotten."""

    def __init__(self) -> None:
        super().__init__()
        self.forgotten = 0

    def remove_token(self, seat: SavedSeat) -> None:
        self.forgotten += bool(self.get(seat))
        super().remove_token(seat)


class TimedWitness(Witness):
    """A bot's link that notes when it was shown something again.

    It comes back after an outage as the clients that ship do.
    """

    def __init__(self, address: str, stirred: asyncio.Event) -> None:
        self.tokens = CountedTokens()
        super().__init__(address, stirred, self.tokens, OUTAGE)
        self.lost_actions = 0
        """Actions whose outcome it never learnt."""
        self.closed = 0
        """How often its connection was lost."""
        self.shown_at: float | None = None
        """When the first frame came after `begin`, but for those that were on their way."""
        self.longest_gap = 0.0
        """The longest time between two frames since `begin`, in seconds."""
        self.is_over = False
        """Whether its run has ended: it was told so, or refused another hero for that reason."""
        self._is_out = False
        """Whether it left, after a hero's death, and has no other hero yet."""
        self._was_out = False
        """Whether it was out at any time since `begin`."""
        self._from = 0.0
        self._framed_at = 0.0
        self._last_lost = 0

    @property
    def is_on(self) -> bool:
        """Whether it was shown something since `begin`, or has no hero who could be."""
        return self.shown_at is not None or self._was_out or self.is_over

    @property
    def was_out(self) -> bool:
        """Whether it had no hero at some time since `begin`: the last one had died."""
        return self._was_out

    @property
    def is_received(self) -> bool:
        """Whether the run has received its latest action."""
        return self.fate.stage != "sent"

    def begin(self) -> None:
        """Wait for the next frame."""
        self.shown_at = None
        self._from = time.monotonic() + ON_THE_WAY_SECONDS
        self.longest_gap = 0.0
        self._was_out = self._is_out

    def leave(self) -> None:
        self._is_out = self._was_out = True
        super().leave()

    async def __anext__(self) -> Event:
        event = await super().__anext__()
        match event:
            case LinkStatus(phase="waiting"):
                self.closed += 1
            case LinkStatus(phase="refused", code="session_closed") | Ended():
                self.is_over = True
            case Joined():
                self._is_out = False
            case Keyframe() | Delta():
                now = time.monotonic()
                if self._framed_at:
                    self.longest_gap = max(self.longest_gap, now - self._framed_at)
                self._framed_at = now
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

    @property
    def is_over(self) -> bool:
        """Whether all of its bots know that the run has ended."""
        return all(link.is_over for link in self.links)


class Parties:
    """Bots that play in several sessions of a server; other sessions follow those that end."""

    def __init__(self, address: str, bots: int, stack: AsyncExitStack) -> None:
        self.all: list[Party] = []
        """Those of runs that have ended, too."""
        self._address = address
        self._bots = bots
        self._stack = stack

    @property
    def on(self) -> list[Party]:
        """Those whose runs go on."""
        return [party for party in self.all if not party.is_over]

    async def fill(self, runs: int) -> None:
        """Let parties begin in new sessions until so many play."""
        while len(self.on) < runs:
            session = await new_session(self._address)
            playing = playing_witnesses(self._address, session, self._bots, TimedWitness)
            self.all.append(Party(session, await self._stack.enter_async_context(playing)))


@asynccontextmanager
async def parties(address: str, runs: int, bots: int) -> AsyncIterator[Parties]:
    """Let bots play in so many new sessions."""
    async with AsyncExitStack() as stack:
        made = Parties(address, bots, stack)
        await made.fill(runs)
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


async def all_play(those: Iterable[Party], seconds: float = SEATED_SECONDS) -> bool:
    """Wait until everybody plays whose run goes on; return False if somebody doesn't by then."""
    waited_for = list(those)
    return await within(
        seconds,
        lambda: all(
            party.is_over or all(link.playing for link in party.links) for party in waited_for
        ),
    )


async def shown_after(links: list[TimedWitness], began: float, seconds: float) -> list[float]:
    """Return how long after `began` each bot was shown something again; then `seconds` at most.

    Bots without a hero don't count.
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


def missing(store: StoreAddress, those: Iterable[Party]) -> list[str]:
    """Return what bots were shown that the stored runs know nothing of."""
    with Reader(store) as reader:
        stored = {info.session: info for info in reader.runs()}
    found = []
    for party in those:
        info = stored[party.session]
        found += [
            f"{party.session}: {each}"
            for each in lost(party.links, could_be_shown(store, info.run))
        ]
        if party.is_over and info.state != "ended":
            found.append(f"{party.session}: its end")
    return found
