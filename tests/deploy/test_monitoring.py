"""Alerts and the dashboard ask for metrics that a server really has, and mean what they say."""

import json
import re
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from support.processes.host_tools import run_tool
from undertide_server.content.load import load_settings
from undertide_server.gateway.connections.census import Census
from undertide_server.gateway.edge.counters import Counters
from undertide_server.gateway.http.metrics import Metrics

DEPLOY = Path(__file__).parents[2] / "deploy"
CASES = Path(__file__).with_name("alert_cases.yml")
SUFFIXES: Mapping[str, tuple[str, ...]] = {
    "gauge": ("",),
    "counter": ("_total",),
    "info": ("_info",),
    "histogram": ("_bucket", "_count", "_sum"),
}
"""The endings of the series of each kind of metric, in the text that Prometheus reads."""
OF_PROCESSES = {"process_cpu_seconds_total", "process_resident_memory_bytes"}
"""Series that the library adds for each process, on Linux."""
LABELS = {"node", "instance", "job", "le", "reason", "code", "kind", "outcome", "rules"}
"""Labels of these series: the library's, Prometheus' own, and those in `metrics.py`."""


def series() -> set[str]:
    """Return the names of all series that a server tells Prometheus."""
    census = Census(**dict.fromkeys((each.name for each in fields(Census)), 0))
    metrics = Metrics(Counters(), lambda: census, lambda: True)
    return OF_PROCESSES | {
        each.name + suffix for each in metrics.collect() for suffix in SUFFIXES[each.type]
    }


def alerts() -> str:
    return (DEPLOY / "alerts.yml").read_text(encoding="utf-8")


def dashboard() -> dict[str, Any]:
    read: dict[str, Any] = json.loads((DEPLOY / "grafana" / "undertide.json").read_text("utf-8"))
    return read


def expressions() -> Iterator[str]:
    """Yield what the dashboard asks Prometheus, each with an interval as Grafana puts one in."""
    for panel in dashboard()["panels"]:
        for target in panel.get("targets", ()):
            yield target["expr"].replace("$__rate_interval", "1m")


class TestAlerts:
    def test_they_are_about_series_that_there_are(self) -> None:
        asked = set(re.findall(r"\bundertide_[a-z_]+", alerts()))
        assert asked
        assert asked <= series()

    def test_they_group_by_labels_that_there_are(self) -> None:
        groups = re.findall(r"\b(?:by|without|ignoring|on) ?\(([\w, ]+)\)", alerts())
        assert {label.strip() for each in groups for label in each.split(",")} <= LABELS

    def test_the_bound_of_lateness_is_one_of_the_histogram(self) -> None:
        (bound,) = re.findall(r'le="([\d.]+)"', alerts())
        assert float(bound) in Counters().lateness.bounds

    def test_each_fires_as_its_case_says(self, tmp_path: Path) -> None:
        for each in (DEPLOY / "alerts.yml", CASES):
            shutil.copy(each, tmp_path)
        told = run_tool("promtool", "test", "rules", CASES.name, home=tmp_path)
        assert told.returncode == 0, told.stdout + told.stderr


class TestPrometheus:
    @pytest.mark.parametrize("folder", [".", "cluster"])
    def test_it_finds_nothing_wrong_with_its_files(self, folder: str, tmp_path: Path) -> None:
        for each in (*(DEPLOY / folder).glob("*.yml"), DEPLOY / "alerts.yml"):
            shutil.copy(each, tmp_path)
        told = run_tool("promtool", "check", "config", "prometheus.yml", home=tmp_path)
        assert told.returncode == 0, told.stdout + told.stderr
        assert "WARN" not in told.stdout + told.stderr

    @pytest.mark.parametrize("name", ["prometheus.yml", "cluster/nodes.yml"])
    def test_it_asks_the_port_that_is_served(self, name: str) -> None:
        text = (DEPLOY / name).read_text(encoding="utf-8")
        ports = re.findall(r"^[^#]*[\w.-]+:(\d+)\b", text, re.MULTILINE)
        assert ports
        assert set(ports) == {str(load_settings().server.port)}


class TestDashboard:
    def test_it_asks_for_series_that_there_are(self) -> None:
        text = " ".join(expressions())
        asked = set(re.findall(r"\b(?:undertide|process)_[a-z_]+", text))
        assert len(asked) > 20
        assert asked <= series()

    def test_it_groups_by_labels_that_there_are(self) -> None:
        text = " ".join(expressions())
        groups = re.findall(r"\b(?:by|without) ?\(([\w, ]+)\)", text)
        assert {label.strip() for each in groups for label in each.split(",")} <= LABELS

    def test_no_node_counts_twice_where_several_are_asked(self) -> None:
        # Each node answers for all: a sum over everything would count them once for each.
        for expression in expressions():
            assert re.match(r"sum\b(?!.*\b(max|min) by \(node)", expression) is None, expression

    def test_prometheus_understands_what_it_asks(self, tmp_path: Path) -> None:
        rules = [
            {"record": f"panel:number{number}", "expr": expression}
            for number, expression in enumerate(expressions())
        ]
        # JSON is YAML as well.
        (tmp_path / "panels.yml").write_text(
            json.dumps({"groups": [{"name": "panels", "rules": rules}]}), encoding="utf-8"
        )
        told = run_tool("promtool", "check", "rules", "panels.yml", home=tmp_path)
        assert told.returncode == 0, told.stdout + told.stderr
        assert f"{len(rules)} rules found" in told.stdout

    def test_every_panel_has_a_place_and_a_number_of_its_own(self) -> None:
        panels = dashboard()["panels"]
        assert len({panel["id"] for panel in panels}) == len(panels)
        taken = set[tuple[int, int]]()
        for panel in panels:
            place = panel["gridPos"]
            cells = {
                (place["x"] + column, place["y"] + row)
                for column in range(place["w"])
                for row in range(place["h"])
            }
            assert not taken & cells, panel["title"]
            assert place["x"] + place["w"] <= 24
            taken |= cells

    def test_every_panel_says_what_it_shows(self) -> None:
        shown = [panel for panel in dashboard()["panels"] if panel["type"] != "row"]
        assert all(panel["description"].endswith(".") for panel in shown)

    def test_it_is_where_grafana_is_told_to_look(self) -> None:
        compose = (DEPLOY / "cluster" / "compose.yml").read_text(encoding="utf-8")
        provider = (DEPLOY / "grafana" / "dashboards.yml").read_text(encoding="utf-8")
        (folder,) = re.findall(r"path: (\S+)", provider)
        assert f"../grafana/undertide.json:{folder}/undertide.json:ro" in compose
        (source,) = re.findall(r"uid: (\S+)", (DEPLOY / "grafana/datasources.yml").read_text())
        (chosen,) = dashboard()["templating"]["list"]
        assert chosen["current"]["value"] == source
