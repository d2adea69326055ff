"""docs/api.md names the whole stable surface, and nothing else."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, get_type_hints

import click
import pytest

from support.content.environment_names import variables
from undertide_client import api
from undertide_client.bots.report import Tally
from undertide_server import headless
from undertide_server.inspection.balance.summary import BalanceData
from undertide_server.inspection.curve import CurveData
from undertide_server.inspection.floor_records import FloorData
from undertide_server.inspection.gear import GearData
from undertide_server.inspection.roster import RosterData
from undertide_server.inspection.tree_records import TreeData
from undertide_server.inspection.variations import VarietyData
from undertide_server.inspection.weights import WeightsData
from undertide_server.simulation.actions.intents import ACTIONS, AT_ONCE
from undertide_server.store.records import StoredRun
from undertide_shared import learning
from undertide_shared.command import undertide
from undertide_shared.messages import Audit, Invited, People, Sessions

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
SAID_OF_A_RUN = ["players", "hashes", "epochs", "snapshots", "landmarks"]
"""What `runs show` counts besides the fields of a stored run."""


def rows(section: str) -> Iterator[list[str]]:
    """Yield the rows of all tables of a section, without their heads."""
    (body,) = re.findall(rf"\n## {section}\n(.*?)(?=\n## |\Z)", PAGE, re.DOTALL)
    for table in re.findall(r"(?:^\|.*\n)+", body, re.MULTILINE):
        for line in table.splitlines()[2:]:
            yield [cell.strip() for cell in line.strip("|").split(" | ")]


def words(cell: str) -> list[str]:
    """Return what stands between backticks."""
    return re.findall(r"`([^`]+)`", cell)


def commands(
    command: click.Command, name: str, *, json: bool = False
) -> Iterator[tuple[str, bool]]:
    """Yield each command that is shown, by its whole name, and whether it can print JSON."""
    json = json or any("--json" in option.opts for option in command.params)
    if not isinstance(command, click.Group):
        yield name, json
        return
    context = click.Context(command)
    for word in command.list_commands(context):
        inner = command.get_command(context, word)
        if inner is not None and not inner.hidden:
            yield from commands(inner, f"{name} {word}", json=json)


def test_the_page_names_everything_that_the_library_exports() -> None:
    told = [name for cell, _ in rows("The library") for name in words(cell)]
    assert sorted(told) == sorted(api.__all__)


def test_the_page_names_everything_that_headless_runs_export() -> None:
    told = [name for cell, _ in rows("Runs without a server") for name in words(cell)]
    intents = {name for name in api.__all__ if getattr(api, name) in ACTIONS | AT_ONCE}
    assert sorted([*told, *intents, "Intent"]) == sorted(headless.__all__)


def test_the_page_names_everything_about_arrays_and_actions() -> None:
    told = [name for cell, _ in rows("Arrays and actions") for name in words(cell)]
    assert sorted(told) == sorted(learning.__all__)


def test_the_page_names_every_command_and_whether_it_prints_json() -> None:
    table = [row for row in rows("The command line") if len(row) == 4]
    told = {words(cell)[0]: json for cell, _, _, json in table}
    assert len(table) == len(told)
    assert told == {
        name: "yes" if json else "no" for name, json in commands(undertide, "undertide")
    }


def test_the_page_names_every_variable_of_the_environment_that_is_read() -> None:
    told = [name for cell, *_ in rows("Environment variables") for name in words(cell)]
    assert sorted(told) == sorted(variables())


def test_the_page_gives_the_keys_of_every_command_that_prints_json() -> None:
    told = [words(cell)[0] for cell, _ in rows("JSON of commands")]
    assert len(told) == len(set(told))
    named = {name for name in told if name != "undertide admin"}
    printing = {name for name, json in commands(undertide, "undertide") if json}
    assert named <= printing
    assert all(name.startswith("undertide admin ") for name in printing - named)


def keys_of(record: Any) -> list[str]:
    return list(get_type_hints(record))


@pytest.mark.parametrize(
    ("command", "keys"),
    [
        ("undertide sessions", ["sessions"]),
        ("undertide bots", list(Tally().report(1.0).as_json())),
        ("undertide inspect balance", keys_of(BalanceData)),
        ("undertide inspect curve", keys_of(CurveData)),
        ("undertide inspect floor", keys_of(FloorData)),
        ("undertide inspect gear", keys_of(GearData)),
        ("undertide inspect roster", keys_of(RosterData)),
        ("undertide inspect tree", keys_of(TreeData)),
        ("undertide inspect variations", keys_of(VarietyData)),
        ("undertide inspect weights", keys_of(WeightsData)),
        ("undertide runs show", [field.name for field in fields(StoredRun)] + SAID_OF_A_RUN),
        ("undertide admin sessions", keys_of(Sessions)),
        ("undertide admin audit", keys_of(Audit)),
        ("undertide admin invite", keys_of(Invited)),
        ("undertide admin", keys_of(People)),
    ],
)
def test_the_keys_of_the_page_are_those_that_are_printed(command: str, keys: list[str]) -> None:
    told: Mapping[str, list[str]] = {
        words(cell)[0]: words(named) for cell, named in rows("JSON of commands")
    }
    assert told[command] == keys
