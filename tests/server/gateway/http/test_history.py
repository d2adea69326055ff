from dataclasses import fields, replace

from undertide_server.gateway.connections.census import Census
from undertide_server.gateway.edge.counters import Counters
from undertide_server.gateway.http.history import KEPT, History, Sample
from undertide_server.gateway.http.machine import MachineSample

CENSUS = Census(**dict.fromkeys((each.name for each in fields(Census)), 0))
BEGUN = MachineSample(wall=1000.0, clock=50.0, cpu=1.0, memory=100)


def after(seconds: float, cpu: float = 1.0) -> MachineSample:
    return MachineSample(BEGUN.wall + seconds, BEGUN.clock + seconds, cpu, 200)


def test_rates_are_those_since_the_sample_before() -> None:
    counters = Counters()
    history = History(counters, BEGUN)
    counters.bytes_sent, counters.bytes_received = 1000, 50
    history.record_sample(after(5, cpu=2.0), CENSUS)
    counters.bytes_sent += 3000
    history.record_sample(after(15, cpu=2.5), CENSUS)
    columns = history.columns()
    assert columns["sent"] == [200.0, 300.0]
    assert columns["received"] == [10.0, 0.0]
    assert columns["cpu"] == [20.0, 5.0]
    assert columns["at"] == [1005.0, 1015.0]
    assert columns["memory"] == [200, 200]


def test_what_happened_in_no_time_makes_no_rate() -> None:
    counters = Counters()
    history = History(counters, BEGUN)
    counters.bytes_sent = 1000
    history.record_sample(after(0.001, cpu=1.5), CENSUS)
    assert history.columns()["sent"] == history.columns()["cpu"] == [0.0]


def test_the_worst_is_that_since_the_sample_before() -> None:
    counters = Counters()
    history = History(counters, BEGUN)
    counters.lateness.observe(0.25)
    counters.beats.observe(0.003)
    counters.commits.observe(0.001)
    history.record_sample(after(5), CENSUS)
    history.record_sample(after(10), CENSUS)
    columns = history.columns()
    assert columns["late_ms"] == [250.0, 0.0]
    assert columns["beat_ms"] == [3.0, 0.0]
    assert columns["commit_ms"] == [1.0, 0.0]


def test_counts_are_those_of_the_moment() -> None:
    history = History(Counters(), BEGUN)
    history.record_sample(
        after(5), replace(CENSUS, players=3, watchers=4, ssh_visitors=5, uncommitted_steps=2)
    )
    columns = history.columns()
    assert (columns["players"], columns["watchers"], columns["waiting"]) == ([3], [4], [2])
    assert columns["visitors"] == [5]


def test_no_more_is_kept_than_the_page_shows() -> None:
    history = History(Counters(), BEGUN)
    for number in range(KEPT + 10):
        history.record_sample(after(5.0 * (number + 1)), CENSUS)
    columns = history.columns()
    assert set(columns) == {each.name for each in fields(Sample)}
    assert {len(column) for column in columns.values()} == {KEPT}
    assert columns["at"][-1] == BEGUN.wall + 5.0 * (KEPT + 10)
