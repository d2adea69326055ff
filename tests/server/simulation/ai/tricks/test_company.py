"""Room for those who come to a monster."""

from support.content.own_rules import game_with
from support.worlds.staging import Stage, make_test_game
from undertide_server.simulation.ai.tricks.company import NEAR, room_beside
from undertide_shared.geometry import distance


def test_there_is_room_on_a_free_cell_near_by() -> None:
    stage = Stage(["#########", "#@......#", "#########"])
    row = stage.monster((4, 1))
    stage.monster((3, 1))
    cell = room_beside(stage.run, stage.floor, row)
    assert cell is not None
    assert stage.floor.is_free(cell)
    assert distance(cell, row.cell) <= NEAR


def test_there_is_none_where_only_far_cells_are_free() -> None:
    stage = Stage(["##########", "#@.......#", "##########"])
    row = stage.monster((8, 1))
    for x in (4, 5, 6, 7):
        stage.monster((x, 1))
    assert room_beside(stage.run, stage.floor, row) is None


def test_there_is_none_on_a_floor_that_holds_no_more() -> None:
    population = make_test_game().ruleset.population.model_copy(update={"most_alive": 1})
    stage = Stage(["#########", "#@......#", "#########"], game_with(population=population))
    row = stage.monster((4, 1))
    assert room_beside(stage.run, stage.floor, row) is None
