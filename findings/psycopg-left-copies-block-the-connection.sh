#!/usr/bin/env bash
# psycopg 3.3: leaving the loop over a COPY TO leaves a connection that no statement can use.
#
# Guess: `with cursor.copy("COPY ... TO STDOUT") as copy:` ends the copy, however its block is left.
# So it is for an error: the copy is cancelled, and the rest is thrown away. Where the block ends
# without one, by `break`, `return` or after the first rows, the copy goes on: the transaction status
# stays ACTIVE, and each statement, rollback() too, raises OperationalError, "another command is
# already in progress". `with connection.transaction():` around it fails at its end, with nothing
# committed. Reading on to the end, or raising, are the ways out; close() of the cursor is none.
# Source: psycopg/_copy.py and _copy_async.py, finish(): `if not exc: return` (psycopg's issue 1008).
# Undertide: reads by SELECT.
# Needs Debian's package postgresql (seen with 15.18).
. "$(dirname "$0")/lib.sh"
python_with psycopg==3.3.9 psycopg-binary==3.3.9
database
"$python" - "$port" <<'PYTHON'
import sys

import psycopg

address = f"host=127.0.0.1 port={sys.argv[1]} user=postgres dbname=postgres"
COPY = "COPY (SELECT generate_series(1, 100000)) TO STDOUT"

def leave_by_break(connection):
    with connection.cursor() as cursor, cursor.copy(COPY) as copy:
        for _ in copy.rows():
            break

def leave_by_error(connection):
    try:
        with connection.cursor() as cursor, cursor.copy(COPY) as copy:
            for _ in copy.rows():
                raise LookupError
    except LookupError:
        pass

def read_all(connection):
    with connection.cursor() as cursor, cursor.copy(COPY) as copy:
        for _ in copy.rows():
            pass

for leave, expected in ((read_all, "IDLE"), (leave_by_error, "IDLE"), (leave_by_break, "ACTIVE")):
    connection = psycopg.connect(address, autocommit=True)
    leave(connection)
    status = connection.info.transaction_status.name
    answers = []
    for ask in (lambda: connection.execute("SELECT 1").fetchone(), connection.rollback):
        try:
            answers.append(ask())
        except psycopg.OperationalError as error:
            answers.append(str(error).splitlines()[0])
    print(f"{leave.__name__}: {status}; a statement and rollback():", *answers, sep="\n    ")
    assert status == expected
    assert all("in progress" in str(answer) for answer in answers) == (expected == "ACTIVE")
    connection.close()

connection = psycopg.connect(address)
connection.execute("CREATE TABLE seen (n int)")
connection.commit()
try:
    with connection.transaction():
        connection.execute("INSERT INTO seen VALUES (1)")
        leave_by_break(connection)
    raise SystemExit("changed: the transaction ends")
except psycopg.OperationalError as error:
    print("a transaction around it:", str(error).splitlines()[0])
with psycopg.connect(address) as other:
    assert other.execute("SELECT count(*) FROM seen").fetchone() == (0,)
PYTHON
as_stated "a copy that is left without an error goes on"
