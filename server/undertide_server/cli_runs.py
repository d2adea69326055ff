"""The host's commands for what is kept: `undertide runs` and `undertide verify`."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from undertide_shared.command import FAILED, CommandLine

if TYPE_CHECKING:
    from undertide_server.store.reader import Reader, RunInfo
    from undertide_server.store.writer import Write

Command = Callable[..., Any]

DATA = click.Path(exists=True, file_okay=False, path_type=Path)
FILE = click.Path(dir_okay=False, path_type=Path)
SHORT = 8
"""Characters of a run's name that are shown to people: enough to name one of thousands."""
MOMENT = "%Y-%m-%d %H:%M"


def _data_option(command: Command) -> Command:
    return click.option("--data", type=DATA, required=True, help="The folder of `serve --data`.")(
        command
    )


def _json_option(command: Command) -> Command:
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


def _run_argument(command: Command) -> Command:
    return click.argument("run", metavar="RUN")(command)


@contextmanager
def _faults_told() -> Iterator[None]:
    """Turn what can be wrong with a folder or a file into the end of the command."""
    import sqlite3

    from undertide_server.store.archive import Damaged, RunExists
    from undertide_server.store.database import WrongSchema
    from undertide_server.store.folder import InUse
    from undertide_server.store.reader import NoSuchRun

    try:
        yield
    except (Damaged, RunExists, WrongSchema, InUse, NoSuchRun, sqlite3.Error, OSError) as fault:
        raise click.ClickException(str(fault)) from fault


@contextmanager
def _reading(data: Path) -> Iterator["Reader"]:
    from undertide_server.store.reader import Reader

    with _faults_told(), Reader(data) as reader:
        yield reader


def _write(data: Path, *writes: "Write") -> None:
    from undertide_server.store.writer import Writer

    writer = Writer(data)
    try:
        writer.apply(writes)
    finally:
        writer.close()


# --- runs ---------------------------------------------------------------------------------------


@click.group(cls=CommandLine)
def runs() -> None:
    """List, verify, export, import and delete the runs that a server keeps.

    RUN is a run's name, or its beginning where no other begins like that.
    """


@runs.command("list")
@_data_option
@_json_option
def list_runs(*, data: Path, as_json: bool) -> None:
    """Every run that is kept, the oldest first, also while the server runs or is down."""
    with _reading(data) as reader:
        found = reader.runs()
    if as_json:
        fields = ("run", "session", "state", "ticks")
        rows = [{field: getattr(info, field) for field in fields} for info in found]
        click.echo(json.dumps({"runs": rows}))
    else:
        _print_table(found)


