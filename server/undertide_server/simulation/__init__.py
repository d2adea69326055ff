"""The world of one run: pure, deterministic, without I/O.

`run.Run.step` takes inputs and returns events; everything else here serves it.
"""
