"""Stairs lead heroes to other floors, one or several at once (R9)."""

from support.worlds.stair_parties import STAIRS, TO_STAIRS, floors_of, party
from undertide_server.simulation.state.events import FloorTold
from undertide_shared.messages import Climb


def test_up_the_stairs_they_go_together_too() -> None:
    stage, _ = party(STAIRS, (26, 1))
    stage.ask(TO_STAIRS)
    stage.ask(TO_STAIRS, 1)
    stage.tick(5)
    events = stage.ask(Climb(), branch=2)
    assert "Ann wants to go up to the entrance." in [
        event.text for event in events if isinstance(event, FloorTold)
    ]
    assert floors_of(stage) == [2, 2]
    up = stage.run.index.of_seat(1)
    assert up is not None
    assert up[0].state.stairs_up is not None
    stage.ask(Climb(*up[0].state.stairs_up), 1, branch=2)
    assert floors_of(stage) == [1, 1]
