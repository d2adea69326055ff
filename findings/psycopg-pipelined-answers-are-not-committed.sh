#!/usr/bin/env bash
# psycopg 3.3: in a pipeline with autocommit, a result that was fetched is not yet committed.
#
# Guess: with autocommit=True each statement is committed when its result is there; in a pipeline
# results come later, and once fetchone() has returned the row of INSERT ... RETURNING, it is kept.
# So it is: statements between two synchronisations are one transaction, and fetching asks for the
# answers without one. What RETURNING told is invisible to all others until sync(), or the end of the
# block, and an error in a later statement takes it back, with those before it. Who acts on a fetched
# row, tells a client that its order is kept, say, tells it too early: after a crash, or one duplicate
# key further on, there is nothing.
# So results mean "kept" behind pipeline.sync() alone.
# Source: psycopg/_pipeline.py: a fetch flushes, sync() sends a Sync message; PostgreSQL's manual says
# of pipelining that what lies between two of them is one transaction.
# Undertide: answers players after a commit of its own, without pipelines.
# Needs Debian's package postgresql (seen with 15.18).
. "$(dirname "$0")/lib.sh"
python_with psycopg==3.3.9 psycopg-binary==3.3.9
database
"$python" - "$port" <<'PYTHON'
import sys

import psycopg

address = f"host=127.0.0.1 port={sys.argv[1]} user=postgres dbname=postgres"
writer = psycopg.connect(address, autocommit=True)
reader = psycopg.connect(address, autocommit=True)
writer.execute("CREATE TABLE deed (n int PRIMARY KEY)")

def insert(number):
    return writer.execute("INSERT INTO deed VALUES (%s) RETURNING n", (number,))

def kept():
    return [number for number, in reader.execute("SELECT n FROM deed ORDER BY n")]

with writer.pipeline() as pipeline:
    fetched = insert(1).fetchone()
    print("fetched:", fetched, "others see:", kept())
    assert fetched == (1,) and kept() == []
    pipeline.sync()
    insert(2).fetchone()
    print("after sync() and another insert others see:", kept())
    assert kept() == [1]
print("after the block others see:", kept())
assert kept() == [1, 2]

told = []
try:
    with writer.pipeline():
        told.append(insert(3).fetchone()[0])
        told.append(insert(4).fetchone()[0])
        insert(1).fetchone()
except psycopg.errors.UniqueViolation:
    print("told of", told, "and then a duplicate key; others see:", kept())
assert told == [3, 4] and kept() == [1, 2]

insert(5).fetchone()
assert kept() == [1, 2, 5]
PYTHON
as_stated "a fetched row can still be taken back"
