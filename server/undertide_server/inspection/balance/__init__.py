"""Measurements of a game's difficulty: bots play whole runs, without sockets or clocks.

`plan` says who plays which run, `table` plays it, `witness` records its events, and `workers` plays
many runs in processes of their own. `summary` adds up the results for `text` and `plot`.
"""
