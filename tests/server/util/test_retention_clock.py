from dataclasses import dataclass

import pytest
from structlog.testing import capture_logs

from undertide_server.util.retention_clock import DAY, SKEW_SECONDS, TRUST_SECONDS, RetentionClock

NEWEST = 1.7e9


@dataclass
class Machine:
    """Its clock, and the time since its start."""

    wall: float
    ran: float = 0.0

    def run(self, seconds: float) -> None:
        self.wall += seconds
        self.ran += seconds


def clock_of(machine: Machine, newest: float | None = NEWEST) -> RetentionClock:
    return RetentionClock("runs", newest, lambda: machine.wall, lambda: machine.ran)


@pytest.mark.parametrize("ahead", [0.0, 29 * DAY, 30 * DAY, -SKEW_SECONDS])
def test_a_clock_within_the_shortest_time_that_data_is_kept_is_believed(ahead: float) -> None:
    assert clock_of(Machine(NEWEST + ahead)).now(30) == NEWEST + ahead


@pytest.mark.parametrize("ahead", [30 * DAY + 1, 400 * DAY, -SKEW_SECONDS - 1, -400 * DAY])
def test_a_clock_far_ahead_or_behind_is_doubted_for_a_day_of_running(ahead: float) -> None:
    machine = Machine(NEWEST + ahead)
    clock = clock_of(machine)
    with capture_logs() as logs:
        assert clock.now(30) is None
        machine.run(TRUST_SECONDS - 1)
        assert clock.now(30) is None
    (warning,) = logs  # once, not each hour
    assert (warning["what"], warning["ahead_days"]) == ("runs", round(ahead / DAY, 1))
    machine.run(1)
    assert clock.now(30) == machine.wall


def test_a_clock_that_is_set_right_is_believed_at_once() -> None:
    machine = Machine(NEWEST + 400 * DAY)
    clock = clock_of(machine)
    assert clock.now(30) is None
    machine.run(3600)
    machine.wall -= 400 * DAY
    assert clock.now(30) == machine.wall


def test_a_clock_that_jumps_while_the_server_runs_is_doubted() -> None:
    machine = Machine(NEWEST)
    clock = clock_of(machine)
    machine.run(3600)
    assert clock.now(30) == machine.wall
    machine.wall += 400 * DAY
    assert clock.now(30) is None


def test_the_time_that_a_server_ran_makes_no_clock_doubtful() -> None:
    machine = Machine(NEWEST)
    clock = clock_of(machine)
    machine.run(0.9 * TRUST_SECONDS)
    assert clock.now(0.5) == machine.wall


def test_where_nothing_is_stored_nothing_can_be_lost() -> None:
    assert clock_of(Machine(0.0), None).now(1) == 0.0
