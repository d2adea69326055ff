#!/usr/bin/env bash
# PgBouncer 1.18: a client without an application_name appears under the name of the one before it.
#
# Guess: of the settings that PgBouncer follows (time zone, encoding, application_name) each client
# has its own on any connection of the pool; who named none has none.
# So it is for the time zone, which the server tells at each login. For application_name PgBouncer
# sets what a client has named, and nothing for one that has named nothing: the connection keeps the
# name of its last user. So pg_stat_activity, the server's log, and whoever ends sessions by name take
# its statements for another program's. Every client has to be given a name.
# Source: PgBouncer, src/varcache.c, varcache_apply(): a variable that the client lacks is skipped.
# Undertide: names its connections.
# Needs Debian's packages pgbouncer and postgresql (seen with 15.18).
. "$(dirname "$0")/lib.sh"
need pgbouncer pgbouncer
python_with psycopg==3.3.9 psycopg-binary==3.3.9
database
pooler "pool_mode = transaction" "default_pool_size = 1"
PATH="$PATH:/usr/sbin" pgbouncer --version | head -1
"$python" - "$pooled" "$port" <<'PYTHON'
import sys

import psycopg

def connect(port, **settings):
    address = f"host=127.0.0.1 port={port} user=postgres dbname=postgres"
    return psycopg.connect(address, autocommit=True, prepare_threshold=None, **settings)

def look(connection):
    name = "SELECT application_name FROM pg_stat_activity WHERE pid = pg_backend_pid()"
    return connection.execute("SHOW timezone").fetchone()[0], connection.execute(name).fetchone()[0]

named, nameless = connect(sys.argv[1], application_name="backup"), connect(sys.argv[1])
zone = look(nameless)[0]
named.execute("SET timezone = 'Asia/Tokyo'")
of_named, of_nameless = look(named), look(nameless)
print("the one that has a name:", of_named, "the one that has none:", of_nameless)
assert of_named == ("Asia/Tokyo", "backup")
assert of_nameless == (zone, "backup")
named.close()
after = look(nameless)
print("after the first one has left:", after)
assert after == (zone, "backup")
direct = look(connect(sys.argv[2]))
print("without PgBouncer:", direct)
assert direct[1] == ""
PYTHON
as_stated "who has no name gets another's"
