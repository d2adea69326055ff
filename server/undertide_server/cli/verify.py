"""The commands that verify one run or all: `undertide verify` and `undertide runs verify`."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from undertide_server.cli.run_options import SHORT, json_option, reading, run_argument
from undertide_server.cli.store_options import store_option
from undertide_server.store.engine.address import StoreAddress
from undertide_shared.command import FAILED

if TYPE_CHECKING:
    from undertide_server.store.reader import Reader


@click.command("verify")
@click.argument("run", metavar="[RUN]", required=False)
@click.option("--all", "every", is_flag=True, help="Verify every kept run.")
@store_option
@json_option
def verify_runs(*, run: str | None, every: bool, store: StoreAddress, as_json: bool) -> int:
    """Simulate a run again, or all of them, and compare every stored hash."""
    if (run is None) != every:
        raise click.UsageError("name a RUN, or give --all")
    return _verify(store, run, as_json=as_json)


@click.command()
@run_argument
@store_option
@json_option
def verify(*, run: str, store: StoreAddress, as_json: bool) -> int:
    """Simulate a run again and compare every stored hash.

    Exits with 0 if all hashes match, and with 1 if one differs.
    """
    return _verify(store, run, as_json=as_json)


def _verify(store: StoreAddress, run: str | None, *, as_json: bool) -> int:
    """Verify one run or all, print the results, and return the exit code."""
    with reading(store) as reader:
        names = [info.run for info in reader.runs()] if run is None else [reader.named(run)]
        told = [_verdict(reader, name) for name in names]
    if as_json:
        click.echo(json.dumps({"runs": told}))
    else:
        for one in told:
            click.echo(_sentence(one))
    return 0 if all(one["holds"] for one in told) else FAILED


def _verdict(reader: "Reader", name: str) -> dict[str, Any]:
    """Return the result for a run as JSON. A run that can't be read fails."""
    from undertide_server.extending.loading import repertoire_of_this_process
    from undertide_server.headless.verifying import VerifyReport, verify
    from undertide_server.sessions.model.errors import RecoveryError

    try:
        verdict, problem = verify(reader, name, repertoire_of_this_process()), ""
    except RecoveryError as fault:
        verdict, problem = VerifyReport(name), str(fault)
    return {"holds": verdict.holds and not problem, "problem": problem} | asdict(verdict)


def _sentence(told: dict[str, Any]) -> str:
    """Return the result for a run as a line for people."""
    name, difference = told["run"][:SHORT], told["difference"]
    foreign = "".join(
        f"; steps {part['first']} to {part['last']} were played by rules {part['rules']}"
        for part in told["foreign"]
    )
    if told["problem"]:
        return f"{name}: can't be verified: {told['problem']}"
    if difference is None:
        kept = f" and {told['snapshots']} snapshots" if told["snapshots"] else ""
        return f"{name}: all {told['hashes']} hashes{kept} hold{foreign}"
    where = f"entity {difference['entity']}, {difference['component']}"
    part = where if difference["entity"] is not None else "a part that is missing now"
    return f"{name}: differs at step {difference['step']}: {part}{foreign}"
