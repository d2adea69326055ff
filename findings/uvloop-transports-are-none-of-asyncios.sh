#!/usr/bin/env bash
# uvloop 0.23: none of its transports, servers and handles is one by asyncio's own classes.
#
# Guess: asyncio.BaseTransport, Transport, SubprocessTransport and AbstractServer are the abstract
# classes of what a loop hands out. connection_made() takes a BaseTransport, so typed code narrows it
# there: `assert isinstance(transport, asyncio.Transport)`.
# So it is: uvloop's classes neither inherit from these nor are registered with them, and isinstance()
# is false for each. Handles are no asyncio.Handle and no TimerHandle either. Only tasks and the loop
# are what asyncio calls so. The assertion goes to the loop's exception handler, and with it uvloop
# ends the connection; asyncio leaves one open whose connection_made() raised. So the same server
# closes on every client, and no caller of its own hears why.
# (In Python 3.11 asyncio's own datagram transport is no DatagramTransport; from 3.12 on it is.)
# So code for both loops narrows by typing.cast, or by the methods that it needs.
# Source: uvloop/handles/basetransport.pyx and handle.pyx: cdef classes without these bases.
# Undertide: asks no transport for its class.
. "$(dirname "$0")/lib.sh"
python_with uvloop==0.23.0
"$python" - <<'PYTHON'
import asyncio
import sys

import uvloop

class Careful(asyncio.Protocol):
    def connection_made(self, transport):
        assert isinstance(transport, asyncio.Transport)

class Broken(asyncio.Protocol):
    def connection_made(self, transport):
        raise LookupError

async def ends(*address):
    reader, writer = await asyncio.open_connection(*address)
    try:
        return await asyncio.wait_for(reader.read(), 1) == b""
    except TimeoutError:
        return False
    finally:
        writer.close()

async def look():
    loop, faults = asyncio.get_running_loop(), []
    loop.set_exception_handler(lambda _loop, context: faults.append(type(context["exception"])))
    server = await loop.create_server(Careful, "127.0.0.1", 0)
    address = server.sockets[0].getsockname()
    transport, _ = await loop.create_connection(asyncio.Protocol, *address)
    child, _ = await loop.subprocess_exec(asyncio.SubprocessProtocol, sys.executable, "-c", "")
    timer = loop.call_later(9, print)
    timer.cancel()
    found = {
        "server": isinstance(server, asyncio.AbstractServer),
        "transport": isinstance(transport, asyncio.Transport),
        "base": isinstance(transport, asyncio.BaseTransport),
        "child": isinstance(child, asyncio.SubprocessTransport),
        "timer": isinstance(timer, asyncio.TimerHandle),
    }
    broken = await loop.create_server(Broken, "127.0.0.1", 0)
    ended = await ends(*broken.sockets[0].getsockname())
    for each in (transport, child, server, broken):
        each.close()
    return found, ended, faults

for name, run in (("asyncio", asyncio.run), ("uvloop", uvloop.run)):
    found, ended, faults = run(look())
    print(f"{name}: {found}; a connection whose connection_made() raised is "
          f"{'closed' if ended else 'open'}; faults: {[each.__name__ for each in faults]}")
    if name == "asyncio":
        assert all(found.values()) and not ended and faults == [LookupError]
    else:
        assert not any(found.values()) and ended and faults == [AssertionError, LookupError]
PYTHON
as_stated "code that asks for asyncio's classes of transports fails on uvloop"
