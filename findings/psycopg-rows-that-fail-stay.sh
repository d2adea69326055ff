#!/usr/bin/env bash
# psycopg 3.3: a row that can't be made stays the next one, and those behind it are out of reach.
#
# Guess: fetchone() on a row that fails to load, an 'infinity' among timestamps, or one that a row
# factory refuses, raises; the next fetchone() gives the next row. Or, where that isn't so, fetchmany()
# gives the rows that are sound.
# So it is: rownumber is counted up after the row was made, so each later call meets the same row and
# raises the same error. `while row := cursor.fetchone()` with an `except: continue` in it never ends.
# fetchall() and fetchmany() give nothing of the rows before the broken one either, though fetchone()
# reaches those. scroll(1) is the way past it.
# Source: psycopg/cursor.py, fetchone(): load_row() is called before self._pos grows.
# Undertide: keeps its times as numbers.
# Needs Debian's package postgresql (seen with 15.18).
. "$(dirname "$0")/lib.sh"
python_with psycopg==3.3.9 psycopg-binary==3.3.9
database
"$python" - "$port" <<'PYTHON'
import sys

import psycopg

address = f"host=127.0.0.1 port={sys.argv[1]} user=postgres dbname=postgres"
connection = psycopg.connect(address, autocommit=True)
TIMES = """SELECT n, moment::timestamptz FROM (VALUES
    (1, '2026-01-01'), (2, 'infinity'), (3, '2026-01-03')) AS given (n, moment) ORDER BY n"""

def fetch(ask):
    try:
        answer = ask()
    except (psycopg.DataError, ValueError) as error:
        return type(error).__name__
    return answer and [row[0] for row in answer] if isinstance(answer, list) else answer and answer[0]

def make_row(cursor):
    def make(values):
        if values[0] == 2:
            raise ValueError
        return values
    return make

for name, factory in (("infinity", psycopg.rows.tuple_row), ("a row factory", make_row)):
    cursor = connection.cursor(row_factory=factory)
    query = TIMES if name == "infinity" else "SELECT generate_series(1, 3)"
    cursor.execute(query)
    rows = [fetch(cursor.fetchone) for _ in range(4)]
    cursor.scroll(1)
    behind = fetch(cursor.fetchone)
    cursor.execute(query)
    together = [fetch(cursor.fetchall), fetch(lambda: cursor.fetchmany(2)), fetch(cursor.fetchone)]
    print(f"{name}: fetchone() four times {rows}, past it by scroll(1): {behind}; "
          f"fetchall(), fetchmany(2), fetchone(): {together}")
    error = rows[1]
    assert error in ("DataError", "ValueError")
    assert rows == [1, error, error, error] and behind == 3
    assert together == [error, error, 1]
PYTHON
as_stated "what can't be made is met again and again"
