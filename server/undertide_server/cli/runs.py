"""The operator's commands for kept runs: `undertide runs`."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

import json
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from undertide_server.cli.check import check_runs
from undertide_server.cli.copy import copy
from undertide_server.cli.parts import FILE
from undertide_server.cli.prune import compact, prune
from undertide_server.cli.render import render
from undertide_server.cli.run_options import (
    delete_runs,
    holding,
    json_option,
    moment,
    print_table,
    reading,
    run_argument,
    runs_in_play,
    store_faults_told,
)
from undertide_server.cli.store_options import data_option, store_option
from undertide_server.cli.verify import verify, verify_runs
from undertide_server.store.engine.address import StoreAddress
from undertide_shared.command import FAILED, CommandLine

if TYPE_CHECKING:
    from undertide_server.store.ownership import Ownership
    from undertide_server.store.records import StoredRun

__all__ = ["runs", "verify"]

NEW_FOLDER = click.Path(path_type=Path)


@click.group(cls=CommandLine)
def runs() -> None:
    """List, verify, export, import, copy and delete the runs that a server keeps.

    RUN is a run's name, or the beginning of one name only.
    """


@runs.command("list")
@store_option
@json_option
def list_runs(*, store: StoreAddress, as_json: bool) -> None:
    """List every kept run, the oldest first. The server may run or be down."""
    from undertide_server.startup.keeping import unplayable_runs
    from undertide_server.store.opening import open_to_read

    with reading(store) as reader, closing(open_to_read(store, is_patient=True)) as connection:
        unplayable = unplayable_runs(connection)
        faults = {run: reason for reason, runs in unplayable for run, _session in runs}
        found = [
            info if info.reason else replace(info, reason=faults.get(info.run, ""))
            for info in reader.runs()
        ]
        if as_json:
            names, sizes = reader.all_names(), reader.sizes()
            rows = [_told(info, names.get(info.run, []), sizes.get(info.run, 0)) for info in found]
            click.echo(json.dumps({"runs": rows}, ensure_ascii=False))
        else:
            print_table(found)


def _told(info: "StoredRun", heroes: list[str], size: int) -> dict[str, object]:
    """Return a run's line as scripts read it."""
    fields = ("run", "session", "preset", "state", "ticks", "begun")
    outcome = info.reason if info.state == "ended" else None
    fault = info.reason if info.state in {"live", "aside"} and info.reason else None
    kept = {
        "outcome": outcome,
        "fault": fault,
        "end": info.closed,
        "size": size,
        "heroes": heroes,
    }
    return {field: getattr(info, field) for field in fields} | kept


@runs.command()
@run_argument
@store_option
@json_option
def show(*, run: str, store: StoreAddress, as_json: bool) -> None:
    """Show everything that is stored of a run."""
    with reading(store) as reader:
        info = reader.info(reader.named(run))
        seats = [seat.name for seat in reader.seats(info.run)]
        kept = {
            "players": seats,
            "hashes": len(reader.hashes(info.run)),
            "epochs": len(reader.rules_stretches(info.run)),
            "snapshots": len(reader.moments(info.run)),
            "landmarks": len(reader.landmarks(info.run)),
        }
    if as_json:
        click.echo(json.dumps(asdict(info) | kept, ensure_ascii=False))
        return
    told = asdict(info) | {"begun": moment(info.begun), "closed": moment(info.closed)} | kept
    for key, value in (told | {"players": ", ".join(seats)}).items():
        if value != "":
            click.echo(f"{key:10} {value}")


@runs.command()
@run_argument
@store_option
def abandon(*, run: str, store: StoreAddress) -> None:
    """Close a live run, or one that was set aside, for good.

    The server of a folder must be down. In a cluster, no node may play the run.
    """
    from undertide_server.store.ownership import opened_ownership

    with reading(store) as reader:
        name = reader.named(run)
    opened = holding(store) if isinstance(store, Path) else opened_ownership(store)
    with store_faults_told(store), opened as ownership:
        _abandon(store, ownership, name)
    click.echo(f"abandoned {name}")


@runs.command()
@run_argument
@store_option
def retry(*, run: str, store: StoreAddress) -> None:
    """Let a run be played again that was set aside since it killed the server.

    Do so once the cause is gone: with another version, or more memory. The server of a folder must
    be down; the next start takes the run up. In a cluster, whoever asks for the run gets it.
    """
    from undertide_server.store.ownership import opened_ownership

    with reading(store) as reader:
        info = reader.info(reader.named(run))
    opened = holding(store) if isinstance(store, Path) else opened_ownership(store)
    with store_faults_told(store), opened as ownership:
        is_retried = ownership.retry_run(info.run)
    if not is_retried:
        raise click.ClickException(f"run {info.run} was not set aside for killing the server")
    click.echo(f"{info.run} can be played again")


