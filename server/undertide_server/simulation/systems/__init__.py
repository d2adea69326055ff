"""Systems: functions that move a run, or one floor of it, on. `pipeline` states their order.

Each file holds one system, and only `pipeline` imports this folder. What actors do is no system of
its own: they act in `actions/` (heroes) and `ai/` (monsters). So combat and resistances are in
`mechanics/combat.py`, and floor transitions in `actions/stairs.py`.
"""
