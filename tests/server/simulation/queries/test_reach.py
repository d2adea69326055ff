"""How far heroes reach: near enough, and over ground that can be walked."""

import pytest

from support.worlds.staging import Stage, make_test_game
from undertide_server.simulation.queries.reach import out_of_reach
from undertide_shared.geometry import Cell

HALL = ["########", "#@.....#", "#..##..#", "#......#", "########"]
FAR, BARRED = "Ben is too far away", "there is no clear line to Ben"


@pytest.mark.parametrize(
    ("cell", "fault"),
    [((2, 1), ""), ((4, 1), ""), ((5, 1), FAR), ((4, 3), BARRED), ((1, 3), ""), ((2, 3), "")],
)
def test_both_ends_agree(cell: Cell, fault: str) -> None:
    stage = Stage(HALL, make_test_game())
    ann, ben = stage.hero("Ann"), stage.hero("Ben")
    stage.run.index.move(ben, cell)
    assert out_of_reach(stage.run, stage.floor, ann, ben) == fault
    assert bool(out_of_reach(stage.run, stage.floor, ben, ann)) == bool(fault)
