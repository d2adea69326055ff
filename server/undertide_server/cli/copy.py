"""The command that copies runs and accounts into a cluster and out of it: `undertide runs copy`."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import click

from undertide_server.cli.parts import ProgressLines
from undertide_server.cli.run_options import SHORT, database_faults_told, json_option
from undertide_server.cli.store_options import cluster_option
from undertide_server.store.engine.address import PostgresAddress, StoreAddress
from undertide_shared.command import FAILED

if TYPE_CHECKING:
    from undertide_server.accounts.copying import AccountCopyReport
    from undertide_server.store.engine.protocol import StoreConnection
    from undertide_server.store.transfer.copying import CopyReport

__all__ = ["copy"]

REMEDY: Final = "what was left out is unchanged on both sides, and the same call tries it again"


@click.command()
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="The folder of `serve --data`.",
)
@cluster_option
@click.option(
    "--to",
    type=click.Choice(["cluster", "folder"]),
    default="cluster",
    show_default=True,
    help="Which of both gets the copies.",
)
@json_option
def copy(
    *,
    data: Path,
    cluster: PostgresAddress | None,
    to: Literal["cluster", "folder"],
    as_json: bool,
) -> int:
    """Copy all runs and accounts from a data folder to the database of a cluster, or back.

    Bans, reports and the audit log come along. Nothing there is overwritten: what is there already
    is passed over, so the same call goes on after an interruption.

    No server may use the folder. Nodes of the cluster may run, but a run that one of them plays is
    left out. Exits with 1 if something was left out.
    """
    from undertide_server.store.errors import StoreFaultError
    from undertide_server.store.opening import held

    if cluster is None:
        raise click.UsageError("give --cluster URL")
    source, target = _source_and_target(data, cluster, to)
    with database_faults_told(f"copying from {source} to {target}"), held(data):
        accounts = _copied_accounts(source, target)
        try:
            runs = _copied_runs(source, target)
        except StoreFaultError as fault:
            problem = f"copying was cut short: {fault}: the same call goes on from there"
            raise click.ClickException(problem) from fault
    if as_json:
        click.echo(json.dumps(_as_json(runs, accounts), ensure_ascii=False))
    else:
        _print(runs, accounts, target)
    return FAILED if runs.left or accounts.left else 0


def _source_and_target(
    data: Path, cluster: PostgresAddress, to: Literal["cluster", "folder"]
) -> tuple[StoreAddress, StoreAddress]:
    """Return where to copy from, and where to. Ends the command if there is nothing to copy."""
    from undertide_server.accounts.database import FILE as ACCOUNTS
    from undertide_server.store.database import FILE

    if to == "folder":
        return cluster, data
    if not any((data / file).is_file() for file in (FILE, ACCOUNTS)):
        raise click.ClickException(f"there are no runs in {data}")
    return data, cluster


# --- runs ---------------------------------------------------------------------------------------


def _copied_runs(source: StoreAddress, target: StoreAddress) -> "CopyReport":
    """Copy the runs. Raises OSError or StoreError."""
    from undertide_server.store.database import FILE, TABLES
    from undertide_server.store.engine.sqlite.mending import as_mended
    from undertide_server.store.opening import open_to_write
    from undertide_server.store.transfer.copying import CopyReport, copy_runs

    if isinstance(source, Path) and not (source / FILE).is_file():
        return CopyReport()

    @contextmanager
    def opened() -> "Iterator[StoreConnection]":
        if isinstance(source, Path):  # It is brought up to date when a server starts on it.
            with as_mended(source / FILE, TABLES) as connection:
                yield connection
        else:
            with closing(open_to_write(source, is_patient=True)) as connection:
                yield connection

    with opened() as theirs, closing(open_to_write(target, is_patient=True)) as ours:
        progress, is_shared = ProgressLines("done"), not isinstance(source, Path)

        def print_progress(report: CopyReport) -> None:
            progress.print_progress(report.done, report.found)

        return copy_runs(theirs, ours, is_shared=is_shared, on_run=print_progress)


# --- accounts -----------------------------------------------------------------------------------


def _copied_accounts(source: StoreAddress, target: StoreAddress) -> "AccountCopyReport":
    """Copy the accounts. Raises OSError or StoreError."""
    from undertide_server.accounts.copying import AccountCopyReport, copy_accounts
    from undertide_server.accounts.database import FILE, TABLES, open_accounts
    from undertide_server.store.engine.sqlite.mending import as_mended

    if isinstance(source, Path) and not (source / FILE).is_file():
        return AccountCopyReport()

    @contextmanager
    def opened() -> "Iterator[StoreConnection]":
        if isinstance(source, Path):
            with as_mended(source / FILE, TABLES) as connection:
                yield connection
        else:
            with closing(open_accounts(source)) as connection:
                yield connection

    with opened() as theirs, closing(open_accounts(target)) as ours:
        return copy_accounts(theirs, ours)


# --- the answer ---------------------------------------------------------------------------------


def _as_json(runs: "CopyReport", accounts: "AccountCopyReport") -> dict[str, object]:
    return {
        "runs": {"copied": runs.copied, "same": runs.same, "left": runs.left},
        "accounts": {
            "copied": accounts.copied,
            "same": accounts.same,
            "left": accounts.left,
        },
    }


def _print(runs: "CopyReport", accounts: "AccountCopyReport", target: StoreAddress) -> None:
    for name, problem in accounts.left.items():
        click.echo(f"left out the account {name}: {problem}")
    for name, problem in runs.left.items():
        click.echo(f"left out run {name[:SHORT]}: {problem}")
    if runs.left or accounts.left:
        click.echo(REMEDY)
    _print_counts("accounts", accounts.copied, accounts.same, target)
    _print_counts("runs", len(runs.copied), len(runs.same), target)


def _print_counts(what: str, copied: int, same: int, target: StoreAddress) -> None:
    present = f"; {same} were there already" if same else ""
    click.echo(f"copied {copied} {what} to {target}{present}")
