from support.worlds.staging import Stage
from undertide_server.inspection.balance.newcomers import Newcomers
from undertide_server.simulation.components.floors import Risen

HALL = ["##########", "#@.......#", "##########"]


class Watched:
    """A stage, and who came to it."""

    def __init__(self) -> None:
        self.stage = Stage(HALL)
        self.stage.hero()
        self.newcomers = Newcomers(self.stage.run)
        self.look()

    def look(self) -> None:
        self.newcomers.look()

    def pass_time(self, beats: int) -> None:
        """Let the tide of the floor stand where it has come so often."""
        rules = self.stage.run.rules.tide
        self.stage.floor.tide.clock = rules.grace + rules.interval * (beats - 1)


def test_who_is_there_at_the_first_look_was_there_before() -> None:
    stage = Stage(HALL)
    stage.hero()
    resident = stage.monster((8, 1)).entity
    newcomers = Newcomers(stage.run)
    newcomers.look()
    assert resident not in newcomers


def test_who_comes_on_a_beat_of_the_tide_is_of_the_tide() -> None:
    watched = Watched()
    watched.pass_time(1)
    comer = watched.stage.monster((8, 1)).entity
    watched.look()
    assert comer in watched.newcomers


def test_who_comes_between_the_beats_was_called_by_somebody_else() -> None:
    watched = Watched()
    watched.pass_time(1)
    watched.look()
    called = watched.stage.monster((8, 1)).entity
    watched.look()
    watched.pass_time(2)
    watched.look()
    assert called not in watched.newcomers


def test_who_rises_again_did_not_come() -> None:
    watched = Watched()
    watched.pass_time(1)
    risen = watched.stage.monster((8, 1)).entity
    watched.stage.run.world.add(risen, Risen())
    watched.look()
    assert risen not in watched.newcomers


def test_the_first_newcomer_of_a_run_is_of_the_tide_though_it_comes_within_the_grace() -> None:
    watched = Watched()
    called = watched.stage.monster((7, 1)).entity
    watched.look()
    watched.stage.run.progress.tide_met = True
    comer = watched.stage.monster((8, 1)).entity
    watched.look()
    assert comer in watched.newcomers
    assert called not in watched.newcomers
