#!/usr/bin/env bash
# websockets 17.4: cancelling send() of a message in fragments leaves a connection that can't send.
#
# Guess: a send that fails in the middle ends the connection: the peer waits for the rest of a
# message that never comes. So it is for an exception of the caller's generator: 1011, "error in
# fragmented message".
# So it is for a cancellation: nothing at all happens. The state stays OPEN, what the peer sends is
# received and pings are answered, but each later send() raises ProtocolError ("expected a
# continuation frame"), and the peer gets neither a message nor an end. A time limit around
# send(async_iterator) is enough.
# Source: websockets/asyncio/connection.py, send(): `except Exception: # We cannot fix the frame`;
# CancelledError is no Exception.
# Undertide: sends whole messages.
. "$(dirname "$0")/lib.sh"
python_with websockets==17.4
"$python" - <<'PYTHON'
import asyncio
import logging

from websockets.asyncio.client import connect
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosedError, ProtocolError

logging.disable()  # the server logs what its peers do wrong

async def talk(connection):
    await connection.send("hello")
    async for message in connection:
        print("the peer got", message)

async def slowly():
    yield "half of "
    await asyncio.Event().wait()

def broken():
    yield "half of "
    raise RuntimeError("no more")

async def main():
    async with serve(talk, "127.0.0.1", 0) as server:
        uri = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        client = await connect(uri)
        try:
            await asyncio.wait_for(client.send(slowly()), 0.2)
        except TimeoutError:
            print("cancelled; state:", client.state.name)
        assert client.state.name == "OPEN"
        for _ in range(2):
            try:
                await client.send("whole")
            except ProtocolError as error:
                print("send: ProtocolError:", error)
            else:
                raise SystemExit(1)
        assert await client.recv() == "hello"
        await (await client.ping())
        print("still open, and answering pings; state:", client.state.name)
        assert client.state.name == "OPEN"

        other = await connect(uri)
        try:
            await other.send(broken())
        except RuntimeError:
            pass
        try:
            await other.send("whole")
        except ConnectionClosedError as error:
            print("after an exception:", error)
        else:
            raise SystemExit(1)
        await client.close()

asyncio.run(main())
PYTHON
as_stated "an exception ends the connection, a cancellation only its sending"
