#!/usr/bin/env bash
# tcod 21.2.2: dijkstra2d() on an array of 64 bits, or of unsigned 32, reaches nothing, in silence.
#
# Guess: maxarray(shape, dtype) makes the array that dijkstra2d() and hillclimb2d() take, for any type
# of integer that maxarray() takes; a wide one is for great distances.
# So it is for 8 and 16 bits, and for int32. For uint32, int64 and uint64 each cell that isn't a root
# keeps its largest value, unreached, though nothing is in the way; no error, no warning. On a map of
# floor alone nobody finds a way. The largest value of the type stands for -1 in C's int, which is
# less than any distance. An array that is filled with 1000 instead of maxarray() works in each type,
# so a test of one's own with small numbers passes. int64 is what NumPy makes of np.full() by default.
# Source: tcod/path.c, dijkstra2d: distances are read into an int.
# Undertide: int32 everywhere.
. "$(dirname "$0")/lib.sh"
python_with tcod==21.2.2
"$python" -W ignore - <<'PYTHON'
import numpy as np
import tcod.path

floor = np.ones((3, 4), np.int32)

def measure(distance):
    distance[0, 0] = 0
    tcod.path.dijkstra2d(distance, floor, 1, 1, out=distance)
    return int((distance < 100).sum()), int(distance[2, 3])

for kind in (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64):
    reached, last = measure(tcod.path.maxarray(floor.shape, dtype=kind))
    by_hand, _ = measure(np.full(floor.shape, 100, kind))
    print(f"{kind.__name__}: {reached} of 12 cells are reached, the last one in {last}; "
          f"from 100 instead: {by_hand}")
    assert by_hand == 12
    assert reached == (1 if kind in (np.uint32, np.int64, np.uint64) else 12)
distance = tcod.path.maxarray(floor.shape, dtype=np.int64)
measure(distance)
way = tcod.path.hillclimb2d(distance, (2, 3), True, True).tolist()
print("hillclimb2d on it:", way)
assert way == [[2, 3]]
PYTHON
as_stated "wide types are unreachable"
