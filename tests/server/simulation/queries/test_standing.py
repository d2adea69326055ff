"""Who stands: the living who are awake and have not fallen (R16)."""

from support.worlds.forking_floors import run_of
from support.worlds.staging import Stage
from undertide_server.simulation.mechanics.combat import die, fall
from undertide_server.simulation.pipeline import step
from undertide_server.simulation.queries.standing import (
    fallen_at,
    fallen_heroes,
    standing_heroes,
    tends,
)
from undertide_server.simulation.state.events import thing
from undertide_server.simulation.state.inputs import PlayerLost

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
    fall(stage.run, stage.floor, ann, thing("a test", ann.cell))
    assert [row for _, row in standing_heroes(stage.run)] == [ben]
    assert [row for _, row in fallen_heroes(stage.run)] == [ann]
    assert fallen_at(stage.floor, ann.cell) is ann
    assert fallen_at(stage.floor, cid.cell) is None


def test_only_a_hero_beside_the_fallen_tends_it() -> None:
    stage = Stage(ROOM)
    ann, ben = stage.hero("Ann", cell=(3, 1)), stage.hero("Ben", cell=(4, 1))
    fall(stage.run, stage.floor, ann, thing("a test", ann.cell))
    assert not tends(ben, ann)
    ben.auto_action.activity, ben.auto_action.goal = "revive", ann.cell
    assert tends(ben, ann)
    stage.run.index.move(ben, (5, 1))
    assert not tends(ben, ann)
