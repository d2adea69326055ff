#!/usr/bin/env bash
# websockets 17.4: with messages unread, close() takes ten seconds, and pings get no answer.
#
# Guess: recv() and close() are apart: who has no more use for what comes calls close(), the peer
# answers, and it is over. Pings and pongs are the library's business, whether or not the program
# reads.
# So it is: once more than max_queue (16) frames wait to be read, nothing at all is read from the
# connection. The peer's answer to the close stands behind them: close() gives up after close_timeout
# (10 s), with 1006, although the peer answered at once. The peer's pings wait there too: a client
# that is busy for 40 s is ended by the server with 1011, keepalive ping timeout, though its event
# loop ran all the while; it then still reads every message, and the end after them. It takes a small
# burst, and no fault of the network. Reading on in a task of one's own until the end helps; a
# larger max_queue only moves the number.
# Source: websockets/asyncio/messages.py, maybe_pause(); issue 1555 of python-websockets/websockets
# calls the wait of close() right.
# Undertide: its client grants a closing handshake two seconds, and lets 64 frames wait.
. "$(dirname "$0")/lib.sh"
python_with websockets==17.4
"$python" - <<'PYTHON'
import asyncio
import time

from websockets.asyncio.client import connect
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosedError

BURST = 40

async def talk(connection):
    for number in range(BURST):
        await connection.send(str(number))
    await connection.wait_closed()

async def close_after(uri, messages):
    """Close after so many messages: seconds that it took, the code that was left."""
    connection = await connect(uri)
    await connection.ping()
    for _ in range(messages):
        await connection.recv()
    await asyncio.sleep(0.2)  # the rest of the burst arrives
    begun = time.monotonic()
    await connection.close()
    return time.monotonic() - begun, connection.close_code

async def main():
    async with serve(talk, "127.0.0.1", 0) as server:
        uri = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        seconds, code = await close_after(uri, BURST)
        print(f"all read: closed in {seconds:.1f} s with {code}")
        assert seconds < 5 and code == 1000
        seconds, code = await close_after(uri, 0)
        print(f"none read: closed in {seconds:.1f} s with {code}")
        assert seconds > 9 and code == 1006

    # The same with times that fit into a test: a ping each second, and a second to answer.
    async with serve(talk, "127.0.0.1", 0, ping_interval=1, ping_timeout=1) as server:
        uri = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        connection = await connect(uri)
        await asyncio.sleep(5)  # busy elsewhere, while the event loop runs
        print("the client that was busy believes that it is", connection.state.name)
        assert connection.state.name == "OPEN"
        read = 0
        try:
            while True:
                await connection.recv()
                read += 1
        except ConnectionClosedError as error:
            print(f"after {read} messages:", error.rcvd)
            assert (read, error.rcvd.code) == (BURST, 1011)

asyncio.run(main())
PYTHON
as_stated "what isn't read holds up the close and the pongs"
