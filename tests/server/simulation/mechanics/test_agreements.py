"""Heroes agree on stairs, each on one at a time, and leave together (R17)."""

import pytest

from support.worlds.companies import (
    STAIRS,
    STATES,
    TO_STAIRS,
    State,
    agreed,
    befall,
    floors_of,
    party,
    two_together,
)
from support.worlds.staging import make_test_game
from undertide_server.simulation.mechanics.agreements import (
    agree,
    depart_together,
    followed_agreement,
    is_alone,
    is_at_stairs,
    withdraw_from,
)
from undertide_server.simulation.mechanics.dying import die, strike_down
from undertide_server.simulation.mechanics.floor_visits import enter_floor
from undertide_server.simulation.mechanics.floors import floor_below
from undertide_server.simulation.state.events import FloorTold, Told, thing
from undertide_server.simulation.state.inputs import PlayerLost
from undertide_shared.geometry import distance
from undertide_shared.messages import Accompany, Climb, Move, Stop


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


def test_within_some_cells_in_sight_one_stands_at_the_stairs() -> None:
    cells = make_test_game().ruleset.heroes.stairs.cells
    stage, _ = party(STAIRS, (STAIRS[0] - cells, 1))
    stage.ask(TO_STAIRS)
    stage.ask(TO_STAIRS, 1)
    assert floors_of(stage) == [2, 2]


def test_behind_a_wall_one_does_not() -> None:
    stage, (_, ben) = party(
        (5, 1),
        (2, 1),
        hall=["########", "#@.#.>.#", *["#..#...#"] * 4, "#......#", "########"],
    )
    ben.memory.floors[1].tiles[:] = stage.floor.state.tiles
    stage.ask(Climb(5, 1))
    stage.ask(Climb(5, 1), 1)
    assert distance(ben.cell, (5, 1)) <= 3
    assert floors_of(stage) == [1, 1]
    stage.tick(20)
    assert floors_of(stage) == [2, 2]


@pytest.mark.parametrize("state", ["fallen", "asleep", "link-dead"])
def test_companions_who_can_not_agree_do_not_count(state: str) -> None:
    stage, (_ann, ben) = party(STAIRS, (5, 1))
    if state == "fallen":
        strike_down(stage.run, stage.floor, ben, thing("a test", ben.cell))
    elif state == "asleep":
        stage.put_to_sleep(1)
    else:
        stage.step(PlayerLost(1))
    stage.ask(TO_STAIRS)
    assert floors_of(stage) == [2, 1]


def test_a_newcomer_must_agree_too() -> None:
    stage, _ = party(STAIRS, (5, 1))
    stage.ask(TO_STAIRS)
    stage.hero("Cid")
    stage.tick()
    assert agreed(stage) == [([0], [1, 2])]


@pytest.mark.parametrize("whom", [0, 1])
@pytest.mark.parametrize("state", ["fallen", "link-dead"])
def test_an_agreement_ends_when_somebody_falls_or_loses_its_player(whom: int, state: str) -> None:
    stage, rows = party(STAIRS, (5, 1), (8, 1))
    stage.ask(TO_STAIRS)
    if state == "fallen":
        strike_down(stage.run, stage.floor, rows[whom], thing("a test", rows[whom].cell))
    else:
        stage.step(PlayerLost(whom))
    stage.tick()
    assert agreed(stage) == []
    assert floors_of(stage) == [1, 1, 1]
    assert rows[0].auto_action.activity == "none"


def test_who_leaves_by_other_stairs_is_waited_for_no_longer() -> None:
    stage, (_, ben) = party(STAIRS, (5, 1))
    stage.ask(TO_STAIRS)
    stage.run.index.leave(ben.entity)
    below = floor_below(stage.run, stage.floor, 0)
    enter_floor(stage.run, ben.entity, below, below.nearest_free(below.state.arrival))
    stage.tick()
    assert floors_of(stage) == [2, 2]


def test_those_who_are_still_on_their_way_may_follow() -> None:
    stage, _ = party(STAIRS, (15, 1), (2, 1))
    stage.ask(TO_STAIRS)
    stage.ask(TO_STAIRS, 1)
    stage.floor.state.agreements[0].ticks = 0
    stage.ask(TO_STAIRS)
    assert floors_of(stage) == [2, 1, 1]
    assert agreed(stage) == [([1], [2])]
    stage.tick(40)
    stage.ask(TO_STAIRS, 1)
    assert floors_of(stage) == [2, 2, 1]


PLAYED = {"well", "hurt", "far"}


@pytest.mark.parametrize("state", STATES)
def test_those_count_who_stand_and_are_played(state: State) -> None:
    pair = two_together(state)
    assert is_alone(pair.stage.floor, pair.ann) is (state not in PLAYED)


