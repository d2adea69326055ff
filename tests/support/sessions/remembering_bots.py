"""Bots that remember what they were shown, and what a store says of the same run."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from support.content.repertoire import REPERTOIRE
from support.processes.waiting import LONGEST
from undertide_client.bots.player import BotPlayer, Entrance, Lives
from undertide_client.bots.report import Tally
from undertide_client.net.backoff import Backoff
from undertide_client.net.dialogue import Dialogue
from undertide_client.net.link import Event, Link
from undertide_client.net.status import LinkStatus
from undertide_client.saved.tokens import MemoryTokens, Tokens
from undertide_server.sessions.durability.recovery import game_of, recover
from undertide_server.simulation.components.actors import Body
from undertide_server.simulation.components.heroes import Hero, IntentQueue
from undertide_server.simulation.pipeline import step
from undertide_server.simulation.snapshot import state_hash
from undertide_server.simulation.state.inputs import DozedOff, Input, PlayerLost, Withdrawn
from undertide_server.simulation.state.run import Run, new_run
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.reader import Reader
from undertide_shared.messages import Chat, Delta, HeroStatus, IntentReport, Joined, Keyframe, Left

IMPATIENT = Backoff(first=0.1, longest=0.4, attempts=1000)
"""Servers come back at once here, and tests wait for them."""

Report = tuple[int, int, str]
"""Received, sequence, outcome."""
Figures = tuple[int, int, int]
"""Life, experience, gold."""


@dataclass
class Shown:
    """What was shown of one seat's hero, or could have been."""

    reports: set[Report] = field(default_factory=set)
    figures: set[Figures] = field(default_factory=set)

    @property
    def settled(self) -> int:
        """The highest sequence of an intent whose outcome was told."""
        told = [number for _, number, outcome in self.reports if outcome in {"done", "refused"}]
        return max(told, default=0)


class Witness(Link):
    """A link that remembers what came of its player's heroes, by seat."""

    def __init__(
        self,
        address: str,
        stirred: asyncio.Event,
        tokens: Tokens | None = None,
        outage: Backoff = IMPATIENT,
    ) -> None:
        dialogue = Dialogue(address, "undertide test", tokens or MemoryTokens())
        super().__init__(address, dialogue, IMPATIENT, outage)
        self.stirred = stirred
        """Set whenever anything came to one of those who play together."""
        self.shown: dict[int, Shown] = {}
        self.joined: list[Joined] = []
        self.seat = -1
        self.frames = 0
        self.lefts = 0
        self.heard: list[str] = []
        """What was said, by players or the host."""
        self.statuses: list[LinkStatus] = []
        """What the link told of itself."""

    async def __anext__(self) -> Event:
        event = await super().__anext__()
        self.stirred.set()
        match event:
            case Joined():
                self.joined.append(event)
                self.seat = event.seat
            case Left():
                self.lefts += 1
            case Chat(text=text):
                self.heard.append(text)
            case LinkStatus():
                self.statuses.append(event)
            case Keyframe() | Delta():
                self.frames += 1
                self._remember(event.intent, event.hero)
            case _:
                pass
        return event

    @property
    def settled(self) -> int:
        """The highest sequence of an intent of any of its heroes whose outcome was told."""
        return sum(shown.settled for shown in self.shown.values())

    def _remember(self, report: IntentReport | None, hero: HeroStatus | None) -> None:
        shown = self.shown.setdefault(self.seat, Shown())
        if report is not None:
            shown.reports.add((report.received, report.sequence, report.outcome))
        if hero is not None and hero.seat == self.seat:
            shown.figures.add((hero.life, hero.experience, hero.gold))


AnyWitness = TypeVar("AnyWitness", bound=Witness)


@asynccontextmanager
async def witnesses(address: str, session: str, count: int) -> AsyncIterator[list[Witness]]:
    """Let so many bots play, through all outages, until the test is over."""
    async with playing_witnesses(address, session, count, Witness) as links:
        yield links


@asynccontextmanager
async def playing_witnesses(
    address: str,
    session: str,
    count: int,
    make: Callable[[str, asyncio.Event], AnyWitness],
) -> AsyncIterator[list[AnyWitness]]:
    """Let so many bots play by links of the caller's own kind, until the test is over."""
    tasks: list[asyncio.Task[None]] = []
    links: list[AnyWitness] = []
    stirred = asyncio.Event()
    for number in range(count):
        link = make(address, stirred)
        links.append(link)
        player = BotPlayer(Lives(number, count), Entrance(session), Tally(), link)
        tasks.append(asyncio.create_task(player.play()))
    try:
        yield links
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for link in links:
            await link.close()


