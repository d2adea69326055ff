"""An hour of play on two servers, to which everything is done in turn that a machine does to one.

    hour.py [--minutes N]

One server has two workers over a folder, the other two nodes over PostgreSQL behind PgBouncer. On
each, bots play in runs of the shipped game, somebody plays by the library for bots, and somebody
watches; all of them come back as the clients that ship do. `tormented.py` says what is done: the
log is not read, processes are killed or stopped, the pooler and the database go, lines break, the
disk is full, the clock jumps, and a run kills each process that plays it. Each time everybody must
be shown the game again, and every intent must have an end. At last all runs are simulated from
their first step and compared with all that anybody was shown. The exit code is 1 if anything is
lost, unanswered or doesn't verify, or if somebody didn't come back.

This needs PostgreSQL and PgBouncer, and root to mount the file system that is filled.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import count, cycle
from pathlib import Path
from typing import Any, Final

sys.path.append(str(Path(__file__).parents[1]))

from rounds import percentile
from tormented import POISON, Tormented, tormented_servers

from support.content.own_content import write_content
from support.gateway.raw_clients import new_session
from support.processes.cluster_players import Player
from support.processes.commands import COMMAND
from support.sessions.remembering_bots import Shown, could_be_shown, unknown
from support.sessions.timed_bots import Parties, TimedWitness, links_of, missing, parties, within
from undertide_client.api import Client, Game
from undertide_client.api.errors import ApiError, RefusedError
from undertide_client.net.status import LinkStatus
from undertide_client.saved.tokens import MemoryTokens
from undertide_server.store.engine.address import PostgresAddress, StoreAddress
from undertide_server.store.reader import Reader
from undertide_shared.messages import Ended, Intent, Left, Move, Wait

MINUTES: Final = 60.0
RUNS: Final = 2
BOTS: Final = 2
CALM_SECONDS: Final = 5.0
"""Of play between two troubles."""
BACK_SECONDS: Final = 90.0
"""After a trouble, for everybody to be shown the game again: three times the longest wait of a
client before it tries once more."""
ANSWERED_SECONDS: Final = 45.0
"""For the end of an intent that was on its way: a bot gives one up after a minute."""
POISON_SECONDS: Final = 240.0
"""For a run to be set aside, after three processes have died of it."""
LOG_SHOWN: Final = 12_000
"""Characters of each log that tell what went wrong."""
REST_SECONDS: Final = 1.0
VERIFY_SECONDS: Final = 1800.0
ENDED: Final = frozenset({"none", "done", "refused", "lost"})
"""Stages of an intent that waits for nothing."""


class Walker:
    """Somebody who steps to and fro by the library for bots, and counts how each intent ended.

    A run that is over is followed by another one.
    """

    NAME: Final = "Ann"

    def __init__(self, address: str) -> None:
        self.address = address
        self._tokens = MemoryTokens()
        self._steps: Iterator[Intent] = cycle((Move(1, 0), Wait(), Move(-1, 0), Wait()))
        self.session = ""
        """The latest session."""
        self.plays = asyncio.Event()
        """Set while the run of that session goes on."""
        self.ends: Counter[str] = Counter()
        self.shown: dict[str, Shown] = {}
        """What was shown of the hero in each session."""
        self.is_on = False
        """Whether an intent was done since `begin`."""

    def begin(self) -> None:
        """Wait for the next intent that is done."""
        self.is_on = False

    async def walk(self) -> None:
        """Play for ever. Whatever ends the client is counted, and it begins anew."""
        while True:
            try:
                async with Client(self.address, "an hour", tokens=self._tokens) as client:
                    await self._play(client)
            except RefusedError as fault:
                if fault.code == "session_closed":
                    self.plays.clear()
                else:
                    self.ends[f"the client ended: {fault}"] += 1
            except ApiError as fault:
                self.ends[f"the client ended: {fault}"] += 1
            await asyncio.sleep(REST_SECONDS)

    async def _play(self, client: Client) -> None:
        """Play in the session, or a new one, until the run is over or the place is gone."""
        if not self.plays.is_set():
            self.session = await client.create("quiet")
            self.shown[self.session] = Shown()
            self.plays.set()
        game = await client.join(self.NAME, self.session)
        while not game.over:
            await self._act(game, next(self._steps))
        if game.world.ended is not None:
            self.plays.clear()

    async def _act(self, game: Game, intent: Intent) -> None:
        shown = self.shown[self.session]
        outcome = await game.act(intent)
        hero, fate = game.world.hero, game.link.fate
        if outcome:
            shown.reports.add((fate.sequence, fate.sequence, "done"))
            self.is_on = True
        if hero is not None:
            shown.figures.add((hero.life, hero.experience, hero.gold))
        self.ends[outcome.reason or "done"] += 1

    @property
    def unanswered(self) -> int:
        """The intents that nobody answered in time."""
        return sum(number for end, number in self.ends.items() if "has not answered" in end)


class Spectator(TimedWitness):
    """Somebody who looks through the eyes of a walker's hero, through all outages."""

    def __init__(self, walker: Walker) -> None:
        super().__init__(walker.address, asyncio.Event())
        self._walker = walker
        self.shown_in: dict[str, dict[int, Shown]] = {}
        """What was shown in each session."""

    async def look_on(self) -> None:
        """Watch for ever, in one session after the other."""
        self.seat = 0
        await self._watch()
        async for event in self:
            is_refused = isinstance(event, LinkStatus) and event.phase == "refused"
            if is_refused or isinstance(event, Left | Ended):
                await asyncio.sleep(REST_SECONDS)
                await self._watch()

    async def _watch(self) -> None:
        await self._walker.plays.wait()
        self.is_over = False
        self.shown = self.shown_in.setdefault(self._walker.session, {})
        self.watch(self._walker.session, "", 0)


