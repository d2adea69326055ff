"""Where the party is on a floor, and what its heroes are about to explore (R17)."""

from support.worlds.staging import Stage
from undertide_server.simulation.components.heroes import Pursuit
from undertide_server.simulation.mechanics.combat import fall
from undertide_server.simulation.queries.party import (
    claimed_cells,
    company_of,
    middle_of,
    present_heroes,
)
from undertide_server.simulation.state.events import thing
from undertide_server.simulation.state.inputs import PlayerLost
from undertide_server.simulation.state.rows import HeroRow
from undertide_shared.geometry import Cell

HALL = ["#" * 40, "#@" + "." * 37 + "#", "#" * 40]


def heroes(*cells: Cell) -> tuple[Stage, list[HeroRow]]:
    stage = Stage(HALL)
    return stage, [stage.hero(f"H{number}", cell=cell) for number, cell in enumerate(cells)]


def test_those_count_who_stand_and_whose_players_are_there() -> None:
    stage, rows = heroes((1, 1), (3, 1), (5, 1), (7, 1))
    fall(stage.run, stage.floor, rows[0], thing("a trap", (1, 1)))
    stage.step(PlayerLost(1))
    stage.put_to_sleep(2)
    assert present_heroes(stage.floor) == [rows[3]]


def test_the_middle_is_where_most_are() -> None:
    _stage, rows = heroes((1, 1), (30, 1), (32, 1))
    assert [company_of(row, rows, 10) for row in rows] == [1, 2, 2]
    assert middle_of(rows, 10) is rows[1]


def test_of_several_it_is_one_that_does_not_explore_and_else_the_first() -> None:
    _stage, rows = heroes((1, 1), (30, 1))
    assert middle_of(rows, 10) is rows[0]
    rows[0].auto_action.activity = "explore"
    assert middle_of(rows, 10) is rows[1]
    rows[1].auto_action.activity = "explore"
    assert middle_of(rows, 10) is rows[0]


def test_the_goals_of_others_who_explore_are_claimed() -> None:
    _stage, rows = heroes((1, 1), (10, 1), (20, 1))
    activities: tuple[Pursuit, ...] = ("explore", "explore", "travel")
    for row, activity in zip(rows, activities, strict=True):
        row.auto_action.activity, row.auto_action.goal = activity, row.cell
    assert claimed_cells(rows, rows[0]) == [(10, 1)]
    assert claimed_cells(rows, rows[2]) == [(1, 1), (10, 1)]