@pytest.mark.parametrize("state", STATES)
def test_those_must_still_agree_who_stand_and_are_played(state: State) -> None:
    stage, (ann, ben) = party(STAIRS, (5, 1))
    befall(stage, ben, "well" if state == "far" else state)
    agreement = agree(stage.run, stage.floor, ann, STAIRS)
    assert agreement.agreed == [ann.entity]
    assert agreement.awaited == ([ben.entity] if state in PLAYED else [])


@pytest.mark.parametrize("state", ["link-dead", "asleep", "fallen"])
def test_an_agreement_ends_when_one_who_is_awaited_can_not_agree(state: State) -> None:
    stage, (ann, ben) = party(STAIRS, (5, 1))
    stage.ask(TO_STAIRS)
    ann.auto_action.activity = "rest"
    befall(stage, ben, state)
    if state == "fallen":
        ann.auto_action.activity = "rest"
    depart_together(stage.run, stage.floor)
    assert agreed(stage) == []
    assert ann.auto_action.activity == "rest", "only a wait for the stairs ends"


@pytest.mark.parametrize(("cells", "is_there"), [(0, True), (3, True), (4, False)])
def test_within_three_cells_one_stands_at_the_stairs(cells: int, is_there: bool) -> None:
    stage, (ann,) = party((STAIRS[0] - cells, 1))
    assert is_at_stairs(stage.run, stage.floor, ann, STAIRS) is is_there


def test_an_agreement_ends_when_all_who_agreed_are_on_other_floors() -> None:
    stage, (ann, _) = party(STAIRS, (5, 1))
    stage.ask(TO_STAIRS)
    below = floor_below(stage.run, stage.floor, 0)
    stage.run.index.leave(ann.entity)
    enter_floor(stage.run, ann.entity, below, below.state.arrival)
    depart_together(stage.run, stage.floor)
    assert agreed(stage) == []


def test_whoever_left_the_floor_agrees_no_longer_and_is_not_awaited() -> None:
    stage, (ann, ben, _) = party(STAIRS, (26, 1), (5, 1))
    for seat in (0, 1):
        stage.ask(TO_STAIRS, seat)
    below = floor_below(stage.run, stage.floor, 0)
    stage.run.index.leave(ann.entity)
    enter_floor(stage.run, ann.entity, below, below.state.arrival)
    depart_together(stage.run, stage.floor)
    assert stage.floor.state.agreements[0].agreed == [ben.entity]
    assert agreed(stage) == [([1], [2])]


@pytest.mark.parametrize("dead", [0, 1])
def test_an_agreement_ends_with_the_death_of_one_who_agreed_or_is_awaited(dead: int) -> None:
    stage, rows = party(STAIRS, (5, 1), (15, 1))
    stage.ask(TO_STAIRS)
    stage.ask(TO_STAIRS, 2)
    assert agreed(stage) == [([0, 2], [1])]
    die(stage.run, stage.floor, rows[dead], thing("a trap", rows[dead].cell))
    depart_together(stage.run, stage.floor)
    assert stage.floor.state.agreements == []


def test_a_floor_hears_who_wants_to_go_and_who_agrees_and_the_last_to_leave_ends_it() -> None:
    hall = ["#" * 12, "#@>........#", "#..........#", "#" * 12]
    stage, (ann, ben) = party((2, 1), (3, 1), hall=hall)
    run, floor = stage.run, stage.floor
    run.events = []
    found = agree(run, floor, ann, (2, 1))
    assert found.ticks == run.rules.heroes.stairs.wait_ticks
    assert agree(run, floor, ben, (2, 1)) is found
    told = [event for event in run.events if isinstance(event, FloorTold)]
    assert told == run.events
    assert [(event.floor, event.tone) for event in told] == [(floor.entity, "party")] * 2
    ann_wants, ben_agrees = (event.text for event in told)
    assert ann_wants.startswith(f"{ann.actor.name} wants to go ")
    assert ben_agrees == ann_wants.replace(f"{ann.actor.name} wants", f"{ben.actor.name} agrees")
    withdraw_from(floor, ann)
    assert floor.state.agreements == [found]
    withdraw_from(floor, ben)
    assert floor.state.agreements == []
    withdraw_from(floor, ben)


def test_those_who_agreed_are_told_once_that_they_may_go_without_the_others() -> None:
    hall = ["#" * 12, "#@>........#", "#..........#", "#" * 12]
    stage, (ann, _) = party((2, 1), (9, 1), hall=hall)
    run, floor = stage.run, stage.floor
    found = agree(run, floor, ann, (2, 1))
    found.ticks = 2
    run.events, left = [], []
    for _ in range(3):
        depart_together(run, floor)
        left.append((found.ticks, len(run.events)))
    assert left == [(1, 0), (0, 1), (0, 1)]
    text = "You may take the stairs without the others now."
    assert run.events == [Told(ann.entity, "party", text)]


