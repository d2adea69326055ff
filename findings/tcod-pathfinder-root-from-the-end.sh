#!/usr/bin/env bash
# tcod 21.2.2: Pathfinder.add_root takes a negative index, and measures from a cell outside the map.
#
# Guess: (-1, 0) is refused, as (9, 9) is on a smaller map (IndexError), or it means the last row,
# as in NumPy.
# So it is: it is both. The distance 0 is written into the last row, NumPy's way; the search itself
# begins at row -1, above the map. So the cells of the first row are nearest to the root, and the
# cells beside the 0 are among the farthest. Nothing is raised.
# Source: tcod/path.py, Pathfinder.add_root: `self._distance[index] = value`, then
# TCOD_frontier_push with the same index.
. "$(dirname "$0")/lib.sh"
python_with tcod==21.2.2 numpy==2.4.6
"$python" - <<'PYTHON'
import numpy as np
import tcod.path

def distances(root):
    cost = np.ones((4, 5), np.int8)
    finder = tcod.path.Pathfinder(tcod.path.SimpleGraph(cost=cost, cardinal=2, diagonal=3))
    finder.add_root(root)
    finder.resolve()
    return finder.distance

wrapped, last = distances((-1, 0)), distances((3, 0))
print("root (-1, 0):", wrapped, "root (3, 0):", last, sep="\n")
assert wrapped[3, 0] == last[3, 0] == 0
assert last[2, 0] == 2
assert wrapped[0, 0] == 2
assert wrapped[2, 0] == 6
try:
    distances((9, 9))
except IndexError as error:
    print("root (9, 9): IndexError:", error)
else:
    raise SystemExit(1)
PYTHON
as_stated "a root counted from the end is written at the end and searched from outside"
