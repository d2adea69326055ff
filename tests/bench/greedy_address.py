"""An address that asks for all that its connections may, and for more.

    greedy_address.py ADDRESS WAY

Each connection writes the same bytes every second and discards whatever comes. Ways: "lobby" asks
for the list of sessions, "explore" explores in sessions of its own, "say" talks in one session in
real time, "steps" sends nearly twice as many steps as it may from sessions of its own.
"""

import asyncio
import os
import sys
import threading
from pathlib import Path
from typing import Final

sys.path.append(str(Path(__file__).parents[1]))

from answering import answer

from support.gateway.raw_clients import new_session
from support.gateway.raw_sockets import UPGRADE, masked
from undertide_shared.messages import (
    PROTOCOL,
    Act,
    ClientMessage,
    Explore,
    Hello,
    Join,
    ListSessions,
    Move,
    Say,
)

HERE: Final = ("127.0.0.9", 0)
CONNECTIONS: Final = {"lobby": 400, "explore": 60, "say": 200, "steps": 60}
TALKERS: Final = 8
"""Connections that say something, from the seats of one session. The others list sessions."""
SETTLED_SECONDS: Final = 4.0
"""Until the last connection sends what it sends."""
BUSY: Final = threading.Event()


class Line(asyncio.Protocol):
    """A connection of which nothing is read."""

    def data_received(self, data: bytes) -> None:
        """Discard what comes."""


async def attack(address: str, way: str) -> None:
    """Keep all connections busy, for ever."""
    options = {"local_addr": HERE, "open_timeout": None}
    shared = await new_session(address, "tutorial", "real", **options) if way == "say" else ""
    async with asyncio.TaskGroup() as group:
        for number in range(CONNECTIONS[way]):
            session = shared if number < TALKERS else ""
            if way in {"explore", "steps"}:
                session = await new_session(address, "tutorial", "auto", **options)
            group.create_task(busy(address, way, number, session))
            await asyncio.sleep(0.001)
        await asyncio.sleep(SETTLED_SECONDS)
        BUSY.set()


async def busy(address: str, way: str, number: int, session: str) -> None:
    """Keep one connection busy until it ends."""
    loop = asyncio.get_running_loop()
    host, port = address.removeprefix("ws://").split(":")
    transport, _ = await loop.create_connection(Line, host, int(port), local_addr=HERE)
    transport.write(UPGRADE)
    await asyncio.sleep(1.0)
    transport.write(masked(Hello(PROTOCOL, "greedy")))
    if session:
        transport.write(masked(Join(session, f"Greed{number}")))
    await asyncio.sleep(number % 10 / 10)
    sequence = 1
    while not transport.is_closing():
        said = said_by(way, sequence) if session else [ListSessions()] * 10
        transport.write(b"".join(map(masked, said)))
        sequence += len(said)
        await asyncio.sleep(1.0)


def said_by(way: str, sequence: int) -> list[ClientMessage]:
    """Return what a connection in a session says in a second."""
    match way:
        case "explore":
            return [Act(sequence, Explore())]
        case "say":
            return [Say("all that is said here is heard by all")] * 30
    sides = (Move(1, 0), Move(-1, 0))
    return [Act(sequence + number, sides[number % 2]) for number in range(55)]


if __name__ == "__main__":
    # Not even where the server runs with a real-time priority does this program disturb it.
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    answer({"busy": lambda _details: BUSY.wait(60.0)})
    asyncio.run(attack(*sys.argv[1:]))
