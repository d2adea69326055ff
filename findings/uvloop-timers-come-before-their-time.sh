#!/usr/bin/env bash
# uvloop 0.23: timers come before their time, and sleeps of less than half a millisecond don't wait.
#
# Guess: as asyncio has it, a timer's callback runs once loop.time() has reached the time that was
# named; a sleep lasts at least as long as told; what call_soon() was told runs before a timer of 0.
# So it is: loop.time() counts whole milliseconds, and delays are rounded to the nearest one. In the
# callback of call_at(when) loop.time() may be less than `when`, by up to half a millisecond.
# `while loop.time() < deadline: await asyncio.sleep(deadline - loop.time())` sleeps once in asyncio;
# here the last 0.4 ms are rounded to no wait at all, and the loop turns hundreds of times at full
# load. A sleep of 0.4 ms in a loop of its own takes all of a core. call_later(0) is call_soon(), in
# the order of the calls, where asyncio runs it one turn later. What lasts less than a millisecond
# measures as 0 or 1 ms.
# So pauses have to be whole milliseconds, and who wakes for a deadline has to act on it, not to
# compare it with the clock again.
# Source: uvloop/loop.pyx, call_later(): round(delay * 1000), and call_soon() where that is 0; time()
# is uv_now(), which counts milliseconds.
# Undertide: has uvloop in the extra `fast`, and takes a loop for late from two milliseconds on.
. "$(dirname "$0")/lib.sh"
python_with uvloop==0.23.0
"$python" - <<'PYTHON'
import asyncio
import time

import uvloop

async def measure():
    loop = asyncio.get_running_loop()
    early = 0
    for _ in range(60):
        when, woken = loop.time() + 0.0024, loop.create_future()
        loop.call_at(when, lambda: woken.set_result(loop.time()))
        early += await woken < when
    turns = 0
    for _ in range(10):
        deadline = loop.time() + 0.0104
        while loop.time() < deadline:
            await asyncio.sleep(deadline - loop.time())
            turns += 1
    begun = time.monotonic()
    for _ in range(50):
        await asyncio.sleep(0.0004)
    slept = time.monotonic() - begun
    order = []
    loop.call_later(0, order.append, "later")
    loop.call_soon(order.append, "soon")
    await asyncio.sleep(0.01)
    return early, turns, slept, order

for name, run in (("asyncio", asyncio.run), ("uvloop", uvloop.run)):
    early, turns, slept, order = run(measure())
    print(f"{name}: {early} of 60 timers come early; {turns} turns to ten deadlines; "
          f"50 sleeps of 0.4 ms take {slept * 1000:.1f} ms; a delay of 0 and call_soon: {order}")
    if name == "asyncio":
        assert early == 0 and turns <= 20 and slept >= 0.02 and order == ["soon", "later"]
    else:
        assert early > 20 and turns > 50 and slept < 0.02 and order == ["later", "soon"]
PYTHON
as_stated "a time in uvloop is good to a millisecond"