def test_a_floor_hears_that_nobody_is_bound_for_the_stairs_any_longer() -> None:
    hall = ["#" * 12, "#@>........#", "#..........#", "#" * 12]
    stage, (ann, ben) = party((2, 1), (9, 1), hall=hall)
    agree(stage.run, stage.floor, ann, (2, 1))
    strike_down(stage.run, stage.floor, ben, thing("a test", ben.cell))
    stage.run.events = []
    depart_together(stage.run, stage.floor)
    text = "Nobody is bound for the stairs any longer."
    assert stage.run.events == [FloorTold(stage.floor.entity, "party", text)]
    assert stage.floor.state.agreements == []


def test_followers_come_along_without_agreeing_and_follow_on() -> None:
    stage, (ann, ben, cid) = party((10, 1), (9, 1), (8, 1))
    stage.ask(Accompany(0), 1)
    stage.ask(Accompany(1), 2)
    stage.ask(TO_STAIRS)
    assert agreed(stage) == [([0], [1, 2])]
    stage.tick(80)
    assert floors_of(stage) == [2, 2, 2]
    assert [row.auto_action.activity for row in (ben, cid)] == ["accompany"] * 2
    assert [row.auto_action.companion for row in (ben, cid)] == [ann.entity, ben.entity]
    assert not stage.floor.state.agreements


def test_a_follower_comes_up_to_the_stairs_from_behind_its_companion() -> None:
    cells = make_test_game().ruleset.heroes.stairs.cells
    stage, (_, ben) = party((STAIRS[0] - cells, 1), (STAIRS[0] - cells - 2, 1))
    stage.ask(Accompany(0), 1)
    stage.tick(4)
    assert not is_at_stairs(stage.run, stage.floor, ben, STAIRS)
    stage.ask(TO_STAIRS)
    assert floors_of(stage) == [1, 1]
    stage.tick(10)
    assert floors_of(stage) == [2, 2]


def test_one_who_neither_follows_nor_agrees_is_waited_for_and_so_are_followers() -> None:
    stage, _ = party(STAIRS, (5, 1), (26, 1))
    stage.ask(Accompany(0), 1)
    stage.ask(TO_STAIRS)
    stage.ask(TO_STAIRS, 2)
    assert agreed(stage) == [([0, 2], [1])]
    stage.ask(Stop(), 1)
    stage.tick(50)
    assert floors_of(stage) == [1, 1, 1]
    stage.ask(Accompany(2), 1)
    stage.tick(60)
    assert floors_of(stage) == [2, 2, 2]


def test_followers_at_the_stairs_go_with_a_second_wish_and_others_stay() -> None:
    stage, (_, ben, cid) = party(STAIRS, (26, 1), (5, 1))
    stage.ask(Accompany(0), 1)
    stage.ask(TO_STAIRS)
    stage.floor.state.agreements[0].ticks = 0
    stage.ask(TO_STAIRS)
    assert floors_of(stage) == [2, 2, 1]
    assert (ben.auto_action.activity, cid.auto_action.activity) == ("accompany", "none")


def test_an_agreement_ends_when_a_follower_falls() -> None:
    stage, (_, ben) = party((10, 1), (9, 1))
    stage.ask(Accompany(0), 1)
    stage.ask(TO_STAIRS)
    strike_down(stage.run, stage.floor, ben, thing("a test", ben.cell))
    stage.tick()
    assert agreed(stage) == []
    assert floors_of(stage) == [1, 1]


def test_the_agreement_of_a_leader_is_its_followers_too_unless_they_agreed_elsewhere() -> None:
    hall = ["#" * 12, "#@>......>.#", "#..........#", "#" * 12]
    stage, (ann, ben, cid) = party((5, 1), (4, 1), (3, 1), hall=hall)
    floor = stage.floor
    for row, leader in ((ben, ann), (cid, ben)):
        row.auto_action.activity, row.auto_action.companion = "accompany", leader.entity
    found = agree(stage.run, floor, ann, (9, 1))
    assert followed_agreement(floor, ann) is None
    assert [followed_agreement(floor, row) for row in (ben, cid)] == [found, found]
    other = agree(stage.run, floor, ben, (2, 1))
    assert (followed_agreement(floor, ben), followed_agreement(floor, cid)) == (None, other)
    ben.auto_action.activity = "none"
    withdraw_from(floor, ben)
    assert followed_agreement(floor, cid) is None
