"""The simulation of one run: pure, deterministic, without I/O.

`pipeline.step` takes inputs and returns events; everything else here serves it. It is an
entity-component system: esper stores the components, and systems read rows of them
(`state/rows.py`), which are fetched once.
"""
