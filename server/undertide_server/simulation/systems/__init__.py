"""Systems: functions that advance a run, or one floor of it. `pipeline` states their order.

Each file holds one system, and only `pipeline` imports this folder. The actions of actors aren't
systems: they are in `actions/` (heroes) and `ai/` (monsters). Combat and resistances are in
`mechanics/combat.py`, and floor transitions in `actions/stairs.py`.
"""
