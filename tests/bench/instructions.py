"""Instructions that the core of a session takes for a player and tick, counted and not timed.

What bots ask for is recorded first. Then it is done again without bots, simulation, views, coding
and all, under valgrind's callgrind: once for some ticks, once for more. The difference is that of
those ticks alone. However busy the machine, it is the same to a thousandth, so it tells what one
change brought; it tells nothing of caches, of the kernel and of waiting.

    instructions.py [--mind human] [--together 1|4|8]   record, count, print
    instructions.py ... --causes                        instead, which code takes the CPU
    instructions.py play FILE TOGETHER TICKS            do what was recorded, so many ticks of it

Causes are shares of a profile of the same ticks: the profiler makes calls dearer than they are.
"""

import argparse
import cProfile
import os
import pstats
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal, NamedTuple, Protocol, cast

import msgspec
from players import MINDS, Outcome

sys.path.append(str(Path(__file__).parents[1]))

from support.sessions.bot_sessions import Bot
from support.sessions.fake_server import FakeServer, quick_settings, settings_with
from support.sessions.made_sessions import make_session
from undertide_client.bots.player import Lives
from undertide_server.sessions.broadcast.outbox import Parcel
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.request_handler import SeatedMessage
from undertide_shared.codec import decode_client, decode_server, encode
from undertide_shared.messages import Act, Delta, Keyframe
from undertide_shared.time import UNSTATED_RATE

PLAYERS: Final = 40
FEWER: Final = 60
"""Ticks until everybody is on the way."""
MORE: Final = 200
CAUSES: Final = (
    ("the session's beat, its clock and timers", "sessions/clock", "sessions/stepper"),
    ("frames: what views show and what changed", "views/", "sessions/broadcast/audience"),
    ("sight", "systems/sight", "state/sights", "mechanics/floor_visits", "queries/visibility"),
    ("journal", "sessions/durability", "store/", "simulation/snapshot"),
    ("monsters", "simulation/ai"),
    ("heroes' actions", "simulation/actions"),
    ("auto actions and ways", "state/walk_grid", "queries/", "state/floor_caches"),
    ("index of actors", "state/floor_index", "state/spatial_index", "state/rows", "state/world"),
    ("chance", "util/rng"),
    ("tide and hunger", "mechanics/respawn_creep", "mechanics/hunger", "rules/tide"),
    ("the order of a tick", "simulation/pipeline"),
    ("other rules", "simulation/"),
    ("the session's beat, its clock and timers", "sessions/"),
    ("encoding and decoding", "undertide_shared/codec"),
)
"""Causes, each with parts of the paths of its modules; the first that fits counts."""
PATIENCE_SECONDS: Final = 5.0
"""That a human-like player waits for an answer."""
COLLECTED: Final = re.compile(r"Collected : (\d+)")


class Deed(NamedTuple):
    """What a member did: it joined by a name, left, or sent a message."""

    session: int
    member: int
    kind: Literal["join", "leave", "send"]
    said: bytes = b""


Script = list[list[Deed]]
"""What was done in each tick."""


