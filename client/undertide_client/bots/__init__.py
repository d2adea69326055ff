"""Heroes that play by themselves: for company, for load, and to find faults.

    report = await run.run_bots("ws://127.0.0.1:4414", 8, 30.0)

A brain decides by what is known at one moment (`adventurer`, `expert`; `skills` has them by name):
by a mirror over a link, or by a look at a run in the same process. `player` plays one hero over a
link. `run` plays many and reports.
"""
