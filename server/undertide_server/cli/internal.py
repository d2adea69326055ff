"""Commands that other programs of Undertide start: they show runs and issue passes.

A player's own program lists the runs of its folder by `saves`; a client's `admin --cluster` proves
by `operator-pass` that it may write to the database.
"""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

import json
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from undertide_server.cli.parts import faults_told
from undertide_server.cli.run_options import check_tables, database_faults_told, store_faults_told
from undertide_server.cli.stopping import at_end_of_input, until_stopped
from undertide_server.cli.store_options import cluster_option, data_option, store_option
from undertide_server.store.engine.address import PostgresAddress, StoreAddress

if TYPE_CHECKING:
    from undertide_server.store.run_list import Save


@click.command(hidden=True)
@store_option
@click.option("--attended", is_flag=True, help="Print the address; end when standard input ends.")
def replays(*, store: StoreAddress, attended: bool) -> int:
    """Serve the replays of a store to this machine, even while a server uses the store."""
    import asyncio
    from functools import partial

    from undertide_server.app import show_runs
    from undertide_server.process.logs import configure

    configure(as_json=False)
    watch_end = at_end_of_input if attended else None
    with faults_told():
        return asyncio.run(until_stopped(partial(show_runs, store), watch_end))


@click.command("replay-worker", hidden=True)
def replay_worker() -> None:
    """Play one run to one viewer: commands on standard input, frames on standard output."""
    from undertide_server.replays.worker import main

    main()


@click.command("render-worker", hidden=True)
def render_worker() -> None:
    """Render runs: commands on standard input, renders on standard output."""
    from undertide_server.replays.render_process import main

    main()


@click.command("look-worker", hidden=True)
def look_worker() -> None:
    """Look into runs: commands on standard input, answers on standard output."""
    from undertide_server.looks.worker import main

    main()


@click.command("ssh-worker", hidden=True)
def ssh_worker() -> None:
    """Show the game to visitors by ssh; standard input is the line to the server."""
    from undertide_server.gateway.ssh.worker import main
    from undertide_server.process.logs import configure

    configure(as_json=False)  # a stopped reader of standard error stops no visit
    main()


@click.command("operator-pass", hidden=True)
@cluster_option
def operator_pass(*, cluster: PostgresAddress | None) -> None:
    """Print a pass, in hexadecimal digits: it makes an operator of its holder for a minute."""
    from undertide_server.accounts.database import open_accounts
    from undertide_server.accounts.operators import OperatorPasses

    if cluster is None:
        raise click.UsageError("give --cluster URL")
    check_tables(cluster)
    with database_faults_told(cluster), closing(open_accounts(cluster)) as connection:
        issued = OperatorPasses(connection).issue()
    click.echo(issued.hex())


@click.command("saves", hidden=True)
@data_option
def list_saves(*, data: Path) -> None:
    """Print the played runs of a folder as JSON, the latest first."""
    from undertide_server.store.run_list import saves

    with store_faults_told(data):
        found = saves(data)
    click.echo(json.dumps({"runs": [_as_saved_run(save) for save in found]}))


def _as_saved_run(save: "Save") -> dict[str, object]:
    """Return a run as `undertide_client.saved.runs.SavedRun` reads it."""
    fields = ("run", "session", "preset", "state", "reason")
    info = {field: getattr(save.info, field) for field in fields}
    return info | {"heroes": save.heroes, "floor": save.floor, "played": save.played}
