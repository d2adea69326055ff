"""Floor transitions (R9): the floor where a run begins, and those that stairs lead to."""

from undertide_server.simulation.components.floors import Floor
from undertide_server.simulation.mechanics.spawning import create_floor
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.run import Run
from undertide_server.worldgen.game.run_tree import Branch, children_of, root_of

ROOT = 1
"""The branch where every run begins."""


def entry(run: Run) -> FloorIndex:
    """Return the floor where the run begins.

    It may be made ahead of the step in which the first hero enters it: the floor is the same.
    """
    return _floor_at(run, ROOT, root_of(run.game))


def floor_below(run: Run, floor: FloorIndex, stair: int) -> FloorIndex:
    """Return the floor to which the stairs down with this index lead."""
    child = children_of(run.game, branch_of(floor.state))[stair]
    return _floor_at(run, floor.state.children[stair], child)


def floor_above(run: Run, floor: FloorIndex) -> FloorIndex:
    """Return the floor to which the stairs up lead. The root has none."""
    path = floor.state.path[:-1]
    return next(other for other in run.index.floors.values() if other.state.path == path)


def branch_of(floor: Floor) -> Branch:
    """Return a floor's branch of the run tree."""
    return Branch(floor.path, floor.types)


def _floor_at(run: Run, branch_id: int, branch: Branch) -> FloorIndex:
    """Return the floor of a branch as it was left, or make it to suit all waking heroes."""
    entity = run.index.by_branch.get(branch_id)
    if entity is not None:
        return run.index.floors[entity]
    return create_floor(run, branch_id, branch)
