"""Steps and ticks are counted once each."""

from support.worlds.staging import Stage
from undertide_server.simulation.state.inputs import Ticked
from undertide_shared.messages import Climb

ROOM = ["########", "#@.....#", "#.....>#", "########"]


def test_ticks_of_all_floors_are_counted_together() -> None:
    stage = Stage(ROOM)
    stage.hero("Ann", cell=(6, 2))
    stage.hero("Ben")
    stage.let_leave()
    stage.ask(Climb())
    before = stage.run.progress.ticks
    stage.step(Ticked(1), Ticked(2))
    assert stage.run.progress.ticks == before + 2


def test_a_step_counts_once_however_much_it_moves() -> None:
    stage = Stage(ROOM)
    before = stage.run.progress.step
    stage.step()
    stage.step(Ticked(1), Ticked(1))
    assert stage.run.progress.step == before + 2
