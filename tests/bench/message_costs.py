"""What each message costs the server, in plain messages, beside the price that the table states.

A gateway in this process with some sessions. A client sends each message again and again; what
counts is the CPU of the event loop's thread for reading the message and for carrying it out. Fails
when a price is off by more than a factor of four. Messages that cost mostly something else, such
as a hash in another thread, a process or a write to the disk, may cost the loop less than stated.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from functools import partial
from pathlib import Path
from typing import Any, Final

sys.path.append(str(Path(__file__).parents[1]))

from support.gateway.raw_clients import Client, new_session
from support.gateway.real_gateway import hosted
from undertide_server.gateway.connections.peers import ConnectedPeer
from undertide_server.gateway.edge.opening import OpeningConnection
from undertide_server.gateway.edge.rate_limiter import COSTS, PLAIN_SECONDS
from undertide_server.gateway.handlers.message_router import MessageRouter
from undertide_server.sessions.broadcast.session_thumbnail import FRESH_SECONDS
from undertide_shared.limits import MAX_THUMBNAILS
from undertide_shared.messages import (
    AccountInfo,
    Act,
    Bestiary,
    ChangePassword,
    Chat,
    ClientMessage,
    Create,
    Created,
    Delta,
    Explore,
    Follow,
    Join,
    Keyframe,
    Leave,
    Left,
    ListKinds,
    ListPeople,
    ListSessions,
    ListThumbnails,
    LogIn,
    LogOut,
    People,
    Resync,
    Say,
    ServerMessage,
    Sessions,
    SignUp,
    Thumbnails,
    Watch,
)

SESSIONS: Final = 100
TIMES: Final = 40
FEW: Final = 10
"""How often messages are handed in that cost most."""
TALK: Final = Say("a few words, as people say them")
ELSEWHERE: Final = {Create, Join, SignUp, LogIn, LogOut, ChangePassword, ListPeople, Resync, Follow}
"""Messages that may cost less than stated: those that cost mostly something else, and keyframes,
which grow with what a hero has seen."""
FACTOR: Final = 4.0
PLENTY: Final[dict[str, Any]] = dict.fromkeys(
    ("messages_per_second", "message_burst", "sessions", "sessions_per_second"), 1_000_000
)


def main() -> int:
    """Measure and print; return how many prices are off."""
    with tempfile.TemporaryDirectory() as folder:
        costs = asyncio.run(measure(Path(folder)))
    plain = costs.pop(Say)
    print(f"Messages: a plain one takes {plain * 1e6:.0f} us (stated: {PLAIN_SECONDS * 1e6:.0f})")
    off = 0
    for kind, cost in sorted(costs.items(), key=lambda each: each[1]):
        stated, measured = COSTS.get(kind, 1), cost / plain
        least = 0.0 if kind in ELSEWHERE else 1 / FACTOR
        is_off = not least <= measured / stated <= FACTOR
        off += is_off
        told = f"{cost * 1e6:8.0f} us = {measured:6.1f} plain ones, stated {stated:5}"
        print(f"  {kind.__name__:16} {told}{'  OFF' if is_off else ''}")
    return off


class Meter:
    """The CPU that a server spends on one message after another of a client."""

    def __init__(self) -> None:
        self._spent = 0.0
        self.costs: defaultdict[type[ClientMessage], list[float]] = defaultdict(list)

    def install(self) -> None:
        """Measure the reading of all connections, and the carrying out of their messages."""
        read, carry_out = OpeningConnection.data_received, MessageRouter.handle_message

        def data_received(connection: OpeningConnection, data: bytes) -> None:
            began = time.thread_time()
            read(connection, data)
            self._spent += time.thread_time() - began

        async def handle_message(
            router: MessageRouter, peer: ConnectedPeer, message: ClientMessage
        ) -> None:
            began = time.thread_time()
            await carry_out(router, peer, message)
            self._spent += time.thread_time() - began

        setattr(OpeningConnection, "data_received", data_received)  # noqa: B010 - mypy
        setattr(MessageRouter, "handle_message", handle_message)  # noqa: B010 - mypy

    async def note(
        self, client: Client, message: ClientMessage, answer: type[ServerMessage], times: int = 1
    ) -> None:
        """Send a message some times, each time until it is answered."""
        for _ in range(times):
            await asyncio.sleep(0.002)
            self._spent = 0.0
            await client.send(message)
            await client.until(answer)
            self.costs[type(message)].append(self._spent)


async def measure(folder: Path) -> dict[type[ClientMessage], float]:
    """Return the median cost of each kind of message, in seconds."""
    meter = Meter()
    meter.install()
    async with hosted(accounts=folder, **PLENTY) as host:
        made = [await new_session(host.address, "tutorial", "auto") for _ in range(SESSIONS)]
        async with host.player("Ann", made[0]) as ann:
            await explored(ann)
        async with host.guest() as client:
            note = partial(meter.note, client)
            await note(ListSessions(), Sessions, TIMES)
            await note(Create("tutorial"), Created, FEW)
            for _ in range(TIMES):
                await note(Watch(made[0], "Wat"), Keyframe)
                await note(Leave(), Left)
            await note(Watch(made[0], "Wat"), Keyframe)
            await note(Follow(0), Keyframe, TIMES)
            await note(Resync(), Keyframe, TIMES)
            await note(TALK, Chat, TIMES)
            await note(Leave(), Left)
            for session in made[1 : FEW + 1]:
                await note(Join(session, "Ben"), Keyframe)
                await note(ListKinds(), Bestiary)
                await note(ListPeople(session), People)
                await note(Leave(), Left)
            await note(SignUp("Somebody", "correct horse battery"), AccountInfo)
            await note(LogIn("Somebody", "correct horse battery", b""), AccountInfo, FEW)
            changed = ChangePassword("correct horse battery", "another horse battery")
            await note(changed, AccountInfo)
            await note(LogOut(), AccountInfo)
            # One that plays and some where heroes sleep; most pictures are made anew.
            asked = ListThumbnails(made[:MAX_THUMBNAILS])
            for _ in range(FEW):
                await asyncio.sleep(FRESH_SECONDS)
                await note(asked, Thumbnails)
    return {kind: statistics.median(took) for kind, took in meter.costs.items()}


async def explored(client: Client) -> None:
    """Let a hero see something of its floor, so that keyframes have their usual size."""
    for sequence in range(1, TIMES):
        await client.send(Act(sequence, Explore()))
        await client.until(Delta)


if __name__ == "__main__":
    sys.exit(main())
