#!/usr/bin/env bash
# prometheus_client 0.26: its decorators measure the making of a coroutine, and not what it does.
#
# Guess: @histogram.time(), @gauge.track_inprogress() and @counter.count_exceptions() work on an
# `async def` as on a `def`, or refuse it.
# So it is: they take it, and wrap the call alone, which returns a coroutine at once. So a handler
# that takes a fifth of a second counts as some microseconds, one that raises as no error, and none
# is ever in progress. Nothing shows it but the figures: the series are there, and count each call;
# a latency alert on them never fires. It is the same for generators. `with histogram.time():` inside
# of the function measures right, with `await` in it too.
# Source: prometheus_client/context_managers.py: the wrappers call `func` inside of `with self`, and
# return what it returns. (The wish for more is client_python's issue 48, of 2015.)
# Undertide: observes by hand.
. "$(dirname "$0")/lib.sh"
python_with prometheus-client==0.26.0
"$python" - <<'PYTHON'
import asyncio

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

SECONDS = 0.2
names = CollectorRegistry()
taken = Histogram("taken", "Seconds that a call takes", registry=names)
failed = Counter("failed", "Calls that raise", registry=names)
running = Gauge("running", "Calls that run", registry=names)
seen = []

async def work():
    seen.append(names.get_sample_value("running"))
    await asyncio.sleep(SECONDS)
    raise ValueError

async def work_inside():
    with taken.time(), failed.count_exceptions(), running.track_inprogress():
        await work()

def run(do):
    before = [names.get_sample_value(name) for name in ("taken_count", "taken_sum", "failed_total")]
    try:
        asyncio.run(do())
    except ValueError:
        pass
    after = [names.get_sample_value(name) for name in ("taken_count", "taken_sum", "failed_total")]
    calls, seconds, errors = (now - then for now, then in zip(after, before))
    print(f"{calls:.0f} call of {seconds:.6f} s, {errors:.0f} errors, {seen[-1]:.0f} running meanwhile")
    return calls, seconds, errors, seen[-1]

print("decorated:", end=" ")
calls, seconds, errors, meanwhile = run(
    taken.time()(failed.count_exceptions()(running.track_inprogress()(work)))
)
assert calls == 1 and seconds < SECONDS / 10 and errors == meanwhile == 0
print("by `with`:", end=" ")
calls, seconds, errors, meanwhile = run(work_inside)
assert calls == 1 and seconds >= SECONDS * 0.9 and errors == meanwhile == 1
PYTHON
as_stated "a coroutine takes no time, never fails and is never there"
