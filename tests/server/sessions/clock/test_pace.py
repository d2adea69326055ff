"""Pace: solo turns, real time in company, party turns, and the warning in between."""

import pytest

from undertide_server.sessions.clock.pace import FloorPace, wanted_mode
from undertide_server.sessions.clock.turn_rate import TurnRate
from undertide_shared.messages import Pace, PaceMode

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
