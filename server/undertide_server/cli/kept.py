"""Options, tables and error handling of the commands about kept runs."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from undertide_server.cli.parts import FOLDER

if TYPE_CHECKING:
    from undertide_server.store.ownership import Ownership
    from undertide_server.store.reader import Reader
    from undertide_server.store.records import StoredRun

Command = Callable[..., Any]

MOMENT = "%Y-%m-%d %H:%M"
SHORT = 8
"""Characters of a run's name that people see: enough to tell thousands of runs apart."""


def data_option(command: Command) -> Command:
    """Add the option for the data folder."""
    return click.option("--data", type=FOLDER, required=True, help="The folder of `serve --data`.")(
        command
    )


def json_option(command: Command) -> Command:
    """Add the option for JSON."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


def run_argument(command: Command) -> Command:
    """Add the argument for a run's name or its beginning."""
    return click.argument("run", metavar="RUN")(command)


@contextmanager
def database_faults_told(database: Path) -> Iterator[None]:
    """End the command with one line for any fault of a database or its folder."""
    from undertide_server.store.errors import StatementError, StoreError, StoreFaultError

    try:
        yield
    except (StoreFaultError, StatementError) as fault:
        raise click.ClickException(f"{database}: {fault}") from fault
    except (StoreError, OSError) as fault:
        raise click.ClickException(str(fault)) from fault


@contextmanager
def store_faults_told(data: Path) -> Iterator[None]:
    """End the command with one line for any fault of a folder or a file."""
    from undertide_server.store.database import FILE
    from undertide_server.store.errors import DamagedRunError

    with database_faults_told(data / FILE):
        try:
            yield
        except DamagedRunError as fault:
            remedy = f"restore a backup, or see `undertide runs check --data {data}`"
            raise click.ClickException(f"{data / FILE}: {fault}: {remedy}") from fault


@contextmanager
def reading(data: Path) -> Iterator["Reader"]:
    """Open a data folder to read it. Ends the command if that fails."""
    from undertide_server.store.reader import Reader

    with store_faults_told(data), Reader(data) as reader:
        yield reader


@contextmanager
def holding(data: Path) -> Iterator["Ownership"]:
    """Hold a data folder, in which no server lives: nobody owns what an earlier one has left.

    Raises FolderInUseError, OSError or StoreError.
    """
    from undertide_server.store.folder import held
    from undertide_server.store.ownership import opened_ownership

    with held(data), opened_ownership(data) as ownership:
        ownership.clear()
        yield ownership


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


def delete_runs(data: Path, names: Sequence[str]) -> int:
    """Delete runs; return by how many bytes the database is smaller now.

    Raises OSError or StoreError.
    """
    from undertide_server.store.retention import RUNS, tidying
    from undertide_server.store.writer import Writer
    from undertide_server.store.writes import Deleted

    size = size_of(data)
    with closing(Writer(data)) as writer:
        for first in range(0, len(names), RUNS):
            writer.apply([Deleted(run) for run in names[first : first + RUNS]])
        for write in tidying(data):
            writer.apply([write])
    return size - size_of(data)


def size_of(data: Path) -> int:
    """Return the bytes of a folder's database. Raises OSError."""
    from undertide_server.store.database import FILE

    return (data / FILE).stat().st_size
