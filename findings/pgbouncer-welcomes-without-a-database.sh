#!/usr/bin/env bash
# PgBouncer 1.18: it accepts logins, and names the server's version, while the database is down.
#
# Guess: a connection that was opened through a pooler proves that the database answers: a readiness
# check may open one and be content.
# So it is: once a first client has been served, PgBouncer keeps the server's greeting and gives it
# to each newcomer at once. With the database stopped, connecting still succeeds in a moment, and
# server_version is there. Only the first statement tells: it waits (query_wait_timeout, 120 s, is
# what ends it) until a login at the server has failed, and fails at once for server_login_retry
# (15 s) from then on, also when the database is back. So a check has to run a statement, with a
# time limit of its own, and a client must go on trying for longer than the database is away.
# Needs Debian's packages pgbouncer and postgresql (seen with 1.18.0 and 15.18).
. "$(dirname "$0")/lib.sh"
python_with psycopg==3.3.9 psycopg-binary==3.3.9

database
pooler "server_login_retry = 2" "query_wait_timeout = 4" \
    "ignore_startup_parameters = extra_float_digits"
pgbouncer --version | head -1

"$python" - "$pooled" first <<'PYTHON'
import sys, time
import psycopg

address = f"host=127.0.0.1 port={sys.argv[1]} user=postgres dbname=postgres connect_timeout=5"
for _ in range(100):
    try:
        with psycopg.connect(address) as connection:
            connection.execute("SELECT 1")
        break
    except psycopg.OperationalError:
        time.sleep(0.1)
else:
    raise SystemExit("the pooler never served")
PYTHON
stop_database
"$python" - "$pooled" <<'PYTHON'
import sys, time
import psycopg

address = f"host=127.0.0.1 port={sys.argv[1]} user=postgres dbname=postgres connect_timeout=5"
try:
    direct = psycopg.connect(address, autocommit=True)
except psycopg.OperationalError as error:
    raise SystemExit(f"changed: the login failed: {error}")
print("the database is down; connected, server version", direct.info.server_version)
assert direct.info.server_version > 0
begun = time.monotonic()
try:
    direct.execute("SELECT 1")
except psycopg.Error as error:
    print(f"the first statement: {type(error).__name__}: {str(error).splitlines()[0]}")
else:
    raise SystemExit("changed: a statement was answered")
PYTHON
as_stated "a login through the pooler says nothing about the database behind it"
