"""Heroes agree on stairs, each on one at a time, and leave together (R17)."""

from support.worlds.stair_parties import STAIRS, TO_STAIRS, agreed, floors_of, party
from undertide_shared.messages import Climb, Move


def test_what_waited_for_the_floor_that_they_leave_is_refused() -> None:
    stage, (_, ben) = party(STAIRS, (26, 1))
    stage.ask(TO_STAIRS, 1)
    ben.intents.waiting.append((99, Move(1, 0)))
    ben.actor.energy = -30
    stage.ask(TO_STAIRS)
    assert floors_of(stage) == [2, 2]
    assert (ben.intents.settled, ben.intents.outcome) == (99, "refused")
    assert ben.intents.reason == "you have taken the stairs"


def test_other_stairs_are_another_agreement() -> None:
    hall = ["#" * 12, "#@>......>.#", "#..........#", "#" * 12]
    stage, _ = party((2, 1), (9, 1), (5, 1), hall=hall)
    stage.ask(Climb())
    stage.ask(Climb(), 1)
    assert agreed(stage) == [([0], [1, 2]), ([1], [0, 2])]
    stage.ask(Climb(9, 1), 2)
    stage.ask(Climb(9, 1))
    assert agreed(stage) == [([1, 2, 0], [])]


def test_all_go_who_agreed_and_stand_there() -> None:
    stage, _ = party(STAIRS, (26, 1), (5, 1))
    stage.ask(TO_STAIRS)
    stage.ask(TO_STAIRS, 1)
    stage.floor.state.agreements[0].ticks = 0
    stage.ask(TO_STAIRS, 1)
    assert floors_of(stage) == [2, 2, 1]
