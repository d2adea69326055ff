"""The search for the knee ends at it, whatever the knee is, and reads lateness from a histogram."""

import sys
from itertools import count
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from knee import CLOSE, LIMITS, Lateness, Search

INFINITE = float("inf")
MOST = 1600
MANY_STAGES = 16


def lateness(within_50: int, within_100: int, beats: int = 1000) -> Lateness:
    return Lateness({0.01: within_50, 0.05: within_50, 0.1: within_100, INFINITE: beats})


def knees_of(first: int, together: int, knees: tuple[int, int]) -> tuple[Search, list[int]]:
    """Search a server that carries so many players within 50 ms and within 100 ms."""
    search = Search(first, together, MOST)
    stages: list[int] = []
    for _ in count():
        stage = search.next_stage()
        if stage is None:
            return search, stages
        stages.append(stage)
        assert len(stages) <= MANY_STAGES, stages
        within = [1000 if stage <= knee else 900 for knee in knees]
        search.note(stage, lateness(within[0], within[1]), min(1.0, stage / (knees[1] or 1)))
    raise AssertionError


class TestLateness:
    def test_one_late_beat_in_a_hundred_is_allowed(self) -> None:
        assert lateness(990, 1000).is_within(0.05)
        assert not lateness(989, 1000).is_within(0.05)

    def test_quantile_lies_within_its_step_evenly(self) -> None:
        late = Lateness({0.01: 50, 0.05: 100, INFINITE: 100})
        assert late.quantile(0.5) == pytest.approx(0.01)
        assert late.quantile(0.75) == pytest.approx(0.03)

    def test_quantile_beyond_all_bounds_is_the_last_bound(self) -> None:
        assert Lateness({0.1: 50, INFINITE: 100}).quantile(0.9) == pytest.approx(0.1)

    def test_counts_of_two_times_add_up_and_take_off(self) -> None:
        both = lateness(10, 20) + lateness(1, 2)
        assert both - lateness(1, 2) == lateness(10, 20)


class TestSearch:
    @pytest.mark.parametrize("knees", [(390, 430), (90, 100), (1000, 1000), (205, 600)])
    @pytest.mark.parametrize("together", [1, 4, 8])
    def test_finds_both_knees_to_five_per_cent(self, knees: tuple[int, int], together: int) -> None:
        search, _ = knees_of(200, together, knees)
        for limit, knee in zip(LIMITS, knees, strict=True):
            found = search.knee(limit)
            assert found <= knee
            assert knee < max(found * CLOSE, found + together) + 1

    def test_stages_fill_sessions(self) -> None:
        _, stages = knees_of(200, 8, (390, 430))
        assert all(stage % 8 == 0 for stage in stages)

    def test_begins_where_it_is_told(self) -> None:
        assert Search(200, 4, MOST).next_stage() == 200

    def test_ends_at_the_most(self) -> None:
        search, stages = knees_of(200, 4, (9000, 9000))
        assert search.knee(LIMITS[0]) == max(stages) == MOST

    def test_grows_no_further_than_a_full_core_hopes(self) -> None:
        search = Search(400, 4, MOST)
        search.note(400, lateness(1000, 1000), cores=0.85)
        assert search.next_stage() == 424

    def test_a_higher_stage_that_passes_outweighs_a_lower_one_that_failed(self) -> None:
        search = Search(200, 4, MOST)
        for players, within in ((200, 1000), (300, 900), (252, 1000), (400, 1000)):
            search.note(players, lateness(within, within), cores=0.5)
        assert search.knee(LIMITS[0]) == 400

    def test_a_server_that_carries_nobody_has_no_knee(self) -> None:
        search, _ = knees_of(64, 4, (0, 0))
        assert search.knee(LIMITS[1]) == 0
