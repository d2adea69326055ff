from support.worlds.staging import Stage
from undertide_server.simulation.components.fixtures import Traps
from undertide_server.simulation.state.events import THING, Event, Hit
from undertide_shared.messages import Move

ROOM = ["#########", "#@......#", "#.......#", "#.......#", "#########"]


def hits(events: list[Event]) -> list[Hit]:
    """Return what traps did."""
    return [event for event in events if isinstance(event, Hit) and event.source.entity == THING]


def reloading(stage: Stage) -> dict[tuple[int, int], int]:
    return stage.run.world.get(stage.floor.entity, Traps).reloading


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
