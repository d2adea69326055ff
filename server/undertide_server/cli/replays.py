"""Commands that other programs of Undertide start: they show runs, and change nothing."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

import click

from undertide_server.cli.parts import faults_told
from undertide_server.cli.stopping import at_end_of_input, until_stopped
from undertide_server.cli.store_options import store_option
from undertide_server.store.engine.address import StoreAddress


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


@click.command("ssh-worker", hidden=True)
def ssh_worker() -> None:
    """Show the game to visitors by ssh; standard input is the line to the server."""
    from undertide_server.gateway.ssh.worker import main

    main()
