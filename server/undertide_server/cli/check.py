"""The operator's commands that look and change nothing: `runs check` and `serve --check`."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from undertide_server.cli.parts import ProgressLines
from undertide_server.cli.run_options import json_option
from undertide_server.cli.store_options import store_option
from undertide_server.store.engine.address import StoreAddress
from undertide_shared.extras import require

if TYPE_CHECKING:
    from undertide_server.integrity.data_folder import Finding, Verdict


@click.command("check")
@store_option
@json_option
def check_runs(*, store: StoreAddress, as_json: bool) -> int:
    """Say what a start would find in the store, and change nothing there.

    Exits with 0 if a server would serve everything, 1 if it would set something aside, and 3 if it
    could not start.
    """
    from undertide_server.integrity.data_folder import check_data

    if isinstance(store, Path):
        return report(
            check_data(store, ProgressLines("checked").print_progress), store, as_json=as_json
        )
    require("cluster")
    from undertide_server.integrity.database import check_database

    return report(
        check_database(store, ProgressLines("checked").print_progress), None, as_json=as_json
    )


def report(verdict: "Verdict", data: Path | None, *, as_json: bool) -> int:
    """Print a verdict, warn of files that others can read, and return the exit code."""
    from undertide_server.startup.keeping import open_files

    if as_json:
        click.echo(json.dumps(verdict.as_json()))
    else:
        for finding in verdict.findings:
            click.echo(_sentence(finding))
        click.echo(_summary(verdict))
        for warning in verdict.warnings:
            click.echo(f"warning: {warning}", err=True)
    if data is not None and data.is_dir():
        for path in open_files(data):
            click.echo(f"{path}: others can read it: run `chmod go= {path}`", err=True)
    return verdict.exit_code


def _sentence(finding: "Finding") -> str:
    run = f": run {finding.run}" if finding.run else ""
    return f"{finding.file}{run}: {finding.what}: {finding.do}"


def _summary(verdict: "Verdict") -> str:
    if not verdict.starts:
        return "a server could not start"
    if verdict.findings:
        return f"a server would set something aside; {verdict.runs} runs are stored"
    return f"a server would serve everything; {verdict.runs} runs are stored"
