from dataclasses import fields

import pytest
from prometheus_client.parser import text_string_to_metric_families

from support.gateway.host_requests import asked
from undertide_server.gateway.connections.census import Census
from undertide_server.gateway.edge.counters import Counters
from undertide_server.gateway.http.metrics import Metrics
from undertide_server.gateway.http.nodes.merged_metrics import merge_metrics
from undertide_shared.codec import encode
from undertide_shared.messages import Left


def metrics_of(players: int) -> str:
    """Return what a node with some players tells."""
    census = Census(
        **{**dict.fromkeys((each.name for each in fields(Census)), 0), "players": players}
    )
    counters = Counters()
    counters.note_sent(encode(Left("abcde", "bye")), 20, players)
    counters.beats.observe(0.01 * players)
    metrics = Metrics(counters, lambda: census, lambda: True)
    return metrics.answer(asked()).body.decode()


@pytest.fixture(scope="module")
def merged() -> str:
    return merge_metrics({"w2-b": metrics_of(5), "w1-a": metrics_of(3), "w3-c": None})


def test_every_series_of_a_node_has_its_label(merged: str) -> None:
    families = {family.name: family for family in text_string_to_metric_families(merged)}
    players = {each.labels["node"]: each.value for each in families["undertide_players"].samples}
    assert players == {"w1-a": 3, "w2-b": 5}
    (sent, _) = families["undertide_sent_messages"].samples
    assert (sent.labels, sent.value) == ({"node": "w1-a", "kind": "left"}, 3)
    for family in families.values():
        assert all("node" in sample.labels for sample in family.samples)


def test_all_that_a_node_tells_is_there(merged: str) -> None:
    alone = {
        (sample.name, *sorted(sample.labels.items()))
        for family in text_string_to_metric_families(metrics_of(3))
        for sample in family.samples
    }
    shown = {
        (sample.name, *sorted(each for each in sample.labels.items() if each[0] != "node"))
        for family in text_string_to_metric_families(merged)
        for sample in family.samples
        if sample.labels["node"] == "w1-a"
    }
    assert alone == shown


def test_each_family_stands_once_and_in_one_piece() -> None:
    merged = merge_metrics({"w1-a": None, "w2-b": metrics_of(5), "w3-c": metrics_of(3)})
    types = [line.split()[2] for line in merged.splitlines() if line.startswith("# TYPE")]
    assert len(types) == len(set(types))
    helps = [line.split()[2] for line in merged.splitlines() if line.startswith("# HELP")]
    assert sorted(helps) == sorted(types)


def test_a_node_that_gave_no_answer_is_down(merged: str) -> None:
    families = {family.name: family for family in text_string_to_metric_families(merged)}
    up = {each.labels["node"]: each.value for each in families["undertide_worker_up"].samples}
    assert up == {"w1-a": 1, "w2-b": 1, "w3-c": 0}
