"""Pace: solo turns, real time in company, party turns, and the warning in between."""

import pytest

from support.worlds.companies import State, two_together
from undertide_server.sessions.clock.pace import FloorPace, TurnRate, wanted_mode, wanted_pace
from undertide_server.simulation.components.heroes import Pursuit
from undertide_shared.messages import Pace, PaceMode

NOW = 1000.0


def turns_until(rate: TurnRate, begin: float, end: float) -> int:
    """Take every turn that may be taken from one time to another; return how many those were."""
    now, taken = begin, 0
    while (now := rate.ready_at(now)) < end:
        rate.count(now)
        taken += 1
    return taken


def test_a_burst_may_be_taken_at_once() -> None:
    rate = TurnRate(10, 20)
    assert turns_until(rate, NOW, NOW + 0.05) == 20


def test_the_long_run_is_at_the_rate() -> None:
    rate = TurnRate(10, 20)
    assert turns_until(rate, NOW, NOW + 60.05) == 20 + 600


@pytest.mark.parametrize(("rest", "turns"), [(0.5, 5), (2.0, 20), (60.0, 20)])
def test_a_rest_makes_up_for_a_burst_and_no_more(rest: float, turns: int) -> None:
    rate = TurnRate(10, 20)
    turns_until(rate, NOW, NOW + 0.05)
    later = NOW + 0.05 + rest
    assert turns_until(rate, later, later + 0.049) == turns


def test_a_turn_may_be_taken_at_the_very_time_that_was_told() -> None:
    rate = TurnRate(7, 1)
    now = NOW
    for _ in range(100):
        rate.count(now)
        ready = rate.ready_at(now)
        assert ready > now
        assert rate.ready_at(ready) == ready
        now = ready


WARNING = 3.0


def follow(pace: FloorPace, heroes: int, now: float, choice: Pace = "auto") -> None:
    pace.update(wanted_mode(choice, heroes), now, WARNING)
    pace.show([], now)


@pytest.mark.parametrize(
    ("choice", "heroes", "mode"),
    [
        ("auto", 0, "idle"),
        ("auto", 1, "solo"),
        ("auto", 2, "real"),
        ("real", 0, "idle"),
        ("real", 1, "real"),
        ("party", 1, "party"),
        ("party", 3, "party"),
    ],
)
def test_the_host_chooses_how_company_changes_time(
    choice: Pace, heroes: int, mode: PaceMode
) -> None:
    assert wanted_mode(choice, heroes) == mode


@pytest.mark.parametrize("choice", ["auto", "party", "real"])
def test_time_passes_for_fallen_heroes_where_nobody_stands(choice: Pace) -> None:
    assert wanted_mode(choice, 0, fallen=1) == "real"


def test_the_fallen_are_company_and_nobody_waits_for_them() -> None:
    assert wanted_mode("auto", 1, fallen=1) == "real"
    assert wanted_mode("party", 1, fallen=1) == "party"


def test_a_solo_floor_warns_before_it_turns_to_real_time() -> None:
    pace = FloorPace(TurnRate(10, 20))
    follow(pace, 1, 0.0)
    follow(pace, 2, 10.0)
    assert (pace.status.mode, pace.status.next, pace.status.turns_in) == ("solo", "real", 3000)
    follow(pace, 2, 12.9)
    assert pace.mode == "solo"
    follow(pace, 2, 13.0)
    assert (pace.status.mode, pace.status.next) == ("real", None)


def test_the_warning_is_taken_back_when_the_company_leaves() -> None:
    pace = FloorPace(TurnRate(10, 20))
    follow(pace, 1, 0.0)
    follow(pace, 2, 1.0)
    follow(pace, 1, 2.0)
    assert (pace.status.mode, pace.status.next) == ("solo", None)
    follow(pace, 2, 3.0)
    assert pace.turns_at == 6.0


def test_real_time_ends_at_once_when_a_hero_is_alone() -> None:
    pace = FloorPace(TurnRate(10, 20))
    follow(pace, 2, 0.0)
    follow(pace, 1, 0.1)
    assert pace.mode == "solo"


def test_the_status_stays_the_same_object_while_it_says_the_same() -> None:
    pace = FloorPace(TurnRate(10, 20))
    follow(pace, 1, 0.0)
    follow(pace, 2, 1.0)
    warned = pace.status
    follow(pace, 2, 1.9)
    assert pace.status is warned


def test_the_warning_counts_down_in_whole_seconds() -> None:
    pace = FloorPace(TurnRate(10, 20))
    follow(pace, 1, 0.0)
    now, told = 0.1, []
    while pace.mode == "solo":
        follow(pace, 2, now)
        told.append(pace.status.turns_in)
        now = pace.next_count or now
    assert told == [3000, 2000, 1000, 0]


def test_party_turns_name_those_they_wait_for() -> None:
    pace = FloorPace(TurnRate(10, 20))
    follow(pace, 2, 0.0, "party")
    pace.show([1], 0.0)
    assert pace.status.waiting_for == [1]
    pace.show([], 0.5)
    assert pace.status.waiting_for == []


@pytest.mark.parametrize(
    ("state", "auto", "party"),
    [
        ("well", ("real", False), "party"),
        ("hurt", ("real", False), "party"),
        ("link-dead", ("real", False), "party"),
        ("asleep", ("solo", False), "party"),
        ("fallen", ("real", True), "party"),
        ("far", ("real", False), "party"),
    ],
)
def test_a_companion_makes_it_real_time_unless_it_sleeps_and_the_fallen_slow_it(
    state: State, auto: tuple[PaceMode, bool], party: PaceMode
) -> None:
    rows = two_together(state).stage.floor.heroes.values()
    assert wanted_pace("auto", rows, 40) == auto
    assert wanted_pace("party", rows, 40) == (party, False)


@pytest.mark.parametrize(
    ("life", "activity", "state", "is_slow"),
    [
        (400, "none", "well", False),
        (399, "none", "well", True),
        (399, "none", "link-dead", True),
        (399, "travel", "well", True),
        (399, "rest", "well", False),
        (399, "none", "asleep", False),
    ],
)
def test_time_is_slow_while_a_waking_hero_has_less_than_forty_percent_of_its_life(
    life: int, activity: Pursuit, state: State, is_slow: bool
) -> None:
    pair = two_together(state)
    cid = pair.stage.hero("Cid", cell=(9, 1))
    assert cid.stands
    pair.ben.body.life, pair.ben.auto_action.activity = life, activity
    rows = pair.stage.floor.heroes.values()
    assert wanted_pace("auto", rows, 40) == ("real", is_slow)


@pytest.mark.parametrize(("state", "mode"), [("asleep", "idle"), ("fallen", "real")])
def test_where_nobody_stands_time_passes_for_the_fallen_who_are_awake(
    state: State, mode: PaceMode
) -> None:
    pair = two_together(state)
    assert wanted_pace("party", [pair.ben], 40).mode == mode
