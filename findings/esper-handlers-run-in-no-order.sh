#!/usr/bin/env bash
# esper 3.9: the handlers of an event run in another order each time, and mayn't set or remove any.
#
# Guess: handlers run in the order in which they were set, as processors of one priority do; and one
# that removes itself when it has heard once, or sets another, does so for the next dispatch.
# So it is: they are kept in a set of weak references, whose hashes hang on addresses in memory. The
# same program with the same seed calls them in another order in its next run, so a simulation that
# shall repeat itself can't have two handlers for an event that draw from one source of chance, or
# that change what the other reads. And dispatch_event() goes through that set itself: after a handler
# that sets or removes one of the event, were it the last or the only one, it raises RuntimeError. Those
# that were not called yet don't hear, and which these are hangs on the order again.
# Source: esper/__init__.py, set_handler(): event_registry[name] = set(); its documentation promises
# no order.
# Undertide: uses no events of esper; its systems are called in a fixed order.
. "$(dirname "$0")/lib.sh"
python_with esper==3.9
cat >"$work/order.py" <<'PYTHON'
import esper

heard = []

class Monster:
    def __init__(self, number):
        self.number = number

    def on_noise(self):
        heard.append(self.number)

monsters = [Monster(number) for number in range(12)]
for monster in monsters:
    esper.set_handler("noise", monster.on_noise)
esper.dispatch_event("noise")
assert sorted(heard) == list(range(12))
print(*heard)
PYTHON
for _ in $(seq 10); do PYTHONHASHSEED=0 "$python" "$work/order.py"; done | tee "$work/orders"
[ "$(sort -u "$work/orders" | wc -l)" -gt 1 ]
"$python" - <<'PYTHON'
import esper

def make_listener():
    def listen():
        global heard
        heard += 1
        esper.remove_handler("noise", listen)
    return listen

for count in (12, 1):
    heard = 0
    esper.event_registry.clear()
    listeners = [make_listener() for _ in range(count)]
    for listener in listeners:
        esper.set_handler("noise", listener)
    try:
        esper.dispatch_event("noise")
    except RuntimeError as error:
        print(f"{count} that listen once: RuntimeError: {error}; heard by {heard}")
    else:
        raise SystemExit("changed: a handler may remove itself")
    assert heard == 1
PYTHON
as_stated "handlers run in no order, and fail if one sets or removes another"
