"""Floods of every kind at once at a server with TLS, counted, while two honest players play on.

Each flood comes from an address of its own, one of the many of this machine's loopback.
"""

import asyncio
import contextlib
import re
import ssl
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from support.content.own_content import write_content
from support.gateway.certificates import Certificates
from support.gateway.raw_clients import guest, stranger
from support.processes.commands import Serving, serving
from support.processes.honest_players import MOVES, honest_players
from support.processes.waiting import LONGEST, let_others_go_on
from undertide_shared.closing import Closing
from undertide_shared.codec import encode
from undertide_shared.messages import ListSessions

STRANGERS = 20
"""Of each sort, at the same time."""
IN_LINE = STRANGERS // 2
"""Connections of one address that may have asked for nothing yet."""
MANY = 200
"""Connections that one address tries to open: more than are even told that there are too many."""
FLOOD = 3000
"""Messages: ten times what it takes to be put out."""
LIMITS = f"""
[limits]
connections_per_address = {STRANGERS}
handshakes_per_address = {IN_LINE}
idle_lobby_seconds = 1.0
"""
OPENING_SECONDS = 10.0
"""Seconds for a handshake, as servers have it."""
CUT = (OSError, EOFError, WebSocketException)
"""What a stranger meets whose connection was ended before it could begin."""
BOUND = 128 * 2**20
"""Bytes by which all of this may make the server grow: TLS alone keeps 256 kB a connection."""
CUT_OFF = re.compile(r'event="cut off" reason=(\w+) connections=(\d+)')
PUT_OUT = re.compile(r'event="put out".* code=(\d+)')

PING = b"\x89\x80\0\0\0\0"
BIG = b"\x82\xfe\x3f\xff\0\0\0\0" + bytes(0x3FFF)
"""A message of 16 kB: too long, but not so long that it would not be read."""
UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Protocol: undertide.v1\r\n\r\n"
)
BY_THE_WAY = {"too_slow_in_line", str(int(Closing.NO_GREETING))}
"""How those end that are pushed out of the line, in which half of a flood finds room, and those
that come to nothing because this machine is busy."""
UNCOUNTED = 5
"""Strangers, at the most, whose own end of the connection fails first: nobody cut those off."""


@pytest.fixture(scope="module")
def trusting(files: Certificates) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=files.ca)


@pytest.fixture
def fortress(
    request: pytest.FixtureRequest, files: Certificates, tmp_path: Path
) -> Iterator[Serving]:
    """A server for one test alone, so that it counts nothing else.

    A parameter is the seconds for a handshake.
    """
    config = write_content(tmp_path)
    opening = f"handshake_seconds = {getattr(request, 'param', OPENING_SECONDS)}"
    settings = f"[server]\nproxies = []\n{LIMITS}{opening}\n{files.settings()}"
    (config / "server.toml").write_text(settings, encoding="utf-8")
    with serving("--config", str(config), "--preset", "quiet", "--pace", "real") as running:
        yield running