def _abandon(store: StoreAddress, ownership: "Ownership", name: str) -> None:
    """Close a run that no node plays. Ends the command if one does, or it is over.

    Raises OSError or StoreError.
    """
    from undertide_server.store.fencing import Fence
    from undertide_server.store.records import GOING_ON, Ending
    from undertide_server.store.writer import Writer
    from undertide_server.store.writes import RunClosed

    with reading(store) as reader:
        info = reader.info(name)
    owned = ownership.owner_of_run(name)
    if owned is None or info.state not in GOING_ON:
        raise click.ClickException(f"run {name} is already {info.state}")
    node = runs_in_play(store).get(name)
    if node is not None:
        order = f"undertide admin ADDRESS dissolve --session {owned.session}"
        raise click.ClickException(f"node {node} plays run {name}: end it by `{order}`")
    ending = Ending("abandoned", "the operator abandoned it")
    fence = Fence(owned.node, owned.epoch)
    with closing(Writer(store)) as writer:
        refused = writer.apply([RunClosed(name, ending, fence)])
    if refused:
        raise click.ClickException(
            f"run {name}: {refused[0].reason or 'a node has just claimed it'}"
        )


@runs.command()
@run_argument
@store_option
def delete(*, run: str, store: StoreAddress) -> None:
    """Delete a run that is not live, with its replay. This can't be undone."""
    with reading(store) as reader:
        info = reader.info(reader.named(run))
    if info.state == "live":
        first = "stop the server, and " if isinstance(store, Path) else ""
        problem = f"run {info.run} is live: {first}abandon the run first"
        raise click.ClickException(problem)
    with store_faults_told(store):
        delete_runs(store, [info.run])
    click.echo(f"deleted {info.run}")


@runs.command()
@run_argument
@click.argument("file", type=FILE)
@store_option
def export(*, run: str, file: Path, store: StoreAddress) -> None:
    """Write a run to FILE, so that another server can continue or show it."""
    from undertide_server.store.transfer.archive import export_run

    with reading(store) as reader:
        name = reader.named(run)
    with store_faults_told(store):
        export_run(store, name, file)
    click.echo(f"exported {name} to {file}")


@runs.command("import")
@click.argument("file", type=FILE)
@store_option
def import_(*, file: Path, store: StoreAddress) -> None:
    """Import a run from FILE. A live run continues when the server next starts."""
    from undertide_server.store.transfer.archive import import_run

    with store_faults_told(store):
        name = import_run(store, file)
    click.echo(f"imported {name}")


@runs.command()
@click.argument("copy", type=NEW_FOLDER)
@data_option
def backup(*, copy: Path, data: Path) -> None:
    """Copy all runs and accounts to COPY, a new folder from which a server can continue.

    Play goes on meanwhile. The copy shows one moment; it is checked before it gets its name.
    """
    from undertide_server.accounts.database import FILE as ACCOUNTS
    from undertide_server.store.transfer.backup import back_up

    with store_faults_told(data):
        back_up(data, copy, [ACCOUNTS])
    with reading(copy) as reader:
        click.echo(f"backed up {len(reader.runs())} runs to {copy}")


@runs.command()
@click.argument("new", type=NEW_FOLDER)
@data_option
def rescue(*, new: Path, data: Path) -> int:
    """Copy the sound runs of a damaged folder to NEW, a folder for a server to start on.

    Stop the server first. Exits with 1 if a run had to be left out.
    """
    from undertide_server.store.transfer.rescue import rescue as rescue_runs

    with store_faults_told(data):
        rescued = rescue_runs(data, new)
    for name, problem in rescued.left.items():
        click.echo(f"left out {name}: {problem}")
    click.echo(f"saved {len(rescued.saved)} runs to {new}")
    return FAILED if rescued.left or not _rescue_accounts(data, new) else 0


def _rescue_accounts(data: Path, new: Path) -> bool:
    """Copy the accounts of a folder, if there are any, and say so; return False if that fails."""
    from undertide_server.accounts.database import FILE as ACCOUNTS
    from undertide_server.accounts.database import TABLES
    from undertide_server.store.engine.sqlite.mending import as_mended
    from undertide_server.store.errors import StoreError
    from undertide_server.store.transfer.backup import copy_database

    if not (data / ACCOUNTS).is_file():
        return True
    try:
        with as_mended(data / ACCOUNTS, TABLES) as source:
            copy_database(source, new / ACCOUNTS)
    except (StoreError, OSError) as fault:
        click.echo(f"left out {ACCOUNTS}: {fault}")
        return False
    click.echo(f"saved the accounts to {new}")
    return True


runs.add_command(copy)
runs.add_command(verify_runs)
runs.add_command(prune)
runs.add_command(compact)
runs.add_command(render)
runs.add_command(check_runs)
