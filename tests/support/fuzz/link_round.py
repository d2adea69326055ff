"""One round of random links between nodes, beside players who play on undisturbed.

Of those who send, some have no key. Some are fronts that have gone wrong, and one is an owner that
has: the key holder of a cluster is trusted to own runs, but not to be free of faults.
"""

import asyncio
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import msgspec
from structlog.processors import format_exc_info
from structlog.testing import capture_logs
from websockets.exceptions import ConnectionClosed

from support.cluster.linked_nodes import Kind, hang_up, listener_of, request_bytes
from support.cluster.stored_nodes import node_status, session_line
from support.fuzz.gateway_round import NO_LIMITS
from support.fuzz.link_messages import RandomLinkMessages, random_front, random_owner
from support.gateway.node_pair import NAMES, NodePair, node_pair
from support.gateway.raw_clients import Client
from support.gateway.raw_sockets import client_frame
from support.processes.waiting import LONGEST, until
from undertide_server.cluster.links.address import HostPort
from undertide_server.cluster.links.errors import MALFORMED
from undertide_server.cluster.links.link import TO_FRONT, TO_OWNER, LinkWire
from undertide_server.cluster.links.opening import listening
from undertide_server.cluster.links.tls import front_context
from undertide_server.store.leases import Node
from undertide_shared.messages import (
    Act,
    Chat,
    Create,
    Created,
    Join,
    Keyframe,
    Options,
    Say,
    Wait,
    Watch,
)

MARKER: Final = "marked by a stranger"
"""A text of those who have gone wrong, which no player may read."""
EVIL: Final = "evil"
"""The owner that has gone wrong, and its session."""
FRONTS: Final = 4
"""Fronts at the same time."""
BY_FRONTS: Final = "sent by fronts"
BY_OWNER: Final = "sent by an owner"
OWNER_SHARE: Final = 10
"""Messages of fronts for one of the owner at the least."""
LONGEST_LINK: Final = 200
"""Messages of one link at most."""
WRONG_TYPES: Final = 0.0005
"""The chance of each field over sockets, where one such field ends the link."""
CHANCE_OF_DAMAGE: Final = 0.01
CHANCE_OF_STRANGER: Final = 0.5
"""Chance that a connection lacks the key, or asks in a way that opens no link."""
BEAT_SECONDS: Final = 0.02
"""Time between two words of a player."""
NORTH: Final = NAMES[0]
ENDLESS: Final = 10**9


def fuzz_link_decoders(seed: int, count: int) -> Counter[str]:
    """Decode so many random messages of links; return how many were accepted and refused.

    Every other one is an owner's. Raises AssertionError where a decoder neither refuses a message,
    nor returns what comes back the same from its own bytes.
    """
    outcomes: Counter[str] = Counter()
    ends = ((random_front(seed), TO_OWNER), (random_owner(seed), TO_FRONT))
    for number in range(count):
        messages, decoder = ends[number % 2]
        data = messages.data()
        case = f"seed {seed}, message {number}: {data.hex()}"
        try:
            decoded = decoder.decode(data)
        except MALFORMED:
            outcomes["refused"] += 1
        except Exception as fault:
            raise AssertionError(case) from fault
        else:
            encoded = msgspec.msgpack.encode(decoded)
            assert msgspec.msgpack.encode(decoder.decode(encoded)) == encoded, case
            outcomes["accepted"] += 1
    return outcomes