class Ordeal:
    """The hour of one server, and its book."""

    def __init__(self, server: Tormented, playing: Parties) -> None:
        self.server = server
        self._playing = playing
        self.walker = Walker(server.address)
        self.spectator = Spectator(self.walker)
        self.entries: list[dict[str, Any]] = []
        """What was done when, and how long it took until everybody was back."""
        self.poisoned: list[str] = []
        """The sessions whose runs were set aside."""
        self.verdict: dict[str, Any] = {}
        """What `judge` found."""
        self._numbers = count(1)

    async def last(self, until: float) -> None:
        """Let everything happen in turn until a time has come."""
        tasks = [
            asyncio.create_task(self.walker.walk()),
            asyncio.create_task(self.spectator.look_on()),
        ]
        try:
            while time.monotonic() < until:
                for name, do in self.server.troubles().items():
                    if time.monotonic() >= until:
                        break
                    await self._endure(name, asyncio.to_thread(do))
                else:
                    await self._endure("a run kills its process", self._poison())
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self.spectator.close()

    async def _endure(self, name: str, trouble: Any) -> None:
        """Bring one trouble about; note who came back, and whether every intent had an end."""
        await self._playing.fill(RUNS)
        await asyncio.sleep(CALM_SECONDS)
        links = [*links_of(self._playing.on), self.spectator]
        asked, seats = [link.fate.sequence for link in links], [link.seat for link in links]
        closed = sum(link.closed for link in links)
        for link in links:
            link.begin()
        began = time.monotonic()
        await trouble
        took, gaps = time.monotonic() - began, [link.longest_gap for link in links]
        were_out = [link.was_out for link in links]
        for link in links:
            link.begin()
        self.walker.begin()
        ended = time.monotonic()
        is_back = await within(
            BACK_SECONDS, lambda: self.walker.is_on and all(link.is_on for link in links)
        )
        back = time.monotonic() - ended
        if not is_back:
            self._tell_absent(links)
        await within(ANSWERED_SECONDS, lambda: not _waiting(links, asked))
        self.entries.append(
            {
                "server": self.server.name,
                "trouble": name,
                "took": took,
                "back": back,
                "is_back": is_back,
                "gap": max(map(max, gaps, [link.longest_gap for link in links])),
                "failed": sum(link.closed for link in links) - closed,
                "unanswered": _waiting(links, asked),
                "seats_lost": sum(
                    link.seat != seat and not (was_out or link.was_out or link.is_over)
                    for link, seat, was_out in zip(links, seats, were_out, strict=True)
                ),
            }
        )
        told = ", ".join(
            f"{key} {value:.1f}" if isinstance(value, float) else f"{key} {value}"
            for key, value in self.entries[-1].items()
        )
        print(f"{time.strftime('%H:%M:%S')} {told}", flush=True)

    def _tell_absent(self, links: list[TimedWitness]) -> None:
        """Print what those know who were shown nothing."""
        for link in links:
            if not link.is_on:
                print(f"  absent: {link.url} {link.statuses[-2:]}, {link.fate}", flush=True)
        if not self.walker.is_on:
            print(f"  absent: the walker, {dict(self.walker.ends)}", flush=True)
        self._tell_logs()

    def _tell_logs(self) -> None:
        for log in self.server.logs():
            print(f"  log: {log[-LOG_SHOWN:]}", flush=True)

    async def _poison(self) -> None:
        """Let a hero into a new run that kills whoever plays it, until the run is set aside."""
        session = await new_session(self.server.address, "quiet")
        link = Player(self.server.address, asyncio.Event())
        task = asyncio.create_task(link.step_to_and_fro(session, POISON))
        try:
            async with asyncio.timeout(POISON_SECONDS):
                while not await asyncio.to_thread(self._is_aside, session):
                    await asyncio.to_thread(self.server.mend)
                    await asyncio.sleep(REST_SECONDS)
        except TimeoutError:
            print(f"  not set aside: {session}, {link.statuses[-4:]}", flush=True)
            self._tell_logs()
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            await link.close()
        self.poisoned.append(session)

    def _is_aside(self, session: str) -> bool:
        with Reader(self.server.store) as reader:
            return any(info.session == session and info.state == "aside" for info in reader.runs())

    # --- the verdict -------------------------------------------------------------------------

    def judge(self) -> None:
        """Compare all that was shown with what is stored. The server must have stopped."""
        store = self.server.store
        with Reader(store) as reader:
            infos = list(reader.runs())
        lost = missing(store, self._playing.all)
        for info in infos:
            if info.session in self.walker.shown:
                possible = could_be_shown(store, info.run)
                lost += unknown({0: self.walker.shown[info.session]}, possible)
                lost += unknown(self.spectator.shown_in.get(info.session, {}), possible)
        aside = {info.session for info in infos if info.state == "aside"}
        links = [*links_of(self._playing.all), self.spectator]
        self.verdict = {
            "runs": len(infos),
            "steps": sum(info.steps for info in infos),
            "answered": sum(link.settled for link in links) + self.walker.ends["done"],
            "told that they are lost": sum(link.lost_actions for link in links),
            "ends of the walker's intents": dict(self.walker.ends),
            "connections that failed": sum(link.closed for link in links),
            "lost": lost,
            "unverified": _unverified(store),
            "poisonous or set aside, not both": sorted(aside ^ set(self.poisoned)),
            "never back": sum(not each["is_back"] for each in self.entries),
            "unanswered": sum(each["unanswered"] for each in self.entries) + self.walker.unanswered,
            "seats lost": sum(each["seats_lost"] for each in self.entries),
        }


