#!/usr/bin/env bash
# psycopg 3.3: who leaves the loop over notifies() loses what had come with the notification in hand.
#
# Guess: notifies() takes notifications from the connection as the loop asks for them. A `break`, a
# `return` or an error in the loop leaves the others for the next call; for those that arrive between
# two calls, during other statements, that is so, since 3.2.4 keeps them.
# So it is: all that arrived together is taken off the connection at once, and only the generator
# holds it. Leaving the loop drops the rest, without an error: of three events of one transaction
# the first is seen, and the next call waits for a fourth. stop_after=1 doesn't drop any, and gives
# all three. So a listener that looks up one event, is cancelled or stumbles over it has to treat
# that as a gap, and read the tables anew.
# Source: psycopg/connection.py and connection_async.py, notifies(): the backlog `d` is put back at
# the end, the list `pgns` is not.
# Needs Debian's package postgresql (seen with 15.18).
. "$(dirname "$0")/lib.sh"
python_with psycopg==3.3.9 psycopg-binary==3.3.9
database
"$python" - "$port" <<'PYTHON'
import sys
import psycopg

address = f"host=127.0.0.1 port={sys.argv[1]} user=postgres dbname=postgres"
listener = psycopg.connect(address, autocommit=True)
teller = psycopg.connect(address)
listener.execute("LISTEN news")

def tell(*texts):
    with teller.transaction():
        for text in texts:
            teller.execute("SELECT pg_notify('news', %s)", (text,))

def hear(**limits):
    return [notify.payload for notify in listener.notifies(timeout=1, **limits)]

tell("a", "b")
listener.execute("SELECT 1")
tell("c")
between = hear()
print("told while no loop ran:", between)
assert between == ["a", "b", "c"]

tell("d", "e", "f")
for notify in listener.notifies(timeout=5):
    print("the loop is left at", notify.payload)
    assert notify.payload == "d"
    break
rest = hear()
print("the next loop hears:", rest)
assert rest == []

tell("g", "h", "i")
try:
    for notify in listener.notifies(timeout=5):
        raise RuntimeError(notify.payload)
except RuntimeError as error:
    rest = hear()
    print("after an error at", error, "the next loop hears:", rest)
assert rest == []

tell("j", "k", "l")
several = hear(stop_after=1)
print("stop_after=1:", several)
assert several == ["j", "k", "l"]
PYTHON
as_stated "what the loop hasn't reached is gone once it is left"
