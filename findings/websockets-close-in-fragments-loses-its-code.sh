#!/usr/bin/env bash
# websockets 17.4: close(4001, "…") while a message goes out in fragments: nobody hears of 4001.
#
# Guess: close(code, reason) waits for the message, or ends it, and sends what it was given; a peer
# that knows 4001 ("your seat was taken elsewhere") doesn't connect again. A control frame may stand
# between two fragments, by the protocol.
# So it is when nothing is being sent. While another task is inside send(async_iterator), however long
# that rests between two fragments, close() fails the connection instead: the peer gets 1011, "close
# during fragmented message", an internal error for which clients connect again at once; a peer of
# websockets answers that it is a protocol error; and this side's close_code says 1006, as after a lost
# network. close() itself returns as if all were well, and says nothing of it.
# So a server that streams has to end its own sending before it closes with a code that means something.
# Source: websockets/asyncio/connection.py, close(): protocol.fail(CloseCode.INTERNAL_ERROR, …) if
# send_in_progress; its documentation says "WebSocket close code" of `code`, and nothing of this.
# RFC 6455, 5.4: control frames may be injected in the middle of a fragmented message.
# Undertide: sends whole messages.
. "$(dirname "$0")/lib.sh"
python_with websockets==17.4
"$python" - <<'PYTHON'
import asyncio

from websockets.asyncio.client import connect
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed

async def slowly(begun):
    yield "half of "
    begun.set()
    await asyncio.Event().wait()

async def close(fragments):
    """Close a connection by the server; return what either side was told."""
    closed = asyncio.get_running_loop().create_future()

    async def serve_one(connection):
        sending = None
        if fragments:
            begun = asyncio.Event()
            sending = asyncio.create_task(connection.send(slowly(begun)))
            await begun.wait()
        await connection.close(4001, "taken elsewhere")
        if sending:
            sending.cancel()
            await asyncio.wait([sending])
        closed.set_result(connection.close_code)

    async with serve(serve_one, "127.0.0.1", 0) as server:
        uri = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        async with connect(uri) as client:
            try:
                await client.recv()
            except ConnectionClosed as error:
                heard, answered = error.rcvd, error.sent
            else:
                raise SystemExit("a message came")
        return (heard.code, heard.reason), (answered.code, answered.reason), await closed

usual = asyncio.run(close(fragments=False))
print("nothing being sent: the client hears", *usual[0], "- the server's close_code is", usual[2])
assert usual[0] == (4001, "taken elsewhere") and usual[2] == 4001
broken = asyncio.run(close(fragments=True))
print("in fragments: the client hears", *broken[0], "and answers", *broken[1])
print("the server's close_code is", broken[2])
assert broken[0] == (1011, "close during fragmented message")
assert broken[1] == (1002, "incomplete fragmented message")
assert broken[2] == 1006
PYTHON
as_stated "while a message goes out in fragments, close() sends another code than asked"
