"""Pace: solo turns, real time in company, party turns, and the warning in between."""

import pytest

from undertide_server.sessions.clock.pace import FloorPace, TurnRate, wanted_mode
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
