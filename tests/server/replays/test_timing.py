"""Moments of a replayed run, and how long each step of it is shown."""

import pytest

from undertide_server.replays.timing import MOST_PAUSE, Goal, pause_between


@pytest.mark.parametrize(
    ("goal", "reached"),
    [
        (Goal(40), True),
        (Goal(41), False),
        (Goal(41, 4_000), True),
        (Goal(0, 4_001), False),
    ],
)
def test_a_goal_is_a_tick_unless_it_tells_real_time(goal: Goal, *, reached: bool) -> None:
    assert goal.is_reached(40, 4_000) == reached


@pytest.mark.parametrize(
    ("after", "seconds"), [(1_000, 0.0), (1_200, 0.2), (3_000, 2.0), (181_000, 2.0), (900, 0.0)]
)
def test_pauses_are_as_they_were_but_never_long(after: int, seconds: float) -> None:
    assert pause_between(1_000, after) == pytest.approx(seconds)
    assert seconds <= MOST_PAUSE