def _print_table(found: list["RunInfo"]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("run", "session", "preset", "state", "ticks", "begun", "reason", box=None)
    for info in found:
        name, begun = info.run[:SHORT], _moment(info.begun)
        table.add_row(
            name, info.session, info.preset, info.state, str(info.ticks), begun, info.reason
        )
    Console().print(table)


def _moment(seconds: float | None) -> str:
    from datetime import datetime

    if seconds is None:
        return ""
    return datetime.fromtimestamp(seconds).astimezone().strftime(MOMENT)


@runs.command()
@_run_argument
@_data_option
@_json_option
def show(*, run: str, data: Path, as_json: bool) -> None:
    """What is kept of a run."""
    with _reading(data) as reader:
        info = reader.info(reader.named(run))
        seats = [seat.name for seat in reader.seats(info.run)]
        kept = {
            "players": seats,
            "hashes": len(reader.hashes(info.run)),
            "epochs": len(reader.epochs(info.run)),
        }
    if as_json:
        click.echo(json.dumps(asdict(info) | kept, ensure_ascii=False))
        return
    told = asdict(info) | {"begun": _moment(info.begun), "closed": _moment(info.closed)} | kept
    for key, value in (told | {"players": ", ".join(seats)}).items():
        if value != "":
            click.echo(f"{key:10} {value}")


@runs.command()
@_run_argument
@_data_option
def abandon(*, run: str, data: Path) -> None:
    """Close a run for good that is live or set aside. The server must be down."""
    from undertide_server.store.folder import held
    from undertide_server.store.records import GOING_ON, Ending
    from undertide_server.store.writer import Closed

    with _reading(data) as reader:
        name = reader.named(run)
    with _faults_told(), held(data):
        with _reading(data) as reader:
            info = reader.info(name)
        if info.state not in GOING_ON:
            raise click.ClickException(f"run {name} is {info.state} already")
        _write(data, Closed(name, Ending("abandoned", "the host abandoned it")))
    click.echo(f"abandoned {name}")


@runs.command()
@_run_argument
@_data_option
def delete(*, run: str, data: Path) -> None:
    """Forget all of a run that is not live, its replay too. This can't be undone."""
    from undertide_server.store.writer import Deleted

    with _reading(data) as reader:
        info = reader.info(reader.named(run))
    if info.state == "live":
        problem = f"run {info.run} is live: stop the server, and abandon the run first"
        raise click.ClickException(problem)
    with _faults_told():
        _write(data, Deleted(info.run))
    click.echo(f"deleted {info.run}")


@runs.command()
@_run_argument
@click.argument("file", type=FILE)
@_data_option
def export(*, run: str, file: Path, data: Path) -> None:
    """Write a run to FILE: all that it takes to go on with it, or to watch it, elsewhere."""
    from undertide_server.store.archive import export_run

    with _reading(data) as reader:
        name = reader.named(run)
    with _faults_told():
        export_run(data, name, file)
    click.echo(f"exported {name} to {file}")


@runs.command("import")
@click.argument("file", type=FILE)
@_data_option
def import_(*, file: Path, data: Path) -> None:
    """Take a run in from FILE. One that is live goes on when the server starts next."""
    from undertide_server.store.archive import import_run

    with _faults_told():
        name = import_run(data, file)
    click.echo(f"imported {name}")


# --- verify -------------------------------------------------------------------------------------


@runs.command("verify")
@click.argument("run", metavar="[RUN]", required=False)
@click.option("--all", "every", is_flag=True, help="Every run that is kept.")
@_data_option
@_json_option
def verify_runs(*, run: str | None, every: bool, data: Path, as_json: bool) -> int:
    """Simulate a run again, or all of them, and compare every hash that was stored."""
    if (run is None) != every:
        raise click.UsageError("say which RUN it is, or --all")
    return _verify(data, run, as_json=as_json)


@click.command()
@_run_argument
@_data_option
@_json_option
def verify(*, run: str, data: Path, as_json: bool) -> int:
    """Simulate a run again and compare every hash that was stored.

    Exits with 0 where all hold, and with 1 where one differs.
    """
    return _verify(data, run, as_json=as_json)


def _verify(data: Path, run: str | None, *, as_json: bool) -> int:
    """Verify one run or all, tell what came of it, and return the exit code."""
    with _reading(data) as reader:
        names = [info.run for info in reader.runs()] if run is None else [reader.named(run)]
        told = [_verdict(reader, name) for name in names]
    if as_json:
        click.echo(json.dumps({"runs": told}))
    else:
        for one in told:
            click.echo(_sentence(one))
    return 0 if all(one["holds"] for one in told) else FAILED


def _verdict(reader: "Reader", name: str) -> dict[str, Any]:
    """Return what came of verifying a run, for programs. A run that can't be read doesn't hold."""
    import sqlite3
    import zlib

    import msgspec

    from undertide_server.sessions.recovery import CannotRecover
    from undertide_server.sessions.verifying import Verdict, verify

    try:
        verdict, problem = verify(reader, name), ""
    except (CannotRecover, KeyError, ValueError, msgspec.MsgspecError) as fault:
        verdict, problem = Verdict(name), str(fault)
    except (sqlite3.DatabaseError, zlib.error) as fault:
        verdict, problem = Verdict(name), f"it is damaged: {fault}"
    return {"holds": verdict.holds and not problem, "problem": problem} | asdict(verdict)


def _sentence(told: dict[str, Any]) -> str:
    """Say for people what came of verifying a run."""
    name, difference = told["run"][:SHORT], told["difference"]
    foreign = "".join(
        f"; steps {part['first']} to {part['last']} were played by rules {part['rules']}"
        for part in told["foreign"]
    )
    if told["problem"]:
        return f"{name}: can't be verified: {told['problem']}"
    if difference is None:
        return f"{name}: all {told['hashes']} hashes hold{foreign}"
    where = f"entity {difference['entity']}, {difference['component']}"
    part = where if difference["entity"] is not None else "a part that is missing now"
    return f"{name}: differs at step {difference['step']}: {part}{foreign}"