class Table(FakeServer):
    """A server with some sessions in real time, each for as many players as are together."""

    def __init__(self, together: int, players: int = PLAYERS) -> None:
        seats = max(together, quick_settings().limits.seats)
        super().__init__(settings_with(limits={"seats": seats}), first_seed=1)
        self._sessions = [
            make_session(self.registry, "default", "real", self.now)
            for _ in range(players // together)
        ]

    def do(self, deed: Deed) -> None:
        """Do what a member did. Raises Refused."""
        session = self._sessions[deed.session]
        match deed.kind:
            case "join":
                session.join(deed.member, deed.said.decode(), b"", self.now)
            case "leave":
                session.leave(deed.member, self.now)
            case "send":
                message = decode_client(deed.said)
                assert isinstance(message, SeatedMessage)
                session.requests.handle_message(deed.member, message, self.now)

    def done(self, deed: Deed) -> Deed | None:
        """Do what a member did; return it unless it was refused."""
        try:
            self.do(deed)
        except RequestRefusedError:
            return None
        return deed

    def tick(self) -> Iterator[list[Parcel]]:
        """Let a tick pass; yield what each session has to say."""
        self.now += 1 / UNSTATED_RATE
        for session in self._sessions:
            self.advance(session)
            yield session.outbox.take_committed()


class Recorded(Protocol):
    """A player whose deeds are written down."""

    def deed(self, table: Table) -> Deed | None:
        """Do what it wishes now, if anything, and return it."""

    def hear(self, data: bytes) -> None:
        """Take in what the session sent."""


class BotPlayer:
    """A bot in a session."""

    def __init__(self, number: int, together: int) -> None:
        self.bot = Bot(number + 1, Lives(number, PLAYERS))
        self._session = number // together

    def deed(self, table: Table) -> Deed | None:
        """Do what it wishes now, if anything, and return it."""
        if self.bot.joined is None:
            name = self.bot.begin(table.now).encode()  # One that is taken: another next tick.
            return table.done(Deed(self._session, self.bot.member, "join", name))
        if self.bot.fallen:
            self.bot.joined = None
            return table.done(Deed(self._session, self.bot.member, "leave"))
        wish = self.bot.wish(table.now)
        if wish is None:
            return None
        return table.done(Deed(self._session, self.bot.member, "send", encode(wish)))

    def hear(self, data: bytes) -> None:
        """Take in what the session sent."""
        self.bot.hear(decode_server(data))


class HumanPlayer:
    """A human-like player in a session, who never takes the stairs and stays where it died."""

    def __init__(self, number: int, together: int) -> None:
        self._member, self._session = number + 1, number // together
        self._mind = MINDS["human"](random.Random(number))
        self._outcome: Outcome = "done"
        self._choice = self._mind.choose("done", None)
        self._acts_at = self._choice.seconds
        self._sequence = 0
        self._asked_at: float | None = None
        self._is_in = False

    def deed(self, table: Table) -> Deed | None:
        """Do what it wishes now, if anything, and return it."""
        if not self._is_in:
            self._is_in = True
            name = f"P{self._member}".encode()
            return table.done(Deed(self._session, self._member, "join", name))
        if self._asked_at is not None:
            if table.now - self._asked_at < PATIENCE_SECONDS:
                return None
            self._answered("late")
        if self._outcome != "waiting":
            self._choice = self._mind.choose(self._outcome, None)
            self._acts_at, self._outcome = table.now + self._choice.seconds, "waiting"
        if table.now < self._acts_at or self._choice.intent is None:
            return None
        self._sequence += 1
        self._asked_at = table.now
        act = Act(self._sequence, self._choice.intent)
        deed = table.done(Deed(self._session, self._member, "send", encode(act)))
        if deed is None:
            self._answered("refused")
        return deed

    def hear(self, data: bytes) -> None:
        """Take in what became of its last intent."""
        message = decode_server(data)
        if not isinstance(message, Delta | Keyframe) or message.intent is None:
            return
        told = message.intent
        if self._asked_at is not None and told.sequence >= self._sequence:
            self._answered(cast(Outcome, told.outcome))

    def _answered(self, outcome: Outcome) -> None:
        self._outcome, self._asked_at = outcome, None


def recorded(mind: str, together: int, count: int = PLAYERS) -> Script:
    """Let players play, so many together, and return what they did."""
    table = Table(together, count)
    kind: type[BotPlayer | HumanPlayer] = HumanPlayer if mind == "human" else BotPlayer
    players: list[Recorded] = [kind(number, together) for number in range(count)]
    script: Script = []
    for _ in range(MORE):
        deeds = (player.deed(table) for player in players)
        script.append([deed for deed in deeds if deed is not None])
        for parcels in table.tick():
            for parcel in parcels:
                for member in parcel.members:
                    players[member - 1].hear(parcel.data)
    return script


def play(table: Table, script: Script) -> None:
    """Do again what was recorded."""
    for deeds in script:
        for deed in deeds:
            table.do(deed)
        for _ in table.tick():
            pass


def tell_causes(script: Script, together: int) -> None:
    """Print which code takes the CPU once everybody is on the way."""
    table = Table(together)
    play(table, script[:FEWER])
    profile = cProfile.Profile(time.thread_time)  # Others may use the machine, too.
    profile.runcall(play, table, script[FEWER:])
    found, seconds = pstats.Stats(profile).stats, Counter[str]()  # type: ignore[attr-defined]  # Typeshed leaves it out.
    for (path, _, _), (_, _, took, _, callers) in found.items():
        if path.startswith("~"):  # The time of built-in functions is their callers'.
            for (caller, _, _), (_, _, share, _) in callers.items():
                seconds[_cause(caller)] += share
        else:
            seconds[_cause(path)] += took
    whole = seconds.total()
    for cause, took in seconds.most_common():
        print(f"  {took / whole:6.1%} {cause}")


def _cause(path: str) -> str:
    """Return the cause that the code of a file belongs to."""
    for cause, *parts in CAUSES:
        if any(part in path for part in parts):
            return cause
    return "the rest"


def counting(file: Path, together: int, ticks: int) -> subprocess.Popen[str]:
    """Begin to count the instructions of so many ticks and of all before them."""
    callgrind = ("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null")
    what = ("play", str(file), str(together), str(ticks))
    return subprocess.Popen(
        [*callgrind, sys.executable, __file__, *what],
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONHASHSEED": "0"},
    )


def counted(process: subprocess.Popen[str]) -> int:
    """Return how many it were. Raises RuntimeError when they could not be counted."""
    _, errors = process.communicate()
    found = COLLECTED.search(errors)
    if process.returncode or found is None:
        raise RuntimeError(errors)
    return int(found[1])


def main() -> None:
    """Record, count and print."""
    parser = argparse.ArgumentParser(description="Instructions of a player and tick.")
    parser.add_argument("--mind", choices=sorted(MINDS), default="bots")
    parser.add_argument("--together", type=int, default=4, help="players of a session")
    parser.add_argument("--causes", action="store_true", help="profile instead of counting")
    chosen = parser.parse_args()
    together = chosen.together
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "script"
        script = recorded(chosen.mind, together)
        print(f"Core: {PLAYERS} players ({chosen.mind}), {together} to a session, ten a second")
        if chosen.causes:
            tell_causes(script, together)
            return
        file.write_bytes(msgspec.msgpack.encode(script))
        fewer, more = map(counted, [counting(file, together, ticks) for ticks in (FEWER, MORE)])
    moments = (MORE - FEWER) * PLAYERS
    print(f"  ticks {FEWER} to {MORE}, counted by callgrind")
    print(f"  {(more - fewer) / moments:,.0f} instructions a player and tick")


if __name__ == "__main__":
    if sys.argv[1:2] == ["play"]:
        ticks = msgspec.msgpack.decode(Path(sys.argv[2]).read_bytes(), type=Script)
        play(Table(int(sys.argv[3])), ticks[: int(sys.argv[4])])
        os._exit(0)  # Taking all of it down again is no part of a tick.
    else:
        main()
