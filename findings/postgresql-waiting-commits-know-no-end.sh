#!/usr/bin/env bash
# PostgreSQL 15 with psycopg 3.3: no time limit ends a commit, and one that is cancelled is done.
#
# Guess: statement_timeout bounds COMMIT like any statement. A commit that waits for a synchronous
# standby which is gone fails then, or when it is cancelled: the client was told of no success, and
# the transaction is undone, or at least an error says that it is in doubt.
# So it is: the limit is switched off before the commit does its work. It bounds neither the wait for
# the standby nor what is put off until then (deferred constraints and triggers). A cancelled wait
# isn't undone: COMMIT succeeds, with a mere warning, and everybody sees what the standby doesn't have;
# if the machine is lost, it never was. psycopg hands warnings to add_notice_handler() only. And
# a time limit of asyncio cancels: `async with asyncio.timeout(2)` around a transaction ends with
# TimeoutError, which means "nothing happened" elsewhere, and the row is there. A program that tries
# again then writes twice.
# So a limit for commits has to close the connection, not cancel, and then look what became of them.
# Source: PostgreSQL, src/backend/tcop/postgres.c, finish_xact_command(): disable_statement_timeout()
# first; src/backend/replication/syncrep.c, SyncRepWaitForLSN(): "canceling wait for synchronous
# replication due to user request", a WARNING. psycopg, connection_async.py, wait(): cancels what runs.
# Undertide: closes a connection whose answer doesn't come, and its writes bear being repeated.
# Needs Debian's package postgresql.
. "$(dirname "$0")/lib.sh"
database
python_with "psycopg[binary]==3.3.9"
"$python" - "$port" <<'PYTHON'
import asyncio
import sys
import threading
import time

import psycopg

ADDRESS = f"host=127.0.0.1 port={sys.argv[1]} user=postgres dbname=postgres"
operator = psycopg.connect(ADDRESS, autocommit=True)
operator.execute("CREATE TABLE steps (what text)")
operator.execute("CREATE FUNCTION rest() RETURNS trigger LANGUAGE plpgsql AS"
                 " $$ BEGIN PERFORM pg_sleep(2); RETURN NULL; END $$")
bounded = psycopg.connect(ADDRESS, options="-c statement_timeout=500 -c lock_timeout=500")
warnings = []
bounded.add_notice_handler(lambda notice: warnings.append((notice.severity, notice.message_primary)))

def steps():
    with psycopg.connect(ADDRESS) as reader:
        return [what for (what,) in reader.execute("SELECT what FROM steps")]

def timed_commit():
    begun = time.monotonic()
    bounded.commit()
    return time.monotonic() - begun

try:
    bounded.execute("SELECT pg_sleep(2)")
except psycopg.errors.QueryCanceled as error:
    print("a statement of 2 s with a limit of 0.5 s:", str(error).splitlines()[0])
else:
    raise SystemExit("the limit isn't there")
bounded.rollback()

operator.execute("CREATE CONSTRAINT TRIGGER late AFTER INSERT ON steps"
                 " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION rest()")
bounded.execute("INSERT INTO steps VALUES ('deferred')")
print(f"a commit with a deferred trigger of 2 s: {timed_commit():.1f} s, no error")
assert steps() == ["deferred"]
operator.execute("DROP TRIGGER late ON steps")

operator.execute("ALTER SYSTEM SET synchronous_standby_names = 'gone'")
operator.execute("SELECT pg_reload_conf()")
while operator.execute("SHOW synchronous_standby_names").fetchone() != ("gone",):
    time.sleep(0.05)
for _ in range(100):  # until this backend has read it too
    bounded.execute("SELECT 1")
    if bounded.execute("SHOW synchronous_standby_names").fetchone() == ("gone",):
        break
bounded.execute("INSERT INTO steps VALUES ('cancelled')")
threading.Timer(
    2, lambda: operator.execute("SELECT pg_cancel_backend(%s)", [bounded.info.backend_pid])
).start()
seconds = timed_commit()
print(f"a commit without its standby, cancelled after 2 s: {seconds:.1f} s, no error;", *warnings)
assert seconds > 1.5
assert warnings == [
    ("WARNING", "canceling wait for synchronous replication due to user request")
]
assert steps() == ["deferred", "cancelled"]

async def limited():
    async with await psycopg.AsyncConnection.connect(ADDRESS) as connection:
        try:
            async with asyncio.timeout(2), connection.transaction():
                await connection.execute("INSERT INTO steps VALUES ('timed out')")
        except TimeoutError:
            print("asyncio.timeout(2) around a transaction: TimeoutError")
        else:
            raise SystemExit("changed: no TimeoutError")

asyncio.run(limited())
print("what everybody sees:", steps())
assert steps() == ["deferred", "cancelled", "timed out"]
PYTHON
as_stated "no limit ends a commit, and a cancelled one is done"
