"""The host's commands that make a store smaller: `undertide runs prune` and `compact`."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

import contextlib
import json
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, get_args

import click

from undertide_server.cli.run_options import (
    delete_runs,
    holding,
    json_option,
    print_table,
    reading,
    runs_in_play,
    size_of,
    store_faults_told,
)
from undertide_server.cli.store_options import data_option, store_option
from undertide_server.store.engine.address import StoreAddress
from undertide_shared.messages import RunState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from undertide_server.store.records import StoredRun

SECONDS: Final = {"h": 3600, "d": 86_400, "w": 604_800}
"""Seconds of each unit of an age."""
STATES: Final[tuple[RunState, ...]] = get_args(RunState)


class Age(click.ParamType):  # type: ignore[type-arg]
    """A whole number of hours, days or weeks, as seconds."""

    name = "age"

    def convert(
        self,
        value: str,
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> int:
        """Return the seconds of an age. Ends the command where it is none."""
        found = re.fullmatch(r"([1-9]\d{0,5})([hdw])", value)
        if found is None:
            self.fail(f"{value!r} is no age such as 12h, 30d or 8w", param, ctx)
        return int(found[1]) * SECONDS[found[2]]


@click.command()
@click.option(
    "--older-than",
    type=Age(),
    required=True,
    metavar="AGE",
    help="12h, 30d or 8w since the run ended; for runs that go on, since they were played.",
)
@click.option(
    "--state",
    "states",
    type=click.Choice(STATES),
    multiple=True,
    help="Delete runs in this state; may be repeated.  [default: ended, abandoned]",
)
@click.option("--dry-run", is_flag=True, help="Only list the runs; delete nothing.")
@store_option
@json_option
def prune(
    *,
    older_than: int,
    states: tuple[RunState, ...],
    dry_run: bool,
    store: StoreAddress,
    as_json: bool,
) -> None:
    """Delete old runs with their replays, and give their space back. This can't be undone.

    The server may run, but not while you delete live runs of a folder: it might be playing them.
    Runs that a node of a cluster plays are left alone.
    """
    from undertide_server.store.records import OVER

    chosen = states or OVER
    before = time.time() - older_than
    lock: contextlib.AbstractContextManager[object] = contextlib.nullcontext()
    if isinstance(store, Path) and "live" in chosen and not dry_run:
        lock = holding(store)
    with store_faults_told(store), lock:
        found = _found(store, chosen, before)
        given_back = 0 if dry_run else delete_runs(store, [info.run for info in found])
    if as_json:
        told = {"runs": [info.run for info in found], "deleted": not dry_run, "bytes": given_back}
        click.echo(json.dumps(told))
    elif dry_run:
        print_table(found)
    else:
        place = f"the folder is {given_back} bytes smaller"
        if not isinstance(store, Path):
            place = "PostgreSQL uses their space again by itself"
        click.echo(f"deleted {len(found)} runs; {place}")


def _found(store: StoreAddress, states: "Sequence[RunState]", before: float) -> "list[StoredRun]":
    """Return the runs in some states that are older than a moment, the oldest first.

    Runs that a node plays are none of them.
    """
    from undertide_server.store.deletion import old_runs

    with reading(store) as reader:
        old = {run for state in states for runs in old_runs(store, state, before) for run in runs}
        old -= runs_in_play(store).keys()
        return [info for info in reader.runs() if info.run in old]


@click.command()
@data_option
def compact(*, data: Path) -> None:
    """Write the database anew, so that it takes no more space than it needs.

    The server must be down. Once is enough: from then on the space of deleted runs is given back by
    itself. It takes as much space again while it works.
    """
    from undertide_server.store.opening import compact as compact_runs
    from undertide_server.store.opening import held

    with store_faults_told(data), held(data):
        with reading(data):
            size = size_of(data)
        compact_runs(data)
    click.echo(f"the database has {size_of(data)} bytes; it had {size}")
