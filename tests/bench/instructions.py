"""Instructions that the core of a session takes for a player and tick, counted and not timed.

What bots ask for is recorded first. Then it is done again without bots, simulation, views, coding
and all, under valgrind's callgrind: once for some ticks, once for more. The difference is that of
those ticks alone. However busy the machine, it is the same to a thousandth, so it tells what one
change brought; it tells nothing of caches, of the kernel and of waiting.

    instructions.py                  record, count, print
    instructions.py play FILE TICKS  do what was recorded, so many ticks of it
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal, NamedTuple

import msgspec

sys.path.append(str(Path(__file__).parents[1]))

from support.sessions.bot_sessions import Bot
from support.sessions.fake_server import FakeServer
from support.sessions.made_sessions import make_session
from undertide_client.bots.player import Lives
from undertide_server.sessions.broadcast.outbox import Parcel
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.request_handler import SeatedMessage
from undertide_shared.codec import decode_client, decode_server, encode
from undertide_shared.time import UNSTATED_RATE

SESSIONS: Final = 10
BOTS: Final = 4
FEWER: Final = 60
"""Ticks until everybody is on the way."""
MORE: Final = 200
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
    """A server with some sessions in real time."""

    def __init__(self) -> None:
        super().__init__(first_seed=1)
        self._sessions = [
            make_session(self.registry, "default", "real", self.now) for _ in range(SESSIONS)
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

    def tick(self) -> Iterator[list[Parcel]]:
        """Let a tick pass; yield what each session has to say."""
        self.now += 1 / UNSTATED_RATE
        for session in self._sessions:
            self.advance(session)
            yield session.outbox.take_committed()


class Player:
    """A bot in a session, whose deeds are written down."""

    def __init__(self, number: int) -> None:
        self.bot = Bot(number + 1, Lives(number, SESSIONS * BOTS))
        self._session = number // BOTS

    def deed(self, table: Table) -> Deed | None:
        """Do what it wishes now, if anything, and return it."""
        if self.bot.joined is None:
            name = self.bot.begin(table.now).encode()  # One that is taken: another next tick.
            return self._done(table, Deed(self._session, self.bot.member, "join", name))
        if self.bot.fallen:
            self.bot.joined = None
            return self._done(table, Deed(self._session, self.bot.member, "leave"))
        wish = self.bot.wish(table.now)
        if wish is None:
            return None
        return self._done(table, Deed(self._session, self.bot.member, "send", encode(wish)))

    def _done(self, table: Table, deed: Deed) -> Deed | None:
        try:
            table.do(deed)
        except RequestRefusedError:
            return None
        return deed


def recorded() -> Script:
    """Let bots play, and return what they did."""
    table = Table()
    players = [Player(number) for number in range(SESSIONS * BOTS)]
    script: Script = []
    for _ in range(MORE):
        deeds = (player.deed(table) for player in players)
        script.append([deed for deed in deeds if deed is not None])
        for parcels in table.tick():
            for parcel in parcels:
                message = decode_server(parcel.data)
                for member in parcel.members:
                    players[member - 1].bot.hear(message)
    return script


def play(file: Path, ticks: int) -> None:
    """Do again what was recorded, so many ticks of it."""
    script = msgspec.msgpack.decode(file.read_bytes(), type=Script)
    table = Table()
    for deeds in script[:ticks]:
        for deed in deeds:
            table.do(deed)
        for _ in table.tick():
            pass
    os._exit(0)  # Taking all of it down again is no part of a tick.


def counting(file: Path, ticks: int) -> subprocess.Popen[str]:
    """Begin to count the instructions of so many ticks and of all before them."""
    callgrind = ("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null")
    return subprocess.Popen(
        [*callgrind, sys.executable, __file__, "play", str(file), str(ticks)],
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
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "script"
        file.write_bytes(msgspec.msgpack.encode(recorded()))
        fewer, more = map(counted, [counting(file, ticks) for ticks in (FEWER, MORE)])
    moments = (MORE - FEWER) * SESSIONS * BOTS
    print(
        f"Core: {SESSIONS} sessions of {BOTS} bots, ticks {FEWER} to {MORE}, counted by callgrind"
    )
    print(f"  {(more - fewer) / moments:,.0f} instructions a player and tick")


if __name__ == "__main__":
    if sys.argv[1:2] == ["play"]:
        play(Path(sys.argv[2]), int(sys.argv[3]))
    else:
        main()
