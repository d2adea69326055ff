"""Statuses stack by stated rules, and change figures as their records say."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from undertide_server.content.records.statuses import Status
from undertide_server.simulation.rules.statuses import pace, stacked

times = st.integers(1, 1000)


def status(**changes: Any) -> Status:
    stated = {
        "name": "x",
        "adjective": "x",
        "glyph": "x",
        "colour": 0,
        "description": "",
        "most": 500,
    }
    return Status.model_validate({**stated, "good": False, **changes})


class TestStacking:
    @given(st.sampled_from(["longest", "adds", "keeps"]), times, times, st.integers(0, 1000))
    def test_nothing_lasts_longer_than_its_most(
        self, stacks: str, most: int, ticks: int, left: int
    ) -> None:
        found = stacked(status(stacks=stacks, most=most), min(left, most), ticks)
        assert min(ticks, most) <= found <= most or (stacks == "keeps" and found == min(left, most))

    @given(st.sampled_from(["longest", "adds", "keeps"]), st.integers(0, 500), times)
    def test_what_is_there_is_never_shortened(self, stacks: str, left: int, ticks: int) -> None:
        assert stacked(status(stacks=stacks), left, ticks) >= left

    def test_it_lasts_as_much_longer_as_its_record_says(self) -> None:
        assert stacked(status(lasts_percent=200), 0, 30) == 60
        assert stacked(status(lasts_percent=200, stacks="adds"), 30, 30) == 90
        assert stacked(status(lasts_percent=1), 0, 1) == 1

    @given(st.integers(0, 500), times)
    def test_of_two_the_longer_holds(self, left: int, ticks: int) -> None:
        assert stacked(status(), left, ticks) == min(500, max(left, ticks))

    @given(st.integers(0, 500), times)
    def test_times_add_up(self, left: int, ticks: int) -> None:
        assert stacked(status(stacks="adds"), left, ticks) == min(500, left + ticks)

    @given(st.integers(1, 500), times)
    def test_what_keeps_can_not_be_renewed_before_it_is_over(self, left: int, ticks: int) -> None:
        assert stacked(status(stacks="keeps"), left, ticks) == left
        assert stacked(status(stacks="keeps"), 0, ticks) == min(500, ticks)

    @given(st.lists(times, max_size=5), st.sampled_from(["longest", "adds"]))
    def test_in_which_order_it_comes_makes_no_difference(
        self, comings: list[int], stacks: str
    ) -> None:
        def after(order: list[int]) -> int:
            left = 0
            for ticks in order:
                left = stacked(status(stacks=stacks), left, ticks)
            return left

        assert after(comings) == after(comings[::-1])


class TestPace:
    def test_shares_of_the_speed(self) -> None:
        half, more = status(speed_percent=50), status(speed_percent=150)
        assert pace(10, []) == 10
        assert pace(10, [half]) == 5
        assert pace(10, [half, more]) == 7

    @given(st.integers(1, 40), st.lists(st.integers(1, 400), max_size=5))
    def test_only_what_stops_somebody_stops_it(self, speed: int, percents: list[int]) -> None:
        assert pace(speed, [status(speed_percent=percent) for percent in percents]) >= 1

    @given(st.integers(1, 40), st.lists(st.integers(1, 400), max_size=5))
    def test_who_is_stopped_gains_nothing(self, speed: int, percents: list[int]) -> None:
        assert pace(speed, [status(speed_percent=percent) for percent in [*percents, 0]]) == 0


def test_a_pace_that_is_slowed_is_rounded_down_to_one_at_least() -> None:
    half, stops = status(speed_percent=50), status(speed_percent=0)
    assert [pace(speed, [half]) for speed in (10, 9, 3, 1)] == [5, 4, 1, 1]
    assert [pace(10, statuses) for statuses in ([], [half, half], [half, stops])] == [10, 2, 0]
