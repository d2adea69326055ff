#!/usr/bin/env bash
# Python's sqlite3: while one row of a SELECT is left unread, all of its connection sees an old moment.
#
# Guess: without a transaction (isolation_level=None, in_transaction False) each SELECT sees what is
# committed when it runs, and a write waits for others as long as `timeout` says. A cursor from which
# one row was fetched holds up nobody, least of all statements beside it; with a write-ahead log
# readers don't block writers.
# So it is: an unread cursor keeps its connection in a read transaction, which in_transaction doesn't
# tell. Once another connection has written,
# - each later SELECT of this connection, by new cursors, goes on to see what was before, for as long
#   as the cursor lives;
# - a write of this connection fails at once with "database is locked", whatever the timeout, and
#   though nobody holds a lock: it is refused since it looks at an old moment;
# - checkpoints of the others can't empty the log, and say so in a row, not by an error: it grows.
# So one `row = cursor.fetchone()` of a statement that may give two rows, kept in a variable, stops a
# program that polls. Closing the cursor, or reading it to its end, mends all of it; a statement that
# has one row only does no harm until it first has two.
# Source: SQLite, isolation.html and wal.html (a read transaction lasts as long as a statement runs;
# SQLITE_BUSY_SNAPSHOT); Python's sqlite3 says nothing of cursors that were not read to their ends.
# Undertide: reads all rows of what it asks.
# Seen with Python 3.11.7 and 3.13.0, SQLite 3.40.1.
. "$(dirname "$0")/lib.sh"
python3 - "$work/jobs.db" <<'PYTHON'
import platform, sqlite3, sys, time

print("with: Python", platform.python_version(), "and SQLite", sqlite3.sqlite_version)

def connect():
    return sqlite3.connect(sys.argv[1], timeout=5, isolation_level=None)

ours, others = connect(), connect()
ours.execute("PRAGMA journal_mode = WAL").fetchall()
ours.execute("CREATE TABLE jobs (id INTEGER PRIMARY KEY, what TEXT)")
ours.executemany("INSERT INTO jobs (what) VALUES (?)", [("dig",), ("carry",)])

def count(connection):
    return connection.execute("SELECT count(*) FROM jobs").fetchone()[0]

def emptied():
    others.execute("PRAGMA busy_timeout = 100").fetchall()
    return others.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0

cursor = ours.execute("SELECT what FROM jobs ORDER BY id")
print("one row of two:", cursor.fetchone(), "- in a transaction:", ours.in_transaction)
assert not ours.in_transaction
others.execute("INSERT INTO jobs (what) VALUES ('new')")
print("rows that others see:", count(others), "- that we see:", count(ours))
assert (count(others), count(ours)) == (3, 2)
begun = time.monotonic()
try:
    ours.execute("INSERT INTO jobs (what) VALUES ('ours')")
except sqlite3.OperationalError as error:
    seconds = time.monotonic() - begun
    print(f"a write, with a timeout of 5 s: {error}, after {seconds:.1f} s; {error.sqlite_errorname}")
    assert error.sqlite_errorname == "SQLITE_BUSY_SNAPSHOT"
    assert seconds < 2
else:
    raise SystemExit("changed: it writes")
empty = emptied()
print("others' checkpoint empties the log:", empty)
assert not empty

cursor.close()
print("the cursor closed: we see", count(ours), "- the log is emptied:", emptied())
assert count(ours) == 3 and emptied()
ours.execute("INSERT INTO jobs (what) VALUES ('ours')")

cursor = ours.execute("SELECT what FROM jobs WHERE id = 1")
cursor.fetchone()
others.execute("INSERT INTO jobs (what) VALUES ('newer')")
print("one row of one: we see", count(ours), "of", count(others))
assert count(ours) == count(others) == 5
PYTHON
as_stated "an unread row keeps its whole connection at an old moment"
