"""The coarse shape of how hard the shipped game is, in a few runs; docs/balance.md has the figures.

Whoever changes content on purpose, and finds that a run comes out otherwise, measures anew with
`undertide inspect balance`, and changes the page, the picture and this together.
"""

from functools import cache
from statistics import median

import pytest

from undertide_server.inspection.balance.plan import Plan, seed_of_run
from undertide_server.inspection.balance.records import Played
from undertide_server.inspection.balance.workers import play_one

# Whole runs: forty seconds of one core, and several times that where others want it too.
pytestmark = pytest.mark.timeout(400)

SEED = b"sixteen bytes ok"
TICKS = 16_000
"""Moments of a run: a careful party that lives is on the seventh floor by then."""
RUNS = 5
SHALLOW = 4
"""The floor that the careless seldom pass."""
FAR = 6
"""The floor that most careful parties see in so many moments."""


@cache
def played(skill: str, number: int, *, staged: bool = False) -> Played:
    """Return what comes of one run of three heroes by the shipped content."""
    seed = seed_of_run(SEED, number)
    return play_one(Plan("default", None, seed, skill, 3, "party", TICKS, staged))


def floors(skill: str) -> list[int]:
    """Return the deepest floors of the runs of one skill, the shallowest first."""
    return sorted(played(skill, number).floor for number in range(RUNS))


@pytest.mark.parametrize("number", range(3))
def test_whoever_stands_still_loses_to_the_tide(number: int) -> None:
    run = played("still", number)
    assert run.ended
    assert not run.won
    assert run.floor == 1
    assert "tide" in {fall.cause for fall in run.falls}


def test_the_careful_mostly_come_further_than_the_careless() -> None:
    assert median(floors("careful")) >= FAR
    assert median(floors("careful")) > median(floors("careless"))


def test_the_careless_seldom_come_far() -> None:
    assert sum(floor > SHALLOW for floor in floors("careless")) <= RUNS // 2


def test_power_keeps_pace_with_the_curve() -> None:
    arrivals = [each for number in range(RUNS) for each in played("careful", number).arrivals]
    assert all(max(each.worths) > each.average for each in arrivals if each.worths)


def test_in_gear_of_its_depth_a_party_can_beat_the_last_boss() -> None:
    assert any(played("careful", number, staged=True).won for number in range(8))
