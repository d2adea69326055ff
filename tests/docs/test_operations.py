"""docs/operations.md says what the code does: settings, metrics, events, commands."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import click
import pytest

from log_calls import events
from undertide_server.content.settings.reloadable import EFFECTS
from undertide_server.gateway.connections.census import Census
from undertide_server.gateway.edge.counters import Counters
from undertide_server.gateway.http.metrics import Metrics
from undertide_shared.command import undertide

PAGE = (Path(__file__).parents[2] / "docs" / "operations.md").read_text(encoding="utf-8")
SECRETS = {"token", "password", "seed", "invite", "key_file", "secret"}
"""What no event may name."""


def table(head: str) -> list[list[str]]:
    """Return the rows of the table that begins with this head."""
    body = PAGE.partition(f"| {head} |\n")[2].partition("\n")[2]
    lines = body.partition("\n\n")[0].splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    assert rows, f"there is no table {head!r}"
    return rows


def words(cell: str) -> list[str]:
    """Return what stands between backticks."""
    return re.findall(r"`([^`]+)`", cell)


def test_the_page_says_of_every_setting_when_it_takes_effect() -> None:
    told = {key: when for when, keys in table("Takes effect | Settings") for key in words(keys)}
    assert told == EFFECTS


def test_the_page_names_every_metric() -> None:
    census = Census(**dict.fromkeys((each.name for each in fields(Census)), 0))
    metrics = Metrics(Counters(), lambda: census, lambda: True)
    found = {metric.name for metric in metrics.collect()}
    told = [name for cell, _ in table("Metric | What it says") for name in words(cell)]
    assert sorted(re.sub("_(total|info)$", "", name.partition("{")[0]) for name in told) == sorted(
        found
    )


def test_the_page_names_every_event_that_is_logged() -> None:
    told = {
        (words(event)[0], level, frozenset(words(keys)))
        for event, level, keys in table("Event | Level | Keys")
    }
    logged: dict[tuple[str, str], frozenset[str]] = {}
    for each in events():
        before = logged.get((each.event, each.level), frozenset())
        logged[each.event, each.level] = before | each.keys
    assert told == {(*event, keys) for event, keys in logged.items()}


def test_the_same_thing_has_the_same_key_in_every_event_and_the_page_says_which() -> None:
    told = [name for cell, _ in table("Key | What it is") for name in words(cell)]
    assert sorted(told) == sorted({key for each in events() for key in each.keys})


def test_no_event_names_a_secret() -> None:
    assert [each.place for each in events() if each.keys & SECRETS] == []


def commands() -> Iterator[str]:
    """Yield the commands of the page: lines of its own that begin with `undertide`."""
    for line in PAGE.splitlines():
        if line.startswith("    undertide "):
            yield line.strip()
    yield from (word for word in words(PAGE) if word.startswith("undertide "))


@pytest.mark.parametrize("command", sorted(set(commands())))
def test_every_command_of_the_page_is_one(command: str) -> None:
    found: click.Command = undertide
    options = {name for each in found.params for name in each.opts}
    for word in shlex.split(command)[1:]:
        if word.startswith("-"):
            assert word in options, f"there is no {word}"
        elif isinstance(found, click.Group) and not word.isupper() and word != "…":
            inner = found.get_command(click.Context(found), word)
            assert inner is not None, f"there is no command {word!r}"
            found = inner
            options = {name for each in found.params for name in each.opts}


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\]\(([^)#]+)", PAGE))))
def test_every_link_leads_somewhere(target: str) -> None:
    assert (Path(__file__).parents[2] / "docs" / target).resolve().exists()
