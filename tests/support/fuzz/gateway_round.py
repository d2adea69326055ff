"""One round of random connections to a gateway, beside a player who plays on undisturbed."""

import asyncio
import struct
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from msgspec import inspect
from structlog.processors import format_exc_info
from structlog.testing import capture_logs

from support.fuzz.random_messages import CLIENT_TYPES, RandomMessages
from support.gateway.raw_clients import Client, guest, new_session
from support.gateway.raw_sockets import PLAIN, UPGRADE, masked, opened
from support.gateway.real_gateway import Hosted, hosted
from support.processes.waiting import LONGEST
from undertide_shared.messages import (
    PROTOCOL,
    Act,
    Create,
    Created,
    Hello,
    Join,
    Keyframe,
    Options,
    Resync,
    Watch,
)

STRANGERS: Final = 8
"""Connections at the same time."""
MOST_BURSTS: Final = 60
LONGEST_BURST: Final = 20
CHANCE_OF_REQUEST: Final = 0.1
"""Chance that a connection sends a request and no messages."""
CHANCE_OF_DAMAGE: Final = 0.002
"""Chance that a frame is damaged. That ends its connection."""
ENDLESS: Final = 10**9
NO_LIMITS: Final = {
    **dict.fromkeys(("messages_per_second", "message_burst", "bad_messages"), ENDLESS),
    **dict.fromkeys(("bytes_per_second", "bytes_per_second_per_address"), ENDLESS),
    **dict.fromkeys(("connections_per_address", "connections_per_second"), ENDLESS),
    **dict.fromkeys(("sessions_per_second", "sessions_per_day_per_address"), ENDLESS),
    "sessions": 20,
}
"""Limits of a server that cuts nobody off, so that more messages reach what is behind them."""
TYPES: Final = (*CLIENT_TYPES, *map(inspect.type_info, (Join, Join, Join, Watch, *(Act,) * 10)))
"""What strangers send: often what gets them into a session, and intents."""
BINARY: Final = 0x82
MASKED: Final = 0x80
MEDIUM, LARGE = 126, 127
"""What a frame's length says where two or eight more bytes tell it."""


async def fuzz_gateway(seed: int, count: int, *, limited: bool) -> Counter[str]:
    """Send messages, frames and requests to a gateway until it has read so many messages.

    Returns how many it read (`received`) and refused, by code, how many connections it ended, by
    reason, and how many it did not let in, by status. Raises AssertionError where the server logs
    an error, disturbs the player, or keeps something of those who have gone. The server has the
    limits that ship if it is `limited`, else hardly any.
    """
    faults: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(context))
    with capture_logs([format_exc_info]) as logs:
        limits: dict[str, Any] = {} if limited else NO_LIMITS
        async with hosted(**limits) as host, guest(host.address) as honest:
            await _take_private_seat(honest)
            words = [await new_session(host.address)]
            outcomes = await _send_all(host, seed, count, words)
            await honest.send(Resync())
            async with asyncio.timeout(LONGEST):
                await honest.until(Keyframe)
            await honest.connection.close()
            await host.deserted()
    faults += [line for line in logs if line["log_level"] in {"error", "critical"}]
    assert not faults, f"seed {seed}: {faults[:3]}"
    return outcomes


async def _take_private_seat(honest: Client) -> None:
    await honest.send(Create("", None, Options(access="invited")))
    made = await honest.until(Created)
    await honest.send(Join(made.invite, "Honest"))
    await honest.until(Keyframe)


async def _send_all(host: Hosted, seed: int, count: int, words: Sequence[str]) -> Counter[str]:
    counters = host.gateway.counters
    before = counters.received
    async with asyncio.TaskGroup() as group:
        for number in range(STRANGERS):
            messages = RandomMessages(seed * STRANGERS + number, TYPES, words)
            group.create_task(_Stranger(host, messages).send(before + count))
    kinds = {"refused": counters.refused, "cut": counters.cut, "away": counters.turned_away}
    outcomes = Counter({"received": counters.received - before})
    for kind, counted in kinds.items():
        outcomes.update({f"{kind}: {key}": number for key, number in counted.items()})
    return outcomes


class _Stranger:
    """Opens one connection after another, and sends what comes to its mind."""

    def __init__(self, host: Hosted, messages: RandomMessages) -> None:
        self.host = host
        self.messages = messages
        self.rng = messages.rng

    async def send(self, last: int) -> None:
        """Open connections and send messages until the server has received so many in all."""
        while self.host.gateway.counters.received < last:
            reader, writer = await opened(self.host.address)
            reading = asyncio.create_task(_read(reader))
            with suppress(ConnectionError):
                if self.rng.random() < CHANCE_OF_REQUEST:
                    await self._send_request(writer)
                else:
                    await self._send_messages(writer, reading)
                writer.write_eof()
            async with asyncio.timeout(LONGEST):
                await reading
            writer.transport.abort()

    async def _send_request(self, writer: asyncio.StreamWriter) -> None:
        """Send bytes that may be a request, and may have more behind them."""
        request = self.rng.choice((UPGRADE, PLAIN, PLAIN + PLAIN, UPGRADE + self.messages.data()))
        writer.write(self.messages.damaged(request) if self.rng.random() < 0.8 else request)
        await writer.drain()

    async def _send_messages(
        self, writer: asyncio.StreamWriter, reading: asyncio.Task[None]
    ) -> None:
        """Send messages in bursts, until there are enough or the server ends the connection."""
        writer.write(UPGRADE)
        if self.rng.random() < 0.95:
            writer.write(masked(Hello(PROTOCOL, "fuzz")))
        for _ in range(self.rng.randint(1, MOST_BURSTS)):
            for _ in range(self.rng.randint(1, LONGEST_BURST)):
                writer.write(self._frame())
            await writer.drain()
            if reading.done():
                break

    def _frame(self) -> bytes:
        frame = _binary(self.messages.data())
        return self.messages.damaged(frame) if self.rng.random() < CHANCE_OF_DAMAGE else frame


async def _read(reader: asyncio.StreamReader) -> None:
    """Read and forget all that the server says, until it ends the connection."""
    with suppress(ConnectionError):
        while await reader.read(65_536):
            pass


def _binary(data: bytes) -> bytes:
    """Return the frame of a client with one binary message, masked with zeros."""
    size = len(data)
    if size < MEDIUM:
        return struct.pack("!BBL", BINARY, MASKED | size, 0) + data
    if size < 2**16:
        return struct.pack("!BBHL", BINARY, MASKED | MEDIUM, size, 0) + data
    return struct.pack("!BBQL", BINARY, MASKED | LARGE, size, 0) + data
