from support.worlds.outcomes import hits, reloading
from support.worlds.staging import Stage
from undertide_shared.messages import Move

ROOM = ["#########", "#@......#", "#.......#", "#.......#", "#########"]


def test_a_trap_reloads_before_it_goes_off_again() -> None:
    stage = Stage(ROOM)
    stage.hero()
    stage.trap((2, 1), "spikes")
    assert hits(stage.ask(Move(1, 0)))
    stage.ask(Move(-1, 0))
    assert not hits(stage.ask(Move(1, 0)))
    stage.ask(Move(-1, 0))
    stage.tick(stage.run.rules.traps["spikes"].reload)
    assert reloading(stage) == {}
    assert hits(stage.ask(Move(1, 0)))
