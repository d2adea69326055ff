#!/usr/bin/env bash
# Python's sqlite3: a commit fails, and all is rolled back, while a row of RETURNING is left unread.
#
# Guess: UPDATE … RETURNING has done its work when execute() returns (SQLite: all changes are made
# before the first row); fetchone() takes the row that one wants, and the block commits. A SELECT
# that wasn't read to its end doesn't hinder a commit either.
# So it is for one row. With two, of which one was fetched, the commit raises OperationalError
# ("cannot commit transaction - SQL statements in progress"), and `with connection:` rolls back what
# was changed. So it works until a statement first meets two rows. And only while the cursor lives:
# execute(...).fetchone() in one expression is all right, a cursor with a name is not; if an error
# keeps it (its traceback does), every later commit of the connection fails too. Read all rows, or
# close the cursor.
# Source: SQLite, lang_transaction.html: a COMMIT fails while there are pending writes; for SQLite a
# statement that hasn't been stepped to its end is one. Python's sqlite3 says nothing of it.
# Undertide: keeps no cursor of such statements.
# Seen with Python 3.11.7 and 3.13.0, SQLite 3.40.1.
. "$(dirname "$0")/lib.sh"
python3 - <<'PYTHON'
import platform, sqlite3

print("with: Python", platform.python_version(), "and SQLite", sqlite3.sqlite_version)
connection = sqlite3.connect(":memory:")
with connection:
    connection.execute("CREATE TABLE jobs (id INTEGER PRIMARY KEY, queue TEXT, taken INT DEFAULT 0)")
    queues = [("short",), ("long",), ("long",)]
    connection.executemany("INSERT INTO jobs (queue) VALUES (?)", queues)

TAKE = "UPDATE jobs SET taken = 1 WHERE queue = ? RETURNING id"

def taken():
    return [number for (number,) in connection.execute("SELECT id FROM jobs WHERE taken")]

with connection:
    cursor = connection.execute(TAKE, ("short",))
    print("one row:", cursor.fetchone())
assert taken() == [1]

try:
    with connection:
        cursor = connection.execute(TAKE, ("long",))
        print("two rows:", cursor.fetchone())
except sqlite3.OperationalError as error:
    print("the commit:", error)
else:
    raise SystemExit("changed: it commits")
print("taken:", taken())
assert taken() == [1]

try:
    with connection:
        connection.execute("INSERT INTO jobs (queue) VALUES ('other')")
except sqlite3.OperationalError as error:
    print("the next commit:", error)
else:
    raise SystemExit("changed: the next one commits")

cursor.close()
with connection:
    print("the cursor not kept:", connection.execute(TAKE, ("long",)).fetchone())
assert taken() == [1, 2, 3]

with connection:
    cursor = connection.execute("SELECT id FROM jobs")
    cursor.fetchone()
    connection.execute("INSERT INTO jobs (queue) VALUES ('other')")
print("a SELECT, unread: it commits")
PYTHON
as_stated "an unread row of RETURNING fails the commit"
