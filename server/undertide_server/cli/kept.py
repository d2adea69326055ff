"""What the commands about kept runs share: options, and the end that faults bring."""

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
"""Characters of a run's name that are shown to people: enough to name one of thousands."""


def data_option(command: Command) -> Command:
    """Add the option that says where runs are kept."""
    return click.option("--data", type=FOLDER, required=True, help="The folder of `serve --data`.")(
        command
    )


def json_option(command: Command) -> Command:
    """Add the option to tell programs instead of people."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


def run_argument(command: Command) -> Command:
    """Add the argument that names a run, whole or by its beginning."""
    return click.argument("run", metavar="RUN")(command)


@contextmanager
def store_faults_told() -> Iterator[None]:
    """Turn what can be wrong with a folder or a file into the end of the command."""
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
    """Read what a folder keeps. Ends the command where that can't be."""
    from undertide_server.store.reader import Reader

    with store_faults_told(), Reader(data) as reader:
        yield reader
