"""The pace that a replay shows is the one that floors moved by."""

import pytest

from support.worlds.staging import Stage
from undertide_server.replays.paces import Paces
from undertide_server.simulation.state.inputs import PlayerLost, Ticked, Turned, Withdrawn
from undertide_shared.messages import Pace

ROOM = ["#######", "#@...@#", "#######"]


def stage(heroes: int) -> Stage:
    """Return a floor with so many waking heroes, its branch 1."""
    made = Stage(ROOM)
    for _ in range(heroes):
        made.hero()
    return made


@pytest.mark.parametrize(
    ("choice", "heroes", "mode"),
    [("auto", 1, "solo"), ("auto", 2, "real"), ("party", 2, "party"), ("real", 1, "real")],
)
def test_what_the_session_chose_is_in_force(choice: Pace, heroes: int, mode: str) -> None:
    made = stage(heroes)
    assert Paces(choice).statuses(made.run)[made.floor.state.branch].mode == mode


def test_in_company_a_floor_goes_on_in_turns_until_it_ticks() -> None:
    made, paces = stage(2), Paces("auto")
    branch = made.floor.state.branch
    paces.record_moves([Turned(branch), Ticked(branch + 1)])
    assert paces.statuses(made.run)[branch].mode == "solo"
    paces.record_moves([Turned(branch + 1)])
    assert paces.statuses(made.run)[branch].mode == "solo"
    paces.record_moves([Ticked(branch)])
    assert paces.statuses(made.run)[branch].mode == "real"


def test_where_all_sleep_no_time_passes() -> None:
    made = stage(1)
    made.step(PlayerLost(0), Withdrawn(0))
    assert Paces("real").statuses(made.run)[made.floor.state.branch].mode == "idle"


def test_the_same_pace_is_the_same_object() -> None:
    made, paces = stage(1), Paces("real")
    branch = made.floor.state.branch
    assert paces.statuses(made.run)[branch] is paces.statuses(made.run)[branch]


def test_half_speed_is_told_as_it_was() -> None:
    made = stage(2)
    branch = made.floor.state.branch
    row = made.floor.heroes[min(made.floor.heroes)]
    row.body.life = row.body.max_life * 3 // 10
    paces = Paces("real", slow_below=40)
    told = paces.statuses(made.run)[branch]
    assert told.slow
    assert paces.statuses(made.run)[branch] is told
    assert not Paces("real").statuses(made.run)[branch].slow
    assert not Paces("party", slow_below=40).statuses(made.run)[branch].slow
