from support.worlds.special_kinds import kind_that
from support.worlds.staging import Stage
from undertide_server.simulation.components.monsters import GuardPost
from undertide_server.simulation.queries.posts import is_allowed, is_out_of_bounds

LONG = ["#" * 30, "#@" + "." * 27 + "#", "#" + "." * 28 + "#", "#" * 30]
POST = (20, 1)


def test_bounds_are_cells_from_the_post() -> None:
    stage = Stage(LONG)
    guard = stage.monster(POST, kind=kind_that(stage, guards=3))
    assert is_allowed(guard, (1, 1)), "without a post it goes anywhere"
    guard.post = GuardPost(*POST)
    assert is_allowed(guard, (17, 1))
    assert not is_allowed(guard, (16, 1))
    assert not is_out_of_bounds(guard, (16, 1)), "it can strike there"
    assert is_out_of_bounds(guard, (15, 1))
    stage.run.index.move(guard, (10, 1))
    assert is_allowed(guard, (11, 1)), "whoever was brought away may come back"
    assert not is_allowed(guard, (9, 1))
