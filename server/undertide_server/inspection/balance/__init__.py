"""How hard a game is: whole runs played by bots, without sockets or clocks, and what came of them.

`plan` says which run is played by whom, `table` plays it, `witness` sees what happens in it, and
`workers` plays many in processes of their own. `summary` adds them up for `text` and `plot`.
"""
