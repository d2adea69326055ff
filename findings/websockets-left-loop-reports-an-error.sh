#!/usr/bin/env bash
# websockets 17.4: a client that leaves its loop of connections reports an internal error, 1011.
#
# Guess: `async for connection in connect(uri)` is `async with connect(uri)` that connects again;
# `break` or `return`, once the work is done, ends the connection as leaving the block does: 1000.
# So it is: the server is told 1011, "internal error", and its loop over messages raises
# ConnectionClosedError, so what it counts or logs as failures are clients that left in order. A
# cancelled client, stopped by Ctrl-C for instance, says 1011 too, in both forms. And `break` doesn't
# wait: the connection is still open behind the loop, where nothing needs it any more; it ends in a
# task of its own, or with the event loop. So close() has to stand before the `break`.
# Source: websockets/asyncio/client.py, __aiter__(): the connection is left by the generator's
# GeneratorExit; connection.py, __aexit__(): any exception closes with INTERNAL_ERROR.
# Undertide: connects by hand and closes by hand.
. "$(dirname "$0")/lib.sh"
python_with websockets==17.4
"$python" - <<'PYTHON'
import asyncio

from websockets.asyncio.client import connect
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosedError

ends: asyncio.Queue = asyncio.Queue()

async def hear(connection):
    try:
        async for _ in connection:
            pass
    except ConnectionClosedError as error:
        await ends.put((error.rcvd.code, "an error"))
    else:
        await ends.put((connection.close_code, "in order"))

async def leave_block(uri):
    async with connect(uri) as connection:
        await connection.send("done")

async def leave_loop(uri):
    async for connection in connect(uri):
        await connection.send("done")
        break
    print("behind the loop the connection is", connection.state.name)
    assert connection.state.name == "OPEN"

async def close_in_loop(uri):
    async for connection in connect(uri):
        await connection.send("done")
        await connection.close()
        break

async def cancelled(uri):
    async with asyncio.timeout(0.2):
        async with connect(uri) as connection:
            await connection.recv()

async def main():
    async with serve(hear, "127.0.0.1", 0) as server:
        uri = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        for leave, expected in (
            (leave_block, (1000, "in order")),
            (leave_loop, (1011, "an error")),
            (close_in_loop, (1000, "in order")),
            (cancelled, (1011, "an error")),
        ):
            try:
                await leave(uri)
            except TimeoutError:
                pass
            async with asyncio.timeout(5):
                end = await ends.get()
            print(f"{leave.__name__}: the server sees", *end)
            assert end == expected, expected

asyncio.run(main())
PYTHON
as_stated "leaving the loop is an internal error, leaving the block is none"