async def fuzz_links(seed: int, count: int, folder: Path, kind: Kind) -> Counter[str]:
    """Send random messages over links to two nodes, and return what became of them.

    It is over when fronts have sent as many as `count`, and an owner a tenth of that. Raises
    AssertionError where a node logs an error, disturbs its players or shows them what others have
    sent, or keeps something of those who have gone.
    """
    faults: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(context))
    with capture_logs([format_exc_info]) as logs:
        async with node_pair(folder, sockets=kind, **NO_LIMITS) as pair, _honest(pair) as players:
            before = set(pair.north.gateway.peers.relayed)
            links = _LinkRound(pair, seed, count, kind)
            async with links.evil(), asyncio.TaskGroup() as group:
                for number in range(FRONTS):
                    group.create_task(links.send_as_front(number))
                group.create_task(links.send_as_owner())
                group.create_task(links.watch_evil())
                group.create_task(_play(players, links.is_over))
            await until(lambda: set(pair.north.gateway.peers.relayed) <= before)
    faults += [line for line in logs if line["log_level"] in {"error", "critical"}]
    assert not faults, f"seed {seed}: {faults[:3]}"
    outcomes = links.outcomes
    outcomes["links refused"] = sum(line["event"] == "link refused" for line in logs)
    outcomes["links lost"] = sum(line["event"] == "link lost" for line in logs)
    return outcomes


# --- players ---------------------------------------------------------------------------------


@asynccontextmanager
async def _honest(pair: NodePair) -> AsyncIterator[Sequence[Client]]:
    """Seat two players in a private session: one at each node, so one of them is relayed."""
    async with pair.north.guest() as ann, pair.south.guest() as ben:
        await ann.send(Create("", "auto", Options(access="invited")))
        made = await ann.until(Created)
        for client, name in ((ann, "Ann"), (ben, "Ben")):
            await client.send(Join(made.invite, name))
            await client.until(Keyframe)
        yield ann, ben


async def _play(players: Sequence[Client], is_over: asyncio.Event) -> None:
    """Act and talk until it is over; every word must arrive, and nothing of strangers."""
    for number in range(1, ENDLESS):
        for client in players:
            await client.send(Act(number, Wait()), Say(f"word {number}"))
        for client in players:
            for _ in players:
                await _hear_word(client, number)
        if is_over.is_set():
            return
        await asyncio.sleep(BEAT_SECONDS)


async def _hear_word(client: Client, number: int) -> None:
    async with asyncio.timeout(LONGEST):
        while True:
            message = await client.receive()
            assert MARKER not in repr(message), message
            if isinstance(message, Chat) and message.text == f"word {number}":
                return


# --- those who have gone wrong ---------------------------------------------------------------


