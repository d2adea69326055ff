"""The operator's commands for kept runs: `undertide runs`."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from undertide_server.cli.kept import (
    SHORT,
    data_option,
    json_option,
    reading,
    run_argument,
    store_faults_told,
)
from undertide_server.cli.parts import FILE
from undertide_server.cli.verify import verify, verify_runs
from undertide_shared.command import CommandLine

if TYPE_CHECKING:
    from undertide_server.store.reader import StoredRun
    from undertide_server.store.writer import Write

__all__ = ["runs", "verify"]

MOMENT = "%Y-%m-%d %H:%M"
NEW_FOLDER = click.Path(path_type=Path)


def _write(data: Path, *writes: "Write") -> None:
    from undertide_server.store.writer import Writer

    writer = Writer(data)
    try:
        writer.apply(writes)
    finally:
        writer.close()


@click.group(cls=CommandLine)
def runs() -> None:
    """List, verify, export, import and delete the runs that a server keeps.

    RUN is a run's name, or the beginning of one name only.
    """


@runs.command("list")
@data_option
@json_option
def list_runs(*, data: Path, as_json: bool) -> None:
    """List every kept run, the oldest first. The server may run or be down."""
    with reading(data) as reader:
        found = reader.runs()
    if as_json:
        fields = ("run", "session", "state", "ticks")
        rows = [{field: getattr(info, field) for field in fields} for info in found]
        click.echo(json.dumps({"runs": rows}))
    else:
        _print_table(found)


def _print_table(found: list["StoredRun"]) -> None:
    from undertide_shared.tables import table

    headings = ("run", "session", "preset", "state", "ticks", "begun", "reason")
    click.echo(table(headings, [_row(info) for info in found]))


def _row(info: "StoredRun") -> list[str]:
    name, begun = info.run[:SHORT], _moment(info.begun)
    return [name, info.session, info.preset, info.state, str(info.ticks), begun, info.reason]


def _moment(seconds: float | None) -> str:
    from datetime import datetime

    if seconds is None:
        return ""
    return datetime.fromtimestamp(seconds).astimezone().strftime(MOMENT)


@runs.command()
@run_argument
@data_option
@json_option
def show(*, run: str, data: Path, as_json: bool) -> None:
    """Show everything that the folder keeps of a run."""
    with reading(data) as reader:
        info = reader.info(reader.named(run))
        seats = [seat.name for seat in reader.seats(info.run)]
        kept = {
            "players": seats,
            "hashes": len(reader.hashes(info.run)),
            "epochs": len(reader.epochs(info.run)),
            "snapshots": len(reader.moments(info.run)),
            "landmarks": len(reader.landmarks(info.run)),
        }
    if as_json:
        click.echo(json.dumps(asdict(info) | kept, ensure_ascii=False))
        return
    told = asdict(info) | {"begun": _moment(info.begun), "closed": _moment(info.closed)} | kept
    for key, value in (told | {"players": ", ".join(seats)}).items():
        if value != "":
            click.echo(f"{key:10} {value}")


@runs.command()
@run_argument
@data_option
def abandon(*, run: str, data: Path) -> None:
    """Close a live run, or one that was set aside, for good. The server must be down."""
    from undertide_server.store.folder import held
    from undertide_server.store.records import GOING_ON, Ending
    from undertide_server.store.writer import RunClosed

    with reading(data) as reader:
        name = reader.named(run)
    with store_faults_told(), held(data):
        with reading(data) as reader:
            info = reader.info(name)
        if info.state not in GOING_ON:
            raise click.ClickException(f"run {name} is already {info.state}")
        _write(data, RunClosed(name, Ending("abandoned", "the operator abandoned it")))
    click.echo(f"abandoned {name}")


@runs.command()
@run_argument
@data_option
def delete(*, run: str, data: Path) -> None:
    """Delete a run that is not live, with its replay. This can't be undone."""
    from undertide_server.store.writer import Deleted

    with reading(data) as reader:
        info = reader.info(reader.named(run))
    if info.state == "live":
        problem = f"run {info.run} is live: stop the server, and abandon the run first"
        raise click.ClickException(problem)
    with store_faults_told():
        _write(data, Deleted(info.run))
    click.echo(f"deleted {info.run}")


@runs.command()
@run_argument
@click.argument("file", type=FILE)
@data_option
def export(*, run: str, file: Path, data: Path) -> None:
    """Write a run to FILE, so that another server can continue or show it."""
    from undertide_server.store.archive import export_run

    with reading(data) as reader:
        name = reader.named(run)
    with store_faults_told():
        export_run(data, name, file)
    click.echo(f"exported {name} to {file}")


@runs.command("import")
@click.argument("file", type=FILE)
@data_option
def import_(*, file: Path, data: Path) -> None:
    """Import a run from FILE. A live run continues when the server next starts."""
    from undertide_server.store.archive import import_run

    with store_faults_told():
        name = import_run(data, file)
    click.echo(f"imported {name}")


@runs.command()
@click.argument("copy", type=NEW_FOLDER)
@data_option
def backup(*, copy: Path, data: Path) -> None:
    """Copy all runs and accounts to COPY, a new folder from which a server can continue.

    Play goes on meanwhile. The copy shows one moment; it is checked before it gets its name.
    """
    from undertide_server.accounts.database import FILE as ACCOUNTS
    from undertide_server.store.backup import back_up

    with store_faults_told():
        back_up(data, copy, [ACCOUNTS])
    with reading(copy) as reader:
        click.echo(f"backed up {len(reader.runs())} runs to {copy}")


runs.add_command(verify_runs)
