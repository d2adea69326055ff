"""What a new session costs the event loop, and with it everybody else who plays.

A real `undertide serve` whose loop times its callbacks. A client alone makes a session and takes a
seat in it, one preset after another, as often as `OPENINGS` says: with runs in memory, kept on
disk, at two workers, and at the node of a cluster over a PostgreSQL server of the measurement's
own. Where runs are kept, each session is left until its run rests, and is entered again. Of two
workers the one whose loop took more counts, and the other one is told apart. A thread prepares what
it can: only the time of the event loop is counted. The collector of garbage may run meanwhile. It
walks through all objects of all sessions now and then, whether one is made or not: its time is told
apart.
"""

import asyncio
import statistics
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Final, TypeVar

sys.path.append(str(Path(__file__).parents[1]))

from workers import Worker

from support.gateway.raw_clients import Client, guest
from support.postgres.server import running_server
from support.processes.cluster import fresh_database
from undertide_server.gateway.housekeeping import SWEEP_SECONDS
from undertide_shared.messages import Create, Created, Error, Join, Joined, Keyframe, Leave, Left

Wanted = TypeVar("Wanted")

OPENINGS: Final = 12
"""Of each preset in each kind of server; the first ones also load what all others share."""
WARM: Final = 2
"""The openings of each preset that aren't counted."""
PRESETS: Final = ("default", "keep")
BETWEEN_SECONDS: Final = 0.3
"""Between two openings: a server allows ten a second."""
IDLE_SECONDS: Final = 1.0
SETTINGS: Final = f"""[limits]
idle_session_seconds = {IDLE_SECONDS}
message_burst = 10000
"""
REST_SECONDS: Final = IDLE_SECONDS + SWEEP_SECONDS + 0.5
"""Until a session that was left rests."""
MOST_AT_ONCE: Final = 5.0
MOST_IN_ALL: Final = 10.0
"""The goals, in milliseconds."""


async def main() -> None:
    """Measure and print."""
    with ExitStack() as stack:
        config, data, shared = (
            stack.enter_context(tempfile.TemporaryDirectory()) for _ in range(3)
        )
        (Path(config) / "server.toml").write_text(SETTINGS, encoding="utf-8")
        database = fresh_database(stack.enter_context(running_server()))
        for where, options in {
            "in memory": (),
            "on disk": ("--data", data),
            "at two workers": ("--data", shared, "--workers", "2"),
            "in a cluster": ("--cluster", database),
        }.items():
            serve = ("timed_loop.py", "serve", "--port", "0", "--config", config, *options)
            with Worker(*serve) as server:
                for preset in PRESETS:
                    await _measure(server, preset, where, kept=bool(options))


async def _measure(server: Worker, preset: str, where: str, *, kept: bool) -> None:
    """Measure the openings of one preset, and print them."""
    made, woken = Openings(server), Openings(server)
    async with guest(server.address()) as client:
        for number in range(OPENINGS):
            await asyncio.sleep(BETWEEN_SECONDS)
            async with made.measuring():
                await client.send(Create(preset, "auto"))
                session = (await _until(client, Created)).session
                token = await _enter(client, session)
            await client.send(Leave())
            await _until(client, Left)
            if kept and number < OPENINGS // 2:
                await asyncio.sleep(REST_SECONDS)
                async with woken.measuring():
                    await _enter(client, session, token)
                await client.send(Leave())
                await _until(client, Left)
    made.tell(f"{preset}, {where}, made")
    if kept:
        woken.tell(f"{preset}, {where}, woken")


async def _until(client: Client, kind: type[Wanted]) -> Wanted:
    """Return the next message of a kind. Raises RuntimeError when the server refuses something."""
    while True:
        match await client.receive():
            case Error() as error:
                raise RuntimeError(error)
            case kind() as message:
                return message


async def _enter(client: Client, session: str, token: bytes = b"") -> bytes:
    """Take a seat, and wait until the hero is there; return the seat's token."""
    await client.send(Join(session, "Ann", token))
    joined = await _until(client, Joined)
    await _until(client, Keyframe)
    return joined.token


class Openings:
    """The openings of one kind, in milliseconds of the server's event loop."""

    def __init__(self, server: Worker) -> None:
        self._server = server
        self._longest: list[float] = []
        self._sums: list[float] = []
        self._collected: list[float] = []
        self._named: list[str] = []
        self._others: list[float] = []

    @asynccontextmanager
    async def measuring(self) -> AsyncIterator[None]:
        """Measure what is done in this context."""
        self._server.ask("begin")
        yield
        told = self._server.ask("callbacks")
        self._sums.append(told["sum"])
        self._collected.append(told["collected"])
        self._others.append(told["others"])
        if told["longest"] > max(self._longest[WARM:], default=0.0):
            self._named = told["named"]
        self._longest.append(told["longest"])

    def tell(self, what: str) -> None:
        """Print them."""
        longest, sums = self._longest[WARM:], self._sums[WARM:]
        print(
            f"{what}: at once {statistics.median(longest):.1f} ms, at most {max(longest):.1f}"
            f" (goal: {MOST_AT_ONCE}); in all {statistics.median(sums):.1f} ms,"
            f" at most {max(sums):.1f} (goal: {MOST_IN_ALL});"
            f" other loops at most {max(self._others[WARM:]):.1f} ms;"
            f" garbage collection at most {max(self._collected):.1f} ms"
        )
        for name in self._named:
            print(f"    {name}")


if __name__ == "__main__":
    asyncio.run(main())