class _LinkRound:
    """The links of one round, which send until fronts and the owner have sent their shares."""

    def __init__(self, pair: NodePair, seed: int, count: int, kind: Kind) -> None:
        self.outcomes: Counter[str] = Counter()
        self.is_over = asyncio.Event()
        self._pair = pair
        self._seed = seed
        self._kind = kind
        self._least = {BY_FRONTS: count, BY_OWNER: count // OWNER_SHARE}
        self._wires: list[LinkWire] = []
        self._words = [MARKER, *NAMES, EVIL]

    def _note(self, what: str) -> None:
        self.outcomes[what] += 1
        if all(self.outcomes[each] >= least for each, least in self._least.items()):
            self.is_over.set()

    # --- fronts, to the north ----------------------------------------------------------------

    async def send_as_front(self, number: int) -> None:
        """Open one link after another to the north, and send."""
        messages = random_front(self._seed * FRONTS + number, self._words, WRONG_TYPES)
        turn = 0
        while not self.is_over.is_set():
            turn += 1
            reader, writer = await self._connect()
            reading = asyncio.create_task(_read(reader))
            with suppress(ConnectionError):
                if messages.rng.random() < CHANCE_OF_STRANGER:
                    await self._ask_oddly(messages, writer)
                else:
                    node = f"front-{number}-{turn}"
                    await self._send_frames(messages, writer, reading, node)
            writer.transport.abort()
            await reading
            await hang_up(writer)

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        listener = self._pair.listeners[NORTH]
        if listener.context is None:
            return await asyncio.open_unix_connection(listener.address)
        place = HostPort.parse(listener.address)
        context = front_context(listener.certificate)
        return await asyncio.open_connection(place.host, place.port, ssl=context)

    async def _ask_oddly(self, messages: RandomLinkMessages, writer: asyncio.StreamWriter) -> None:
        """Send what opens no link, and messages behind it."""
        key, rng = NORTH.encode().hex(), messages.rng
        asked = rng.choice(
            (
                request_bytes(key=""),
                request_bytes(key=rng.randbytes(32).hex()),
                request_bytes(version=str(rng.randrange(9)), key=key[:-1]),
                request_bytes(version="1", key=key),
                request_bytes(node="", key=key),
                request_bytes(node="x" * rng.randrange(60, 9000), key=key),
                messages.damaged(request_bytes(key=rng.randbytes(32).hex())),
                rng.randbytes(rng.randrange(2000)),
            )
        )
        writer.write(asked)
        for _ in range(rng.randrange(3)):
            writer.write(client_frame(2, messages.message()))
        await writer.drain()
        self._note("sent without a link")

    async def _send_frames(
        self,
        messages: RandomLinkMessages,
        writer: asyncio.StreamWriter,
        reading: asyncio.Task[None],
        node: str,
    ) -> None:
        writer.write(request_bytes(node=node, key=NORTH.encode().hex()))
        for _ in range(messages.rng.randrange(LONGEST_LINK)):
            is_damaged = messages.rng.random() < CHANCE_OF_DAMAGE
            data = messages.data() if is_damaged else messages.message()
            writer.write(client_frame(2, data))
            await writer.drain()
            self._note(BY_FRONTS)
            if reading.done() or self.is_over.is_set():
                break
            await asyncio.sleep(0)

    # --- an owner, to the south --------------------------------------------------------------

    @asynccontextmanager
    async def evil(self) -> AsyncIterator[None]:
        """Run an owner with a session, of which both nodes know."""
        with tempfile.TemporaryDirectory() as folder:
            listener = listener_of(self._kind, Path(folder) / EVIL)
            async with listening(listener, EVIL.encode(), self._accept):
                entered = Node(EVIL, listener.address, EVIL.encode(), 1, "1", listener.certificate)
                status = replace(node_status(EVIL), node=entered)
                await self._pair.tell((status, session_line(EVIL)))
                yield
                for wire in self._wires:
                    wire.cut()

    def _accept(self, _node: str, wire: LinkWire) -> "_EvilEnd":
        self._wires.append(wire)
        return _EvilEnd(self._wires, wire)

    async def send_as_owner(self) -> None:
        """Send over each link that the south opens."""
        messages = random_owner(self._seed, self._words, WRONG_TYPES)
        while not self.is_over.is_set():
            for wire in list(self._wires):
                is_damaged = messages.rng.random() < CHANCE_OF_DAMAGE
                wire.write(messages.data() if is_damaged else messages.message())
                self._note(BY_OWNER)
            await asyncio.sleep(0 if self._wires else 0.01)

    async def watch_evil(self) -> None:
        """Be a client of the south that wants to watch the session of that owner."""
        while not self.is_over.is_set():
            with suppress(ConnectionClosed):
                async with self._pair.south.guest() as victim:
                    while not self.is_over.is_set():
                        await victim.send(Watch(EVIL, "Victim"))
                        await _read_for(victim, 0.2)


async def _read_for(client: Client, seconds: float) -> None:
    """Read whatever a client is sent for a while. Raises ConnectionClosed."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while True:
                await client.connection.recv()


class _EvilEnd:
    """The end of a link at the owner that has gone wrong. It hears nothing."""

    def __init__(self, wires: list[LinkWire], wire: LinkWire) -> None:
        self._wires = wires
        self._wire = wire

    def receive(self, data: bytes) -> None:
        """Ignore a message."""

    def lose(self, _reason: str) -> None:
        """Send nothing over this wire any more."""
        if self._wire in self._wires:
            self._wires.remove(self._wire)


async def _read(reader: asyncio.StreamReader) -> None:
    """Read and forget all that a node says, until it ends the connection."""
    with suppress(ConnectionError):
        while await reader.read(65_536):
            pass
