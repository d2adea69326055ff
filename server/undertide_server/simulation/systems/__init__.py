"""Systems that are subjects of their own. `pipeline` names all systems in their order.

Each public function here is a system, and only `pipeline` imports this folder. Other systems stand
beside what they work with: the acts of heroes in `actions/`, of monsters in `ai/`, and those that
are a part of the tide, hunger, traps, trades, agreements, seats or the end of a run in
`mechanics/`.
"""