async def until(links: Sequence[Witness], holds: Callable[[], bool], what: str) -> None:
    """Wait for what comes to players to bring a condition about."""
    try:
        async with asyncio.timeout(LONGEST):
            while True:
                links[0].stirred.clear()
                if holds():
                    return
                await links[0].stirred.wait()
    except TimeoutError:
        told = [link.statuses for link in links]
        raise AssertionError(f"never: {what}; the links told {told}") from None


def only_run(folder: Path) -> str:
    """Return the name of a folder's only run."""
    with Reader(folder) as reader:
        (info,) = reader.runs()
    return info.run


class Showable:
    """All that the players of a run could be shown, gathered after each of its steps."""

    def __init__(self) -> None:
        self.by_seat: dict[int, Shown] = {}
        self._alive: dict[int, set[Figures]] = {}
        """What each hero that is on a floor could be shown of itself, by the hero's entity."""

    def look(self, run: Run) -> None:
        """Take in what the step that just ended could show."""
        for entity, hero in run.world.each(Hero):
            shown = self.by_seat.setdefault(hero.seat, Shown())
            orders, body = run.world.get(entity, IntentQueue), run.world.get(entity, Body)
            if orders.waiting:
                shown.reports.add((orders.received, orders.waiting[0][0], "waiting"))
            else:
                shown.reports.add((orders.received, orders.settled, orders.outcome))
            figures = (body.life, hero.experience, hero.gold)
            shown.figures.add(figures)
            if run.index.of_hero(entity) is not None:
                self._alive.setdefault(entity, set()).add(figures)
            else:
                # The last frame of a dead hero repeats what was shown before, without its life. The
                # gold that it dropped as it died is still there, and a last kill isn't.
                before = self._alive.pop(entity, set())
                shown.figures |= {(0, experience, gold) for _, experience, gold in before}


def could_be_shown(store: StoreAddress, run_name: str) -> dict[int, Shown]:
    """Simulate a kept run from its first step; return all that its players could be shown."""
    showable = Showable()
    with Reader(store) as reader:
        run = new_run(game_of(reader.header(run_name), REPERTOIRE))
        for record in reader.steps(run_name):
            step(run, record.inputs)
            showable.look(run)
        whole = state_hash(run)
        recovered = recover(reader, run_name, REPERTOIRE).run
        assert recovered.progress.step == run.progress.step
        assert state_hash(recovered) == whole, "it comes back as its journal says"
    run.world.close()
    recovered.world.close()
    return showable.by_seat


def harms(run: Run, inputs: Iterable[Input]) -> int:
    """Return how many inputs of a step are about to leave a living hero link-dead or asleep.

    A player who leaves after its hero has died is none.
    """
    return sum(
        isinstance(each, PlayerLost | Withdrawn | DozedOff)
        and run.index.of_seat(each.seat) is not None
        for each in inputs
    )


def all_harms(store: StoreAddress) -> int:
    """Return how often living heroes became link-dead or fell asleep in all stored runs."""
    count = 0
    with Reader(store) as reader:
        for info in reader.runs():
            run = new_run(game_of(reader.header(info.run), REPERTOIRE))
            for record in reader.steps(info.run):
                count += harms(run, record.inputs)
                step(run, record.inputs)
            run.world.close()
    return count


def lost(links: Iterable[Witness], possible: Mapping[int, Shown]) -> list[str]:
    """Return what players were shown that the files know nothing of."""
    return [each for link in links for each in unknown(link.shown, possible)]


def unknown(shown: Mapping[int, Shown], possible: Mapping[int, Shown]) -> list[str]:
    """Return what one player was shown, by seat, that wasn't possible."""
    missing = []
    for seat, seen in shown.items():
        there = possible.get(seat, Shown())
        missing += [f"seat {seat}: {each}" for each in seen.reports - there.reports]
        missing += [f"seat {seat}: {each}" for each in seen.figures - there.figures]
        if seen.settled > there.settled:
            missing.append(f"seat {seat}: settled {seen.settled}")
    return missing
