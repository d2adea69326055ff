"""Energy decides who acts when: faster actors act more often, nobody saves up."""

import pytest

from support.worlds.staging import Stage
from undertide_server.simulation.mechanics.energy import is_ready, spend
from undertide_server.simulation.state.inputs import Asked, Ticked
from undertide_server.simulation.systems.recovery import recover
from undertide_shared.messages import Wait

ROOM = ["#####", "#@..#", "#####"]


@pytest.mark.parametrize(("speed", "cost", "ticks"), [(10, 20, 2), (20, 20, 1), (7, 20, 3)])
def test_an_action_is_paid_back_by_speed(speed: int, cost: int, ticks: int) -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    row.actor.speed = speed
    spend(row, cost)
    for _ in range(ticks):
        assert not is_ready(row)
        recover(stage.run, stage.floor)
    assert is_ready(row)


def test_nobody_saves_up_energy() -> None:
    stage = Stage(ROOM)
    row, monster = stage.hero(), stage.monster((3, 1), mood="asleep")
    monster.actor.energy = -3
    for _ in range(10):
        recover(stage.run, stage.floor)
    assert (row.actor.energy, monster.actor.energy) == (0, 0)


def test_at_normal_speed_five_actions_fit_into_a_second() -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    done = set()
    for number in range(1, 11):
        stage.step(Asked(0, number, Wait()), Ticked(1))
        done.add(row.intents.settled)
        row.intents.waiting.clear()
    assert len(done) == 5
