#!/usr/bin/env bash
# esper 3.9: remove_handler() takes no method away: it goes on to hear of the event.
#
# Guess: what set_handler() took, a function or a method, remove_handler() takes back. Its
# documentation names both, and that it passes silently what isn't registered.
# So it is for functions. A method is never found, so it passes silently, and is called by each later
# dispatch_event(). A weak reference keeps it, so it falls silent once its owner is freed, whenever
# that is: a pool, a list of the dead or a traceback may hold it for long. So a monster that was taken
# off its floor goes on to act, and a test whose owner dies at once doesn't show it. Handlers that
# shall end have to be functions, kept by whoever sets them.
# Source: esper/__init__.py: set_handler() keeps weakref.WeakMethod(func) for a method, and
# remove_handler() looks for weakref.ref(func), which equals none. benmoran56/esper, issue 106 and
# pull request 107, mended it for functions.
# Undertide: uses no events of esper.
. "$(dirname "$0")/lib.sh"
python_with esper==3.9
"$python" - <<'PYTHON'
import esper

heard = []

class Monster:
    def on_noise(self):
        heard.append("method")

def on_noise():
    heard.append("function")

monster = Monster()
kept = monster.on_noise  # also the very object that was set
for handler in (kept, on_noise):
    esper.set_handler("noise", handler)
esper.dispatch_event("noise")
print("set:         ", sorted(heard))
assert sorted(heard) == ["function", "method"]

heard.clear()
for handler in (kept, monster.on_noise, on_noise):
    esper.remove_handler("noise", handler)
esper.dispatch_event("noise")
print("removed:     ", heard)
assert heard == ["method"]

heard.clear()
del monster, kept, handler
esper.dispatch_event("noise")
print("owner freed: ", heard)
assert heard == []
PYTHON
as_stated "functions are removed, methods stay until their owner is freed"
