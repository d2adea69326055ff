#!/usr/bin/env bash
# psycopg 3.3: a time limit on a statement ends 5 or 10 seconds late where it is needed most.
#
# Guess: `async with asyncio.timeout(1)` around execute() raises TimeoutError after a second, whatever
# the server does; the connection may be lost with it.
# So it is while the server answers: it is asked to cancel the statement, does so, and the connection
# can be used on. Where it answers no more, the cancelled task first waits up to 5 s for somebody
# to take its request, and then up to 5 s for the statement to end; then the connection is closed. A
# stopped backend costs 5 s, a stopped machine or a cut network 10 s, and other cancellations, as of
# a TaskGroup or of asyncio.run() at Ctrl-C, wait as long. So a lease, a health check or a shutdown
# that counts on a second has eleven. Whoever needs an exact limit leaves the task to itself
# (asyncio.wait) and closes the connection, or has the operating system cut it (tcp_user_timeout).
# Source: psycopg/connection_async.py, wait(): _try_cancel(timeout=5.0), then wait_async(timeout=5.0);
# issues 1371 and 1435 of psycopg/psycopg.
# Undertide: cuts the socket itself when a statement's time is over.
# Needs Debian's package postgresql (seen with 15.18).
. "$(dirname "$0")/lib.sh"
python_with psycopg==3.3.9 psycopg-binary==3.3.9
database
"$python" - "$port" "$(head -1 "$work/db/data/postmaster.pid")" <<'PYTHON'
import asyncio, logging, os, signal, sys, time
import psycopg

logging.disable()
address = f"host=127.0.0.1 port={sys.argv[1]} user=postgres dbname=postgres"
postmaster = int(sys.argv[2])

async def measure(stops, statement):
    """Return the seconds that a limit of one takes, and whether the connection outlives it."""
    connection = await psycopg.AsyncConnection.connect(address, autocommit=True)
    backend = connection.info.backend_pid
    stopped = {"nothing": [], "the backend": [backend], "all": [backend, postmaster]}[stops]
    for process in stopped:
        os.kill(process, signal.SIGSTOP)
    begun = time.monotonic()
    try:
        async with asyncio.timeout(1):
            await connection.execute(statement)
    except TimeoutError:
        seconds = time.monotonic() - begun
    finally:
        for process in stopped:
            os.kill(process, signal.SIGCONT)
    lives = not connection.closed
    print(f"{stops} stopped: a limit of 1 s took {seconds:.1f} s, connection open: {lives}")
    await connection.close()
    return round(seconds), lives

async def main():
    assert await measure("nothing", "SELECT pg_sleep(60)") == (1, True)
    assert await measure("the backend", "SELECT 1") == (6, False)
    assert await measure("all", "SELECT 1") == (11, False)

asyncio.run(main())
PYTHON
as_stated "the limit is late by what the cancellation waits for"
