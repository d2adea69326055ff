import re
from dataclasses import fields

import pytest

from support.gateway.host_requests import asked, series
from support.gateway.real_gateway import Hosted, hosted, http_get
from undertide_server.gateway.connections.census import Census
from undertide_server.gateway.edge.counters import Counters
from undertide_server.gateway.http import metrics
from undertide_server.gateway.http.metrics import GAUGES, Metrics
from undertide_server.simulation.version import RULES
from undertide_shared.build import Build
from undertide_shared.codec import encode
from undertide_shared.messages import PROTOCOL, Error, Join, Left

EMPTY = Census(**dict.fromkeys((each.name for each in fields(Census)), 0))


def told(counters: Counters, census: Census = EMPTY, *, ready: bool = True) -> dict[str, float]:
    answer = Metrics(counters, lambda: census, lambda: ready).answer(asked())
    assert answer.kind.startswith("text/plain; version=")
    return series(answer.body.decode())


async def measured(host: Hosted) -> dict[str, float]:
    status, page = await http_get(host.address, "/metrics")
    assert status == 200
    return series(page)


def test_every_count_of_a_census_is_told_and_explained() -> None:
    census = Census(*range(1, len(fields(Census)) + 1))
    found = told(Counters(), census)
    for number, each in enumerate(fields(Census), start=1):
        assert found[f"undertide_{each.name}"] == number
    assert set(GAUGES) == {each.name for each in fields(Census)}


@pytest.mark.parametrize("ready", [True, False])
def test_it_says_whether_newcomers_are_welcome(ready: bool) -> None:
    assert told(Counters(), ready=ready)["undertide_ready"] == ready


def test_it_names_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "this_build", lambda: Build("1.2.3", "ab" * 20))
    (name,) = [name for name in told(Counters()) if name.startswith("undertide_build_info")]
    labels = dict(re.findall(r'(\w+)="([^"]*)"', name))
    assert labels == {
        "version": "1.2.3",
        "commit": "ab" * 20,
        "protocol": str(PROTOCOL),
        "rules": str(RULES),
    }


def test_times_are_told_as_a_histogram() -> None:
    counters = Counters()
    for seconds in (0.0, 0.06, 7.0):
        counters.lateness.observe(seconds)
    found = told(counters)
    bucket = 'undertide_beat_lateness_seconds_bucket{{le="{}"}}'.format
    assert [found[bucket(le)] for le in ("0.0005", "0.05", "0.1", "2.5", "+Inf")] == [1, 1, 2, 2, 3]
    assert found["undertide_beat_lateness_seconds_count"] == 3
    assert found["undertide_beat_lateness_seconds_sum"] == pytest.approx(7.06)


def test_what_was_counted_is_told_by_kind_and_reason() -> None:
    counters = Counters()
    counters.note_sent(encode(Left("abcde", "bye")), 20, 2)
    counters.note_reply(Error("bad_login", "no"))
    counters.cut["too_fast"] = 4
    counters.turned_away["503"] = 5
    found = told(counters)
    assert found['undertide_sent_messages_total{kind="left"}'] == 2
    assert found["undertide_sent_bytes_total"] == 40
    assert found['undertide_refusals_total{code="bad_login"}'] == 1
    assert found['undertide_logins_total{outcome="refused"}'] == 1
    assert found['undertide_cut_connections_total{reason="too_fast"}'] == 4
    assert found['undertide_turned_away_connections_total{reason="503"}'] == 5


def test_two_servers_of_a_process_count_apart() -> None:
    one, other = Counters(), Counters()
    one.note_received(b"1")
    assert told(one)["undertide_received_messages_total"] == 1
    assert told(other)["undertide_received_messages_total"] == 0


async def test_a_server_counts_who_is_there_and_what_was_said() -> None:
    async with hosted() as host, host.player("Ann") as ann, host.watcher(ann.session):
        found = await measured(host)
        assert found["undertide_sessions"] == found["undertide_players"] == 1
        assert found["undertide_heroes"] == found["undertide_seats"] == 1
        assert found["undertide_watchers"] == 1
        assert found["undertide_connections"] == 3  # whoever asks is one, too
        assert found['undertide_sent_messages_total{kind="key"}'] >= 2
        assert found["undertide_received_messages_total"] >= 4
        assert found["undertide_beat_seconds_count"] >= 1


async def test_a_server_counts_whom_it_refuses_and_whom_it_puts_out() -> None:
    async with hosted(bad_messages=1) as host, host.guest() as guest:
        await guest.send(Join("nowhere", "Ann"))
        await guest.expect(Error)
        for _ in range(3):
            await guest.send_raw(b"nonsense")
        await guest.gone()
        found = await measured(host)
        assert found['undertide_refusals_total{code="unknown_session"}'] == 1
        assert found['undertide_refusals_total{code="malformed"}'] >= 1
        assert found['undertide_cut_connections_total{reason="too_many_faults"}'] == 1
