"""An operator's look into a stored run, at any of its steps: entities, components and floors.

A look reads the snapshots that the journal keeps and simulates the steps after them in a process of
its own, so players wait for none. `state.py` and `changes.py` are pure, `report.py` makes the
answer, `worker.py` is the process and `look_process.py` the server's end of it.
"""
