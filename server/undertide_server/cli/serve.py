"""The operator's command that hosts sessions: `undertide serve`."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

import gc
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from undertide_server.cli.parts import FOLDER, ProgressLines, faults_told
from undertide_server.cli.stopping import at_end_of_input, until_stopped
from undertide_server.cli.store_options import database_option, is_typed
from undertide_server.cli.workers import AUTO, WorkerCount, require_workers, run_workers
from undertide_server.util.rng import seed_of
from undertide_shared.data_folder import FOLDER_IN_USE
from undertide_shared.extras import require
from undertide_shared.options import PRESETS, completing, listed, pace_option, ticks_option

if TYPE_CHECKING:
    from undertide_server.startup.choices import Choices

__all__ = ["serve"]


def _checked_place(_context: object, _option: object, text: str | None) -> str | None:
    """Return a host and a port. Ends the command with what is wrong."""
    from undertide_server.cluster.links.address import HostPort
    from undertide_server.cluster.links.errors import BadLinkAddressError

    try:
        return None if text is None else str(HostPort.parse(text))
    except BadLinkAddressError as fault:
        raise click.BadParameter(str(fault)) from fault


def _name_extensions(_context: object, _option: object, folder: Path | None) -> None:
    """Name the folder of extensions to this process and to those that it starts."""
    from undertide_server.content.discovery import name_folder

    if folder is not None:
        name_folder(folder)


@click.command()
@click.option(
    "--host", help="Address to listen on; 0.0.0.0 lets in the whole network, by IPv6 too."
)
@click.option("--port", type=click.IntRange(0, 65535), help="0 picks a free port and prints it.")
@click.option("--config", type=FOLDER, help="Folder with a server.toml and rules/ of your own.")
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for runs; the server creates it. Without it, runs end with the server. With "
    "--cluster it holds only this machine's own files.",
)
@database_option(
    "PostgreSQL database for runs and accounts, which the servers of several machines share: "
    "postgresql://NAME:PASSWORD@HOST/DATABASE."
)
@click.option(
    "--advertise",
    metavar="HOST:PORT",
    callback=_checked_place,
    help="With --cluster: where the other servers reach this one. Without it, at the address from "
    "which this machine reaches the database, and a free port.",
)
@click.option(
    "--seed",
    type=seed_of,
    metavar="N",
    help="Number or text from which every run is drawn: the same dungeon each time. "
    "Without it each run has a secret seed of its own.",
)
@click.option(
    "--preset",
    metavar="NAME",
    shell_complete=completing(PRESETS),
    help="The preset that sessions play unless their maker chooses another: "
    f"{listed(PRESETS)}, or one in --config or of an extension.",
)
@pace_option
@ticks_option("The speed of real time, unless a session's maker chooses another.")
@click.option(
    "--ssh",
    type=click.IntRange(0, 65535),
    metavar="PORT",
    help="Also let people play with nothing but ssh, at this port; 0 picks a free one.",
)
@click.option(
    "--extensions",
    type=FOLDER,
    expose_value=False,
    callback=_name_extensions,
    help="Folder of extensions that are no installed packages, each a file or a package.",
)
@click.option("--log-json", is_flag=True, help="Log JSON instead of key=value.")
@click.option(
    "--check", is_flag=True, help="Say what a start would find, and end without a change."
)
@click.option("--json", "as_json", is_flag=True, help="With --check: print JSON.")
@click.option("--attended", is_flag=True, hidden=True)
@click.option(
    "--workers",
    type=WorkerCount(),
    metavar=f"N|{AUTO}",
    help="Serve with that many processes, a core for each; auto: as many as there are cores.",
)
def serve(
    *,
    log_json: bool,
    check: bool,
    as_json: bool,
    attended: bool,
    workers: int | None,
    **choices: Any,
) -> int:
    """Host sessions until stopped with Ctrl-C or SIGTERM.

    Logs a line with the address once it listens. Other settings come from server.toml.
    With --data every run continues at the next start. With --cluster it also outlives the machine:
    SIGTERM hands the runs to another server of the cluster.

    --check exits with 0 if a server would serve everything, 1 if it would set something aside, and
    3 if it could not start.
    """
    if choices["cluster"] is not None and attended and not is_typed("cluster"):
        choices["cluster"] = None  # The variable is for servers of operators.
    if choices["cluster"] is not None:
        _require_cluster(attended=attended)
    elif choices["advertise"] is not None:
        raise click.UsageError("--advertise belongs to --cluster")
    if workers is not None:
        has_store = choices["data"] is not None or choices["cluster"] is not None
        require_workers(has_store=has_store, attended=attended)
    if check:
        return _check(choices, as_json=as_json)
    if as_json:
        raise click.UsageError("--json belongs to --check")
    if not attended:  # the server of `play` has neither accounts nor an operator who reads metrics
        require("server")
    if choices["ssh"] is not None:
        _require_ssh()
    if workers is not None:
        return run_workers(choices, workers, as_json=log_json)
    gc.disable()  # objects of the start stay: the server turns collection on when it is ready
    try:
        from undertide_server.process.logs import configure
        from undertide_server.startup.choices import Choices

        configure(as_json=log_json)
        return _host(Choices(**choices, attended=attended))
    finally:
        gc.enable()


def _require_ssh() -> None:
    """End the command unless people can visit this machine by ssh."""
    import socket

    require("ssh")
    if not hasattr(socket, "send_fds"):
        raise click.ClickException("--ssh needs a system that passes connections to processes")


def _require_cluster(*, attended: bool) -> None:
    """End the command unless this server can be one of a cluster."""
    if attended:
        raise click.UsageError("--cluster is for servers of operators, not with --attended")
    require("cluster")


def _check(choices: Mapping[str, Any], *, as_json: bool) -> int:
    """Say what a start would find, and return the exit code."""
    from undertide_server.cli.check import report
    from undertide_server.startup.choices import Choices

    chosen, progress = Choices(**choices), ProgressLines("checked").print_progress
    if chosen.cluster is not None:
        from undertide_server.integrity.database import check_node

        return report(check_node(chosen, progress), chosen.data, as_json=as_json)
    from undertide_server.integrity.data_folder import check_start

    return report(check_start(chosen, progress), chosen.data, as_json=as_json)


def _host(choices: "Choices") -> int:
    """Run a server to its end, and return the exit code."""
    import asyncio
    from functools import partial

    from undertide_server.app import host
    from undertide_server.process import event_loop
    from undertide_server.store.errors import FolderInUseError

    async def run() -> int:
        if choices.cluster is None:
            watch_end = at_end_of_input if choices.attended else None
            return await until_stopped(partial(host, choices), watch_end)
        drain = asyncio.Event()
        return await until_stopped(partial(host, choices, drain=drain), signalled=drain)

    with faults_told():
        try:
            return event_loop.run(run())
        except FolderInUseError as fault:
            if not choices.attended:
                raise
            click.echo(str(fault), err=True)
            return FOLDER_IN_USE
