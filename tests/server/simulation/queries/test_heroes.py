"""Who stands: the living who are awake and have not fallen (R16)."""

import pytest

from support.worlds.companies import STATES, State, hero_of, two_together
from support.worlds.forking_floors import run_of
from support.worlds.staging import Stage, make_test_game
from undertide_server.content.records.abilities import Ambush, Care
from undertide_server.simulation.components.heroes import Pursuit
from undertide_server.simulation.mechanics.dying import die, strike_down
from undertide_server.simulation.pipeline import step
from undertide_server.simulation.queries.heroes import (
    abilities_of,
    claimed_cells,
    fallen_at,
    fallen_heroes,
    gift_of,
    middle_of,
    number_near,
    out_of_reach,
    present_heroes,
    standing_heroes,
    tends,
)
from undertide_server.simulation.state.events import thing
from undertide_server.simulation.state.inputs import PlayerLost
from undertide_server.simulation.state.rows import HeroRow
from undertide_shared.geometry import Cell

ROOM = ["########", "#@.....#", "#......#", "########"]


def test_the_link_dead_stand_and_the_dead_do_not() -> None:
    run = run_of(3)
    step(run, [PlayerLost(0)])
    heroes = standing_heroes(run)
    assert [row.hero.seat for _, row in heroes] == [0, 1, 2]
    floor, row = heroes[1]
    die(run, floor, row, thing("a test", row.cell))
    assert [row.hero.seat for _, row in standing_heroes(run)] == [0, 2]


def test_sleepers_and_the_fallen_do_not_stand() -> None:
    stage = Stage(ROOM)
    ann, ben, cid = (stage.hero(name) for name in ("Ann", "Ben", "Cid"))
    stage.put_to_sleep(2)
    strike_down(stage.run, stage.floor, ann, thing("a test", ann.cell))
    assert [row for _, row in standing_heroes(stage.run)] == [ben]
    assert [row for _, row in fallen_heroes(stage.run)] == [ann]
    assert fallen_at(stage.floor, ann.cell) is ann
    assert fallen_at(stage.floor, cid.cell) is None


def test_only_a_hero_beside_the_fallen_tends_it() -> None:
    stage = Stage(ROOM)
    ann, ben = stage.hero("Ann", cell=(3, 1)), stage.hero("Ben", cell=(4, 1))
    strike_down(stage.run, stage.floor, ann, thing("a test", ann.cell))
    assert not tends(ben, ann)
    ben.auto_action.activity, ben.auto_action.goal = "revive", ann.cell
    assert tends(ben, ann)
    stage.run.index.move(ben, (5, 1))
    assert not tends(ben, ann)


@pytest.mark.parametrize("state", STATES)
def test_whoever_sleeps_or_has_fallen_tends_nobody(state: State) -> None:
    pair = two_together(state)
    cid = pair.stage.hero("Cid", cell=(pair.ben.cell[0], 2))
    strike_down(pair.stage.run, pair.stage.floor, cid, thing("a test", cid.cell))
    pair.ben.auto_action.activity, pair.ben.auto_action.goal = "revive", cid.cell
    assert tends(pair.ben, cid) is (state not in {"asleep", "fallen"})


def test_it_tends_the_one_it_went_to_and_not_the_other_beside_it() -> None:
    stage = Stage(ROOM)
    ann, ben, cid = (stage.hero(name, cell=(3 + number, 1)) for number, name in enumerate("ABC"))
    for row in (ann, cid):
        strike_down(stage.run, stage.floor, row, thing("a test", row.cell))
    ben.auto_action.activity, ben.auto_action.goal = "revive", cid.cell
    assert [tends(ben, row) for row in (ann, cid)] == [False, True]
    ben.auto_action.activity = "travel"
    assert not tends(ben, cid)


HALL = ["#" * 40, "#@" + "." * 37 + "#", "#" * 40]


def heroes(*cells: Cell) -> tuple[Stage, list[HeroRow]]:
    stage = Stage(HALL)
    return stage, [stage.hero(f"H{number}", cell=cell) for number, cell in enumerate(cells)]


def test_those_count_who_stand_and_whose_players_are_there() -> None:
    stage, rows = heroes((1, 1), (3, 1), (5, 1), (7, 1))
    strike_down(stage.run, stage.floor, rows[0], thing("a trap", (1, 1)))
    stage.step(PlayerLost(1))
    stage.put_to_sleep(2)
    assert present_heroes(stage.floor) == [rows[3]]


def test_the_middle_is_where_most_are() -> None:
    _stage, rows = heroes((1, 1), (30, 1), (32, 1))
    assert [number_near(row, rows, 10) for row in rows] == [1, 2, 2]
    assert middle_of(rows, 10) is rows[1]


@pytest.mark.parametrize(("cells", "near"), [(10, 2), (11, 1)])
def test_those_count_who_are_ten_cells_away(cells: int, near: int) -> None:
    _stage, rows = heroes((1, 1), (1 + cells, 1))
    assert [number_near(row, rows, 10) for row in rows] == [near, near]


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


PILLARED_HALL = ["########", "#@.....#", "#..##..#", "#......#", "########"]
FAR, BARRED = "Ben is too far away", "there is no clear line to Ben"


@pytest.mark.parametrize(
    ("cell", "fault"),
    [((2, 1), ""), ((4, 1), ""), ((5, 1), FAR), ((4, 3), BARRED), ((1, 3), ""), ((2, 3), "")],
)
def test_both_ends_agree(cell: Cell, fault: str) -> None:
    stage = Stage(PILLARED_HALL, make_test_game())
    ann, ben = stage.hero("Ann"), stage.hero("Ben")
    stage.run.index.move(ben, cell)
    assert out_of_reach(stage.run, stage.floor, ann, ben) == fault
    assert bool(out_of_reach(stage.run, stage.floor, ben, ann)) == bool(fault)


CORRIDOR = ["######", "#@...#", "######"]


def test_a_calling_has_its_abilities_in_their_order() -> None:
    run = Stage(CORRIDOR).run
    assert list(abilities_of(run, "warden")) == ["taunt", "brace"]
    assert abilities_of(run, "mender")["link"] is run.rules.abilities["link"]


def test_only_the_callings_with_a_gift_have_it() -> None:
    stage = Stage(CORRIDOR)
    footpad, mender = hero_of(stage, "footpad"), hero_of(stage, "mender")
    assert gift_of(stage.run, footpad, Ambush) is not None
    assert gift_of(stage.run, footpad, Care) is None
    care = gift_of(stage.run, mender, Care)
    assert care is not None
    assert care.times == 3
