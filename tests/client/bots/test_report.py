import json
from statistics import quantiles

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undertide_client.bots.report import LONGEST_MS, MAX_FAULTS, Latencies, Tally


@given(st.lists(st.integers(0, 5000), min_size=1), st.integers(1, 100))
def test_a_percentile_is_the_smallest_that_so_many_do_not_exceed(
    tenths: list[int], percent: int
) -> None:
    latencies = Latencies()
    for tenth in tenths:
        latencies.add(tenth / 10_000)
    found = latencies.percentile(percent)
    assert found is not None
    below = sum(tenth / 10 < found for tenth in tenths)
    up_to = sum(tenth / 10 <= found for tenth in tenths)
    assert below * 100 < len(tenths) * percent <= up_to * 100


def test_percentiles_agree_with_the_standard_library() -> None:
    latencies, values = Latencies(), [milliseconds * 7919 % 1000 for milliseconds in range(999)]
    for value in values:
        latencies.add(value / 1000)
    cuts = quantiles(values, n=100, method="inclusive")
    assert latencies.percentile(50) == pytest.approx(cuts[49], abs=1)
    assert latencies.percentile(99) == pytest.approx(cuts[98], abs=1)


def test_nothing_measured_is_told_as_nothing() -> None:
    assert Latencies().percentile(50) is None


def test_what_is_kept_of_latencies_is_bounded() -> None:
    latencies = Latencies()
    latencies.add(10.0**9)
    assert latencies.percentile(99) == LONGEST_MS


def test_kinds_of_faults_are_bounded_and_none_is_lost() -> None:
    tally = Tally()
    for number in range(MAX_FAULTS + 5):
        tally.fault(f"fault {number}")
    report = tally.report(1.0)
    assert report.errors == MAX_FAULTS + 5
    assert len(report.faults) == MAX_FAULTS + 1
    assert report.faults["other"] == 5


def test_bytes_are_told_by_the_seconds_that_seats_were_held() -> None:
    tally = Tally()
    tally.players = 2
    tally.received_bytes = 3000
    tally.seated_seconds = 10.0
    assert tally.report(6.0).bytes_per_player_second == 300.0


def test_the_json_has_the_names_that_scripts_rely_on() -> None:
    tally = Tally()
    tally.players = 3
    tally.intents = 4
    tally.answered("done", 0.0123)
    tally.answered("refused", 0.05)
    told = json.loads(json.dumps(tally.report(2.5).as_json()))
    assert told["players"] == 3
    assert told["seconds"] == 2.5
    assert told["intents"] == 4
    assert told["errors"] == 0
    assert told["latency_ms"] == {"p50": 12.3, "p99": 50.0}
    assert told["bytes_per_player_second"] == 0.0
    assert told["outcomes"] == {"done": 1, "refused": 1}
