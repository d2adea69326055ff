"""What a monster decides by: rests run out with its own actions."""

from support.worlds.staging import Stage, kind_that
from undertide_server.content.records.tricks import Tricks
from undertide_server.simulation.ai.tricks.trick import Chances, chances_of
from undertide_server.simulation.components.monsters import Spent

HALL = ["######", "#@...#", "######"]


def chances(stage: Stage) -> Chances:
    hero = next(iter(stage.floor.heroes.values()))
    (row,) = stage.floor.monsters.values()
    return chances_of(stage.run, stage.floor, row, hero)


def tricky_stage() -> Stage:
    stage = Stage(HALL)
    stage.hero()
    stage.monster((3, 1), kind=kind_that(stage, Tricks(mends=5)))
    return stage


def test_what_was_used_rests_for_so_many_actions() -> None:
    stage = tricky_stage()
    first = chances(stage)
    assert first.comes("mends", 100)
    first.rest("mends", 3)
    assert [chances(stage).comes("mends", 100) for _ in range(4)] == [False, False, True, True]


def test_without_a_rest_it_may_come_again_at_once() -> None:
    stage = tricky_stage()
    chances(stage).rest("mends", 0)
    assert chances(stage).comes("mends", 100)


def test_what_is_used_up_belongs_to_the_state() -> None:
    stage = tricky_stage()
    chances(stage).spent.called = 3
    (row,) = stage.floor.monsters.values()
    assert stage.run.world.get(row.entity, Spent).called == 3


def test_chances_come_as_often_as_their_percent() -> None:
    stage = tricky_stage()
    came = 0
    for clock in range(400):
        stage.floor.state.clock = clock
        came += chances(stage).comes("mends", 25)
    assert came == 106
