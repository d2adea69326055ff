"""Options, tables and error handling of the commands about stored runs."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from undertide_server.cli.store_options import words_of
from undertide_server.store.engine.address import PostgresAddress, StoreAddress

if TYPE_CHECKING:
    from undertide_server.store.ownership import Ownership
    from undertide_server.store.reader import Reader
    from undertide_server.store.records import StoredRun

Command = Callable[..., Any]

MOMENT = "%Y-%m-%d %H:%M"
SHORT = 8
"""Characters of a run's name that people see: enough to tell thousands of runs apart."""


def json_option(command: Command) -> Command:
    """Add the option for JSON."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


def run_argument(command: Command) -> Command:
    """Add the argument for a run's name or its beginning."""
    return click.argument("run", metavar="RUN")(command)


@contextmanager
def database_faults_told(place: object) -> Iterator[None]:
    """End the command with one line for any fault of a database. Its text names the place."""
    from undertide_server.store.errors import StatementError, StoreError, StoreFaultError

    try:
        yield
    except (StoreFaultError, StatementError) as fault:
        said = str(fault)
        named = said if said.startswith(str(place)) else f"{place}: {said}"
        raise click.ClickException(named) from fault
    except (StoreError, OSError) as fault:
        raise click.ClickException(str(fault)) from fault


@contextmanager
def store_faults_told(store: StoreAddress) -> Iterator[None]:
    """End the command with one line for any fault of a store or a file."""
    from undertide_server.store.database import FILE
    from undertide_server.store.errors import DamagedRunError

    place = store / FILE if isinstance(store, Path) else store
    with database_faults_told(place):
        try:
            yield
        except DamagedRunError as fault:
            check = f"undertide runs check {words_of(store)}".rstrip()
            remedy = f"restore a backup, or see `{check}`"
            raise click.ClickException(f"{place}: {fault}: {remedy}") from fault


@contextmanager
def reading(store: StoreAddress) -> Iterator["Reader"]:
    """Open a store to read it. Ends the command if that fails."""
    from undertide_server.store.opening import open_to_read
    from undertide_server.store.reader import Reader

    with store_faults_told(store), Reader(open_to_read(store, is_patient=True)) as reader:
        yield reader


def check_tables(database: PostgresAddress) -> None:
    """End the command unless a database has the tables of a server: it would make them there."""
    with reading(database):
        pass


@contextmanager
def holding(data: Path) -> Iterator["Ownership"]:
    """Hold a data folder, in which no server lives: nobody owns what an earlier one has left.

    Raises FolderInUseError, OSError or StoreError.
    """
    from undertide_server.store.opening import held
    from undertide_server.store.ownership import opened_ownership

    with held(data), opened_ownership(data) as ownership:
        ownership.clear()
        yield ownership


@contextmanager
def owners_of(store: StoreAddress) -> Iterator["Ownership"]:
    """Open the owners and nodes of a store to read them. Raises OSError or StoreError."""
    from undertide_server.store.opening import open_to_read
    from undertide_server.store.ownership import Ownership

    with closing(open_to_read(store)) as connection:
        yield Ownership(connection)


def runs_in_play(store: StoreAddress) -> dict[str, str]:
    """Return the runs that a living node plays, each with the id of the node.

    Raises OSError or StoreError.
    """
    with owners_of(store) as owners:
        owned = owners.owned()
        living = {status.id for status in owners.nodes() if status.is_living}
    return {each.run: each.node for each in owned if each.node in living}


def print_table(found: list["StoredRun"]) -> None:
    """Print runs as a table."""
    from undertide_shared.tables import table

    headings = ("run", "session", "preset", "state", "ticks", "begun", "reason")
    click.echo(table(headings, [_row(info) for info in found]))


def _row(info: "StoredRun") -> list[str]:
    name, begun = info.run[:SHORT], moment(info.begun)
    return [name, info.session, info.preset, info.state, str(info.ticks), begun, info.reason]


def moment(seconds: float | None) -> str:
    """Return a time as people read it; an empty text for none."""
    from datetime import datetime

    if seconds is None:
        return ""
    return datetime.fromtimestamp(seconds).astimezone().strftime(MOMENT)


def delete_runs(store: StoreAddress, names: Sequence[str]) -> int:
    """Delete runs; return by how many bytes the database is smaller now, if it is.

    Raises OSError or StoreError.
    """
    from undertide_server.store.deletion import RUNS, tidying
    from undertide_server.store.writer import Writer
    from undertide_server.store.writes import Deleted

    size = size_of(store)
    with closing(Writer(store)) as writer:
        for first in range(0, len(names), RUNS):
            writer.apply([Deleted(run) for run in names[first : first + RUNS]])
        for write in tidying(store):
            writer.apply([write])
    return max(0, size - size_of(store))


def size_of(store: StoreAddress) -> int:
    """Return the bytes that a store's database takes. Raises OSError or StoreError."""
    from undertide_server.store.database import FILE
    from undertide_server.store.run_list import RunList

    if isinstance(store, Path):
        return (store / FILE).stat().st_size
    with RunList(store) as runs:
        space = runs.space()
    return space.kept + space.free
