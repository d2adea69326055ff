"""Floor transitions:

which floor each stair leads to, and that floors stay as they were left (R9).
"""

from support.worlds.forking_floors import GAME, floor_of, run_of
from undertide_server.simulation.mechanics.floor_transitions import branch_of, floor_above
from undertide_server.worldgen.game.run_tree import children_of, root_of


def test_a_floor_is_made_once() -> None:
    run = run_of(1)
    floor = floor_of(run, 0)
    assert floor_of(run, 0) is floor
    assert len(run.index.floors) == 2
    assert run.progress.deepest == 2


def test_each_stair_leads_to_a_branch_of_its_own() -> None:
    run = run_of(1)
    first, second = floor_of(run, 0), floor_of(run, 1)
    assert first is not second
    assert (first.state.path, second.state.path) == ((0,), (1,))
    assert first.state.branch != second.state.branch
    assert run.progress.deepest == 2


def test_a_floor_knows_the_branches_that_its_stairs_lead_to() -> None:
    run = run_of(1)
    root, below = floor_of(run), floor_of(run, 1)
    children = children_of(GAME, root_of(GAME))
    assert len(root.state.children) == len(root.state.stairs_down) == len(children)
    assert root.state.children[1] == below.state.branch
    numbers = [number for floor in (root, below) for number in floor.state.children]
    assert len({root.state.branch, *numbers}) == 1 + len(numbers)
    assert branch_of(below.state) == children[1]


def test_the_stairs_up_lead_to_the_floor_above_on_the_path() -> None:
    run = run_of(1)
    below = floor_of(run, 1, 0)
    assert floor_above(run, below) is floor_of(run, 1)
    assert floor_above(run, floor_of(run, 1)) is floor_of(run)
