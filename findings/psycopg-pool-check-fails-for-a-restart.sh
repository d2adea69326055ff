#!/usr/bin/env bash
# psycopg_pool 3.3.3: with `check`, a restarted database is out of reach for half a minute more.
#
# Guess: check=ConnectionPool.check_connection, which the documentation offers for connections that
# broke in the pool, sorts them out: the caller gets one that works, a few milliseconds later.
# So it is: after the second connection that fails its check the caller sleeps 1 s, then 2, 4, 8,
# each before the next try, and each try takes the oldest connection of the pool. The new ones, that
# were made meanwhile, stand behind the broken ones. With 4 connections, the default, the first
# request after a restart takes seconds; with 8 it ends with PoolTimeout after the whole 30 s,
# though the database answers all the time and new connections lie ready. Requests at the same time
# share the broken ones out among them. Without `check`, 8 requests fail, at once.
# A pool that keeps no idle connections (min_size=0 and a short max_idle), pool.check() once an error
# shows that the server went away, or many short timeouts in place of a long one get round it.
# Source: psycopg_pool/pool.py, _getconn_with_check_loop() with AttemptWithBackoff, since issue 709
# of psycopg/psycopg; fecgov/fecfile-web-api has met it (2208).
# Undertide: its readers ask with a timeout of 50 ms, again and again, and keep no minimum.
# Needs Debian's package postgresql (seen with 15.18).
. "$(dirname "$0")/lib.sh"
python_with psycopg==3.3.9 psycopg-binary==3.3.9 psycopg-pool==3.3.3
database

# measure SIZE CHECK EXPECTED: fill a pool, restart the database, and ask the pool for a connection.
measure() {
    mkfifo "$work/restarted"
    "$python" - "$port" "$work/restarted" "$work/filled" "$@" <<'PYTHON' &
import logging, pathlib, sys, time
import psycopg
from psycopg_pool import ConnectionPool, PoolTimeout

logging.disable()
port, restarted, filled, size, check, expected = sys.argv[1:]
with ConnectionPool(
    f"host=127.0.0.1 port={port} user=postgres dbname=postgres",
    min_size=int(size),
    check=ConnectionPool.check_connection if check == "checked" else None,
    open=True,
) as pool:
    pool.wait()
    pathlib.Path(filled).touch()
    pathlib.Path(restarted).read_text()  # waits for the database to be back
    begun, failures, found = time.monotonic(), 0, None
    while found is None:
        try:
            with pool.connection() as connection:
                connection.execute("SELECT 1")
            found = "at once" if time.monotonic() - begun < 1 else "late"
        except PoolTimeout:
            found = "never"
        except psycopg.OperationalError:
            failures += 1
    seconds, ready = time.monotonic() - begun, pool.get_stats()["pool_available"]
    print(
        f"{size} connections, {check}: served {found}, {seconds:.2f} s, {failures} failed, {ready} ready"
    )
    assert found == expected
    assert failures == (0 if check == "checked" else int(size))
PYTHON
    local measuring=$!
    for _ in $(seq 300); do [ -e "$work/filled" ] && break; sleep 0.1; done
    stop_database
    start_database
    echo now >"$work/restarted"
    wait "$measuring"
    rm "$work/restarted" "$work/filled"
}
measure 8 unchecked "at once"
measure 4 checked late
measure 8 checked never
as_stated "with a check, a restart costs what no check would"
