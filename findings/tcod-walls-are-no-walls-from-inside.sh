#!/usr/bin/env bash
# tcod 21.2.2: a root or a start in a wall joins what the wall divides; a goal in a wall has no path.
#
# Guess: a cell of cost 0 is no part of the graph: from it nothing is reached, as nothing reaches it.
# So it is: only entering a cell costs, and only that is checked. A Pathfinder whose root stands in
# a wall fills the rooms on both sides of it, and AStar leads out of a wall; the other way round
# there is no path. So a distance map of a monster inside a wall, or of one whose cell became a
# wall, sends hunters of both rooms to it, and says 2 for cells that it can't be reached from.
. "$(dirname "$0")/lib.sh"
python_with tcod==21.2.2 numpy==2.4.6
"$python" - <<'PYTHON'
import numpy as np
import tcod.path

cost = np.ones((3, 5), np.int8)
cost[:, 2] = 0  # a wall from top to bottom
finder = tcod.path.Pathfinder(tcod.path.SimpleGraph(cost=cost, cardinal=2, diagonal=3))
finder.add_root((1, 2))
finder.resolve()
print(finder.distance)
assert finder.distance[1, 1] == finder.distance[1, 3] == 2
assert finder.distance.max() == np.iinfo(np.int32).max  # the rest of the wall
star = tcod.path.AStar(cost)
out, back = star.get_path(1, 2, 1, 0), star.get_path(1, 0, 1, 2)
print("AStar out of the wall:", out, "into it:", back)
assert out == [(1, 1), (1, 0)]
assert back == []
PYTHON
as_stated "a wall is left freely, whichever side one leaves it to"
