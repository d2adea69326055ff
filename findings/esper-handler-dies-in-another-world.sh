#!/usr/bin/env bash
# esper 3.9: a handler whose owner is freed while another world is current breaks its event for good.
#
# Guess: handlers are held weakly, so one whose object is gone is simply no longer called.
# So it is: the callback that shall remove the dead reference looks into the registry of the world
# that is current at that moment. Where that is another world, it raises KeyError inside the garbage
# collector ("Exception ignored in ..."), and the dead reference stays in the world of the handler.
# Each later dispatch_event() of that name there raises TypeError ('NoneType' object is not
# callable), also for the handlers that live, and remove_handler() needs the object that is gone.
# Source: esper/__init__.py, _make_callback: `event_registry[name].remove(weak_method)`, where
# event_registry is a global that switch_world() replaces.
# Undertide: uses no handlers of esper; events are lists of a step.
. "$(dirname "$0")/lib.sh"
python_with esper==3.9
"$python" - 2>"$work/errors" <<'PYTHON'
import gc

import esper

class Listener:
    def hear(self):
        pass

heard = []

def live():
    heard.append("live")

esper.switch_world("first")
listener = Listener()
esper.set_handler("bell", listener.hear)
esper.dispatch_event("bell")
esper.switch_world("second")
del listener
gc.collect()
esper.switch_world("first")
esper.set_handler("bell", live)
for attempt in (1, 2):
    try:
        esper.dispatch_event("bell")
    except TypeError as error:
        print(f"dispatch {attempt}: TypeError: {error}")
    else:
        raise SystemExit(1)

# In one world alone it is as guessed.
esper.switch_world("third")
listener = Listener()
esper.set_handler("bell", listener.hear)
del listener
gc.collect()
esper.dispatch_event("bell")
PYTHON
grep -q "KeyError: 'bell'" "$work/errors" && echo "the collector printed: KeyError: 'bell'"
as_stated "an event is broken once a handler's owner was freed in another world"
