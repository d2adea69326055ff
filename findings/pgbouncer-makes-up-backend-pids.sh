#!/usr/bin/env bash
# PgBouncer 1.18: the process that a login names is made up, and may be a negative number.
#
# Guess: PQbackendPID(), psycopg's `info.backend_pid`, is the server's process for this connection:
# what pg_backend_pid() says, and what pg_terminate_backend() and pg_locks take.
# So it is: PgBouncer answers a login before it has a connection of the server, with random bytes as
# the key for cancelling. In transaction mode any backend may serve the next transaction; in session
# mode one stays, and the login's number isn't its either. It is a number of 32 bits with a sign.
# Undertide turns that round (store/engine/postgres/session.py): where the two differ, something is
# between it and the server, so it prepares nothing and sets its time limits in each transaction.
# Needs Debian's packages pgbouncer and postgresql (seen with 1.18.0 and 15.18).
. "$(dirname "$0")/lib.sh"
python_with psycopg==3.3.9 psycopg-binary==3.3.9

database
ports=$port
for mode in session transaction; do
    pooler "pool_mode = $mode"
    ports="$ports $pooled"
done
pgbouncer --version | head -1

"$python" - $ports <<'PYTHON'
import sys, time
import psycopg

def login(port):
    for _ in range(100):
        try:
            return psycopg.connect(
                f"host=127.0.0.1 port={port} user=postgres dbname=postgres", autocommit=True
            )
        except psycopg.OperationalError:
            time.sleep(0.1)
    raise SystemExit("nobody answers")

told = []
for name, port in zip(("directly", "by session", "by transaction"), sys.argv[1:]):
    pairs = []
    for _ in range(20):
        with login(port) as connection:
            (pid,) = connection.execute("SELECT pg_backend_pid()").fetchone()
            pairs.append((connection.info.backend_pid, pid))
    same = sum(one == other for one, other in pairs)
    print(f"{name}: of 20 logins {same} named the backend; the first {pairs[0]}")
    told.append((same, any(one < 0 for one, _ in pairs)))
if told[0] != (20, False):
    raise SystemExit("changed: the server itself names another")
if [same for same, _ in told[1:]] != [0, 0]:
    raise SystemExit("changed: the pooler names the backend")
if not any(negative for _, negative in told[1:]):
    raise SystemExit("changed: no number was negative")
PYTHON
as_stated "a login through the pooler names no process of the server"
