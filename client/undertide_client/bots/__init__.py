"""Heroes that play by themselves: for company, for load, and to find out what breaks.

    report = await run.run_bots("ws://127.0.0.1:4414", 8, 30.0)

A mind decides by what a mirror shows (`adventurer`, `idler`; `skills` has them by name), `player`
plays one hero over a link, `run` plays many and reports. `brain` is what others play them by.
"""
