"""What a frame costs to send: by this server, by a bare server, and by the event loop alone.

    sending.py [--clients 200] [--beats 400]
    sending.py take ADDRESS NUMBER PROTOCOL    be so many clients, who read and do nothing else

In each beat every client gets a frame of its own. This server sends them as a session's parcels, as
it does in play. The bare one awaits `send` of the library `websockets` for each client, as servers
of rooms do. The event loop alone is handed whole frames, so that is what any sending takes. They
take turns in one process; the clients are another. It prints the CPU of a frame, the kernel's with
it: medians of all beats.
"""

import argparse
import asyncio
import logging
import statistics
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import structlog
from raw_websocket import RawWebSocket
from websockets.asyncio.server import ServerConnection, serve

sys.path.append(str(Path(__file__).parents[1]))

from support.gateway.real_gateway import hosted
from undertide_server.content.load import load_settings
from undertide_server.gateway.connections.peers import Peers
from undertide_server.gateway.connections.sender import Sender, head_of_frame
from undertide_server.gateway.edge.counters import Counters
from undertide_server.process.event_loop import run as run_on_fastest_loop
from undertide_server.sessions.broadcast.outbox import Parcel
from undertide_shared.codec import encode
from undertide_shared.messages import PROTOCOL, SUBPROTOCOL, Delta, Hello, Shift

FRAME: Final = encode(Delta(300, shifted=[Shift(number, 40, 20) for number in range(20)]))
"""As long as most frames are."""
PAUSE_SECONDS: Final = 0.005
"""Between two beats, for the clients to read."""
Beat = Callable[[], Awaitable[None]]


def main() -> None:
    """Measure, or be the clients."""
    if sys.argv[1:2] == ["take"]:
        asyncio.run(take(sys.argv[2], int(sys.argv[3]), sys.argv[4]))
        return
    parser = argparse.ArgumentParser(description="What a frame costs to send.")
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--beats", type=int, default=400)
    chosen = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    run_on_fastest_loop(measure(chosen.clients, chosen.beats))


async def take(address: str, number: int, protocol: str) -> None:
    """Connect so many clients, say so, and read until whoever asked is gone."""
    clients = []
    for each in range(number):
        own = f"127.0.{1 + each // 250}.{1 + each % 250}"  # No address may have many connections.
        client = await RawWebSocket.connect(
            address, lambda _message: None, protocol=protocol, local_host=own
        )
        client.send(encode(Hello(PROTOCOL, "bench")))
        clients.append(client)
    print("there", flush=True)
    await asyncio.to_thread(sys.stdin.read)


async def measure(number: int, beats: int) -> None:
    """Let both servers and the loop alone send frames in turns, and print what each took."""
    bare: list[ServerConnection] = []

    async def serve_bare(client: ServerConnection) -> None:
        bare.append(client)
        await client.wait_closed()

    async with (
        hosted() as host,
        serve(serve_bare, "127.0.0.1", 0, compression=None) as rooms,
        _takers(host.address, number, SUBPROTOCOL),
        _takers(f"ws://127.0.0.1:{rooms.sockets[0].getsockname()[1]}", number),
    ):
        ways = _ways(host.gateway.peers, bare)
        took: dict[str, list[float]] = {name: [] for name in ways}
        for turn in range(beats):
            first = turn % len(ways)
            for name in [*ways][first:] + [*ways][:first]:
                took[name].append(await _cpu_of(ways[name]) / number)
    print(f"{number} clients, {beats} beats each, {len(FRAME)} bytes a frame")
    for name, costs in took.items():
        print(f"  {name:14} {statistics.median(costs) * 1e6:5.2f} µs of CPU a frame")


def _ways(peers: Peers, bare: Sequence[ServerConnection]) -> dict[str, Beat]:
    """Return the ways in which a beat's frames are sent, by name."""
    sender = Sender(peers, load_settings().limits, Counters())
    whole = head_of_frame(len(FRAME)) + FRAME

    async def ours() -> None:
        sender.send_soon([Parcel((peer.number,), FRAME, frame=True) for peer in peers])

    async def websockets() -> None:
        for client in bare:
            await client.send(FRAME)

    async def loop_alone() -> None:
        for client in bare:
            client.transport.write(whole)

    return {"undertide": ours, "websockets": websockets, "the loop alone": loop_alone}


@asynccontextmanager
async def _takers(address: str, number: int, protocol: str = "") -> AsyncIterator[None]:
    """Have so many clients, who are there at once. Raises RuntimeError if they fail."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, __file__, "take", address, str(number), protocol),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        if not await process.stdout.readline():
            raise RuntimeError(f"the clients of {address} ended")
        yield
    finally:
        process.kill()
        await process.wait()


async def _cpu_of(way: Beat) -> float:
    """Return the CPU that a beat takes until all of its frames are with the kernel."""
    begun = time.thread_time()
    await way()
    for _ in range(2):  # What is called soon, and then what the loop writes at the end of a turn.
        await asyncio.sleep(0)
    took = time.thread_time() - begun
    await asyncio.sleep(PAUSE_SECONDS)
    return took


if __name__ == "__main__":
    main()
