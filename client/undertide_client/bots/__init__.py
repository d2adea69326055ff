"""Heroes that play by themselves: for company, for load, and to find faults.

    report = await run.run_bots("ws://127.0.0.1:4414", 8, 30.0)

A mind decides by the content of a mirror (`adventurer`, `idler`; `skills` has them by name).
`player` plays one hero over a link. `run` plays many and reports. Other packages play them through
`brain`.
"""
