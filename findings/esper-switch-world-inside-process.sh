#!/usr/bin/env bash
# esper 3.9: after a processor has switched worlds, the processors behind it run on the other world.
#
# Guess: process() works on the world that was current when it was called; a switch counts from the
# next call on.
# So it is: the rest of the first world's processors go on at once, and each query they make, each
# entity they create or delete is the second world's. None of the second world's processors runs.
# Source: esper/__init__.py, process(): the loop holds the list of processors, while the queries
# read module globals that switch_world() replaces.
# Undertide: a World makes itself current at each access, and systems are plain functions.
. "$(dirname "$0")/lib.sh"
python_with esper==3.9
"$python" - <<'PYTHON'
import esper

class Life:
    def __init__(self, points):
        self.points = points

class Stairs(esper.Processor):
    def process(self):
        esper.switch_world("below")

class Poison(esper.Processor):
    def process(self):
        for _, life in esper.get_component(Life):
            life.points -= 1

above, below = Life(10), Life(10)
esper.switch_world("below")
esper.create_entity(below)
esper.switch_world("above")
esper.create_entity(above)
esper.add_processor(Stairs(), priority=2)
esper.add_processor(Poison(), priority=1)
esper.process()
print("above:", above.points, "below:", below.points, "current:", esper.current_world)
assert (above.points, below.points) == (10, 9)
PYTHON
as_stated "processors behind a switch act on the world that was switched to"
