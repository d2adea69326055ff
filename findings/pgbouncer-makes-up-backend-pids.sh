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
need pgbouncer pgbouncer
python_with psycopg==3.3.9 psycopg-binary==3.3.9

database
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; stop_database 2>/dev/null || true; clean_up' EXIT
for mode in session transaction; do
    pooled=$(free_port)
    cat >"$work/db/$mode.ini" <<INI
[databases]
* = user=postgres host=127.0.0.1 port=$port
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = $pooled
unix_socket_dir =
auth_type = any
pool_mode = $mode
logfile = $work/db/$mode.log
pidfile = $work/db/$mode.pid
INI
    as_owner pgbouncer --quiet --daemon "$work/db/$mode.ini"
    for _ in $(seq 100); do [ -s "$work/db/$mode.pid" ] && break; sleep 0.1; done
    pids+=("$(cat "$work/db/$mode.pid")")
    ports="${ports:-$port} $pooled"
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
