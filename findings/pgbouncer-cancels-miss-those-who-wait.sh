#!/usr/bin/env bash
# PgBouncer 1.18: a cancel does nothing for a client that waits for a connection of the pool.
#
# Guess: cancelling ends the statement, wherever it is: in the database, or before, in the pooler.
# So it is: while all connections are in use a statement waits in the pooler, and a cancel for it is
# dropped without a word. The statement waits on, and is done once a connection is free, even an
# INSERT that its sender has given up. So a time limit that cancels works as long as the database
# has room, and fails when it is short of it; the wait has one bound, query_wait_timeout, 120 seconds.
# statement_timeout, which runs in the database, hasn't begun yet either.
# So a time limit has to stand in the pooler as well, or before it.
# Source: PgBouncer, src/objects.c, accept_cancel_request(): a client without a server is let go.
# Undertide: its connections have bounds on its own side of a pooler too.
# Needs Debian's packages pgbouncer and postgresql (seen with 15.18).
. "$(dirname "$0")/lib.sh"
need pgbouncer pgbouncer
python_with psycopg==3.3.9 psycopg-binary==3.3.9
database
pooler "pool_mode = transaction" "default_pool_size = 1"
PATH="$PATH:/usr/sbin" pgbouncer --version | head -1
"$python" - "$pooled" <<'PYTHON'
import sys
import threading
import time

import psycopg

def connect():
    address = f"host=127.0.0.1 port={sys.argv[1]} user=postgres dbname=postgres"
    return psycopg.connect(address, autocommit=True, prepare_threshold=None)

def insert(connection, number, pause, ends):
    try:
        connection.execute(f"WITH slept AS MATERIALIZED (SELECT pg_sleep({pause})) "
                           f"INSERT INTO sent SELECT {number} FROM slept")
        ends.append("done")
    except psycopg.Error as error:
        ends.append(type(error).__name__)

def cancel(connection, number, pause):
    """Send a statement, cancel it after half a second, and return its end, once it has come."""
    ends = []
    sender = threading.Thread(target=insert, args=(connection, number, pause, ends))
    sender.start()
    time.sleep(0.5)
    connection.cancel()
    time.sleep(0.5)
    return sender, ends, bool(ends)

holder, sender = connect(), connect()
holder.execute("CREATE TABLE sent (n int)")
sender.execute("SELECT 1")

thread, ends, has_ended = cancel(sender, 1, 5)
thread.join()
print("in the database:", ends[0], "at once:", has_ended)
assert ends == ["QueryCanceled"] and has_ended

holder.execute("BEGIN")
holder.execute("SELECT 1")
thread, ends, has_ended = cancel(sender, 2, 0)
holder.execute("COMMIT")
thread.join()
kept = [n for n, in holder.execute("SELECT n FROM sent")]
print("waiting in the pooler:", ends[0], "at once:", has_ended, "kept:", kept)
assert ends == ["done"] and not has_ended and kept == [2]
PYTHON
as_stated "a cancel reaches what runs, not what waits"