FAULTS: Final = (
    "lost",
    "unverified",
    "poisonous or set aside, not both",
    "never back",
    "unanswered",
    "seats lost",
)
"""The figures that must be nothing."""


def _waiting(links: list[TimedWitness], asked: list[int]) -> int:
    """Return how many of the intents that were the latest ones of links have no end yet."""
    return sum(
        link.fate.sequence == sequence and link.fate.stage not in ENDED
        for link, sequence in zip(links, asked, strict=True)
    )


def _unverified(store: StoreAddress) -> list[str]:
    """Return the runs that `undertide runs verify` finds at fault."""
    is_remote = isinstance(store, PostgresAddress)
    where = ("--cluster", store.url) if isinstance(store, PostgresAddress) else ("--data", store)
    done = subprocess.run(
        [*COMMAND, "runs", "verify", "--all", "--json", *map(str, where)],
        capture_output=True,
        text=True,
        timeout=VERIFY_SECONDS,
        check=False,
    )
    with suppress(json.JSONDecodeError):
        return [each["run"] for each in json.loads(done.stdout)["runs"] if not each["holds"]]
    return [f"{'database' if is_remote else 'folder'}: {done.stderr}"]


async def _outlast(server: Tormented, minutes: float) -> Ordeal:
    """Play on a server for so many minutes, and stop it."""
    async with parties(server.address, RUNS, BOTS) as playing:
        ordeal = Ordeal(server, playing)
        await ordeal.last(time.monotonic() + 60 * minutes)
    await asyncio.to_thread(server.stop)
    await asyncio.to_thread(ordeal.judge)
    return ordeal


async def _outlast_all(servers: list[Tormented], minutes: float) -> list[Ordeal]:
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(_outlast(server, minutes)) for server in servers]
    return [task.result() for task in tasks]


def _tell(ordeals: list[Ordeal]) -> bool:
    """Print the figures of all servers; return whether everything is as it must be."""
    is_well = True
    for ordeal in ordeals:
        print(f"\n{ordeal.server.name}: {len(ordeal.entries)} troubles")
        for name in dict.fromkeys(each["trouble"] for each in ordeal.entries):
            those = [each for each in ordeal.entries if each["trouble"] == name]
            back = ", ".join(f"{percentile([e['back'] for e in those], s):.1f}" for s in (0.5, 1.0))
            gap = max(each["gap"] for each in those)
            failed = sum(each["failed"] for each in those)
            print(
                f"  {name}, {len(those)} times: back after {back} s (p50, longest);"
                f" longest gap {gap:.1f} s; {failed} connections failed"
            )
        figures = ordeal.verdict
        for key, value in figures.items():
            print(f"  {key}: {value}")
        is_well &= not any(figures[key] for key in FAULTS)
    return is_well


def main() -> int:
    """Play, tell what happened, and return 1 if anything was wrong."""
    parser = argparse.ArgumentParser(description="Everything is done to two servers in turn.")
    parser.add_argument("--minutes", type=float, default=MINUTES)
    minutes: float = parser.parse_args().minutes
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        config = folder / "config"
        config.mkdir()
        write_content(config)
        with tormented_servers(folder, config) as servers:
            ordeals = asyncio.run(_outlast_all(servers, minutes))
            return 0 if _tell(ordeals) else 1


if __name__ == "__main__":
    sys.exit(main())
