"""The costs of paths follow the ground and whoever stands on it."""

import numpy as np

from undertide_server.simulation.state.floor_caches import (
    OPEN_COST,
    SHUNNED_COST,
    TAKEN_COST,
    PathCosts,
)

WALKABLE = np.array([[True, True, False], [True, True, True]])
SHUNNED = np.array([[False, True, False], [False, False, False]])


def test_costs_tell_open_ground_from_harmful_and_from_rock() -> None:
    costs = PathCosts(WALKABLE, SHUNNED)
    assert costs.cost.tolist() == [[OPEN_COST, SHUNNED_COST, 0], [OPEN_COST] * 3]


def test_whoever_stands_somewhere_makes_open_ground_dearer_until_it_goes() -> None:
    costs = PathCosts(WALKABLE, SHUNNED)
    for cell in ((0, 0), (1, 0)):
        costs.update(cell, is_taken=True)
    assert costs.cost[0].tolist() == [TAKEN_COST, SHUNNED_COST, 0]
    costs.update((0, 0), is_taken=False)
    assert costs.cost[0, 0] == OPEN_COST


def test_changed_ground_costs_what_it_would_from_the_beginning() -> None:
    walkable, shunned = WALKABLE.copy(), SHUNNED.copy()
    costs = PathCosts(walkable, shunned)
    np.put(walkable, [0, 2], [False, True])
    np.put(shunned, [1, 2], [False, True])
    costs.update_ground(np.array([0, 1, 2]))
    assert (costs.cost == PathCosts(walkable, shunned).cost).all()
    assert costs.paths.get_path(0, 1, 0, 2) == [(0, 2)]