class Address:
    """An address of this machine from which a server is flooded."""

    numbers = count(2)

    def __init__(self, server: Serving, trusting: ssl.SSLContext) -> None:
        self.url = server.address
        self.options: dict[str, Any] = {
            "ssl": trusting,
            "local_addr": (f"127.0.0.{next(self.numbers)}", 0),
        }

    @asynccontextmanager
    async def line(self, *, tls: bool = True) -> AsyncIterator["Line"]:
        """Open a connection on which nothing is said by itself."""
        options = self.options if tls else {"local_addr": self.options["local_addr"]}
        host, port = self.url.removeprefix("wss://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port), **options)
        try:
            yield Line(reader, writer)
        finally:
            writer.transport.abort()

    @asynccontextmanager
    async def websocket(self) -> AsyncIterator["Line"]:
        """Open a websocket by hand."""
        async with self.line() as line:
            line.say(UPGRADE)
            await line.reader.readuntil(b"\r\n\r\n")
            yield line


class Line:
    """A connection that says any bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self._writer = writer

    def say(self, data: bytes) -> None:
        """Send bytes, whether or not they are taken."""
        self._writer.write(data)

    async def flood(self, data: bytes) -> None:
        """Send the same bytes again and again, until cut off."""
        with contextlib.suppress(ConnectionError, ssl.SSLError):
            while not self.reader.at_eof() and not self._writer.is_closing():
                self._writer.write(data)
                await self._writer.drain()
                await let_others_go_on()

    async def cut(self) -> bytes:
        """Wait until the server has hung up, and return what it said last."""
        said = bytearray()
        with contextlib.suppress(ConnectionError, ssl.SSLError):
            while data := await self.reader.read(65536):
                said += data
        return bytes(said)


Attack = Callable[[Address], Coroutine[None, None, None]]


async def slow_opener(address: Address) -> None:
    """Ask for a websocket byte by byte, and never come to an end."""
    async with address.line() as line:
        hung_up = asyncio.create_task(line.cut())
        for byte in UPGRADE[:-4]:
            line.say(bytes([byte]))
            await asyncio.wait([hung_up], timeout=0.1)
        await hung_up


async def half_of_tls(address: Address) -> None:
    """Begin to agree on TLS, and fall silent."""
    async with address.line(tls=False) as line:
        line.say(b"\x16\x03\x01\x02\x00\x01")
        await line.cut()


async def endless_head(address: Address) -> None:
    """Ask with more and more headers."""
    async with address.line() as line:
        line.say(b"GET / HTTP/1.1\r\n")
        await line.flood(b"X-More: " + b"x" * 100 + b"\r\n")


async def ping_flood(address: Address) -> None:
    """Send nothing but pings."""
    async with address.websocket() as line:
        await line.flood(PING * 50)


async def byte_flood(address: Address) -> None:
    """Send large messages as fast as they go."""
    async with address.websocket() as line:
        await line.flood(BIG)


async def message_flood(address: Address) -> None:
    """Send far too many good messages, as fast as they go."""
    data = encode(ListSessions())
    async with guest(address.url, open_timeout=None, **address.options) as client:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(FLOOD):
                await client.send_raw(data)
                await let_others_go_on()
        await client.gone()


async def byte_by_byte(address: Address) -> None:
    """Greet, and then send a message that never ends, so that the lobby hears nothing."""
    async with guest(address.url, open_timeout=None, **address.options) as client:
        gone = asyncio.create_task(client.gone())
        transport = client.connection.transport
        for byte in BIG:
            transport.write(bytes([byte]))
            await asyncio.wait([gone], timeout=0.1)
            if gone.done():
                break
        await gone


FLOODS: dict[Attack, tuple[str, ...]] = {
    slow_opener: ("never_asked",),
    half_of_tls: ("no_tls",),
    endless_head: ("head_too_large",),
    ping_flood: ("pings_too_fast",),
    byte_flood: (
        str(int(Closing.TOO_FAST)),
        str(int(Closing.TOO_MANY_FAULTS)),
        "bytes_too_fast",
    ),
    message_flood: (str(int(Closing.TOO_FAST)), "messages_pile_up"),
    byte_by_byte: (str(int(Closing.IDLE)),),
}
"""Each flood, and how the server ends its connections."""


def ended(log: str) -> Counter[str]:
    """Return how many connections a server has ended, by why, as its log tells."""
    counts: Counter[str] = Counter(PUT_OUT.findall(log))
    for reason, connections in CUT_OFF.findall(log):
        code = Closing.__members__.get(reason.upper())
        counts[reason if code is None else str(int(code))] += int(connections)
    return counts


async def test_floods_are_cut_off_to_the_last_and_the_honest_play_on(
    fortress: Serving, trusting: ssl.SSLContext
) -> None:
    async with honest_players(fortress, ssl=trusting, open_timeout=None) as honest:
        size = fortress.resident_bytes()
        async with asyncio.TaskGroup() as group:
            for flood in FLOODS:
                address = Address(fortress, trusting)
                for _ in range(STRANGERS):
                    group.create_task(let(flood, address))
        assert fortress.resident_bytes() - size < BOUND
        whole = len(FLOODS) * STRANGERS
        least = whole - UNCOUNTED
        await asyncio.to_thread(fortress.logged_until, lambda log: ended(log).total() >= least)
        moves = [one.carried_out for one in honest]
    assert all(one.carried_out >= before + MOVES for one, before in zip(honest, moves, strict=True))
    counts = ended(fortress.log)
    assert least <= counts.total() <= whole, counts
    assert counts.keys() <= BY_THE_WAY.union(*FLOODS.values()), counts
    for flood, endings in FLOODS.items():
        assert sum(counts[why] for why in endings), (flood, counts)
    assert "Traceback" not in fortress.log
    assert "level=error" not in fortress.log


async def let(flood: Attack, address: Address) -> None:
    """Let a stranger flood a server, unless it is cut off before it could begin."""
    with contextlib.suppress(*CUT):
        await flood(address)


# Nobody who came in may make room for another meanwhile by not greeting.
@pytest.mark.parametrize("fortress", [LONGEST], indirect=True)
async def test_one_address_holds_no_more_connections_than_it_may(
    fortress: Serving, trusting: ssl.SSLContext
) -> None:
    address = Address(fortress, trusting)
    outcomes: Counter[str] = Counter()
    settled, over = asyncio.Event(), asyncio.Event()

    async def hold() -> None:
        try:
            async with stranger(address.url, open_timeout=None, **address.options):
                outcomes["welcome"] += 1
                settled.set()
                await over.wait()
        except InvalidStatus as refusal:
            outcomes[str(refusal.response.status_code)] += 1
        except CUT:
            outcomes["cut"] += 1
        settled.set()

    async with honest_players(fortress, ssl=trusting, open_timeout=None):
        holders = [asyncio.create_task(hold()) for _ in range(MANY)]
        while outcomes.total() < MANY:
            await settled.wait()
            settled.clear()
        over.set()
        await asyncio.gather(*holders)
    assert outcomes["welcome"] <= STRANGERS
    assert outcomes["429"] + outcomes["cut"] >= MANY - STRANGERS
