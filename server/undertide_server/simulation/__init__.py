"""The simulation of one run: pure, deterministic, without I/O.

`pipeline.step` takes inputs and returns events; everything else here serves it.
"""
