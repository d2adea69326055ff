#!/usr/bin/env bash
# Python's sqlite3: an INSERT, UPDATE or DELETE that begins with WITH is committed at once.
#
# Guess: without autocommit, as connect() has it, a statement that changes rows opens a transaction;
# rollback(), or an error in `with connection:`, takes it back.
# So it is: the module looks at the first word. `WITH ... INSERT` is no change to it: no transaction
# is opened, the rows are on the disk when execute() returns, and rollback() does nothing, without
# an error. rowcount is -1 for it. Behind another change the same statement is part of that one's
# transaction, so what ran before it decides whether it can be undone. Of an error in the middle of
# `with connection:` the first half stays.
# What helps is to open transactions oneself: isolation_level=None and BEGIN, or autocommit=False
# (from Python 3.12).
# Source: CPython, Modules/_sqlite/statement.c, pysqlite_statement_create(): is_dml compares the first
# word with INSERT, UPDATE, DELETE and REPLACE.
# Undertide: isolation_level=None, and BEGIN IMMEDIATE of its own.
. "$(dirname "$0")/lib.sh"
python3 - <<'PYTHON'
import sqlite3
import sys

print("Python", sys.version.split()[0], "with SQLite", sqlite3.sqlite_version)
PLAIN = "INSERT INTO item VALUES (1), (2)"
WITH = "WITH new(n) AS (VALUES (1), (2)) INSERT INTO item SELECT n FROM new"

def connect():
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE item (n)")
    return connection

def count(connection):
    return connection.execute("SELECT count(*) FROM item").fetchone()[0]

for statement, open_, told, kept in ((PLAIN, True, 2, 0), (WITH, False, -1, 2)):
    connection = connect()
    cursor = connection.execute(statement)
    is_open = connection.in_transaction
    connection.rollback()
    left = count(connection)
    print(f"{statement.split()[0]}: in_transaction {is_open}, rowcount {cursor.rowcount}, "
          f"{left} rows left after rollback()")
    assert (is_open, cursor.rowcount, left) == (open_, told, kept)

connection = connect()
connection.execute(PLAIN)
connection.execute(WITH)
connection.rollback()
print("WITH behind INSERT:", count(connection), "rows left after rollback()")
assert count(connection) == 0

connection = connect()
try:
    with connection:
        connection.execute(WITH)
        raise RuntimeError("half done")
except RuntimeError as error:
    print(error, "in `with connection:`:", count(connection), "rows left")
assert count(connection) == 2
PYTHON
as_stated "what begins with WITH can't be rolled back"
