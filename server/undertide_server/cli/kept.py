"""Options and error handling of the commands about kept runs."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from undertide_server.cli.parts import FOLDER

if TYPE_CHECKING:
    from undertide_server.store.reader import Reader

Command = Callable[..., Any]

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
def store_faults_told() -> Iterator[None]:
    """End the command with one line for any fault of a folder or a file."""
    import sqlite3

    from undertide_server.store.errors import (
        BackupError,
        DamagedFileError,
        FolderInUseError,
        NoSuchRunError,
        RunExistsError,
        WrongSchemaError,
    )

    told = (
        DamagedFileError,
        RunExistsError,
        BackupError,
        WrongSchemaError,
        FolderInUseError,
        NoSuchRunError,
        sqlite3.Error,
        OSError,
    )
    try:
        yield
    except told as fault:
        raise click.ClickException(str(fault)) from fault


@contextmanager
def reading(data: Path) -> Iterator["Reader"]:
    """Open a data folder to read it. Ends the command if that fails."""
    from undertide_server.store.reader import Reader

    with store_faults_told(), Reader(data) as reader:
        yield reader
