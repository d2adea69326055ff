"""The command that replays a run: `undertide replay`."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from undertide_client.cli.addresses import cluster_option, reach, server_of
from undertide_client.cli.play import OpenFront, display_options, user_name
from undertide_client.model.errors import BadMomentError
from undertide_client.model.run_time import RunMoment, moment_of
from undertide_shared.command import CLUSTER_VARIABLE

if TYPE_CHECKING:
    from undertide_client.app.entry import ReplayEntry
    from undertide_client.cli.embedded import EmbeddedServer
    from undertide_client.net.address import ServerAddress


def moment_option(text: str) -> RunMoment:
    """Return `text` as a moment of a run. Ends the command if it is none."""
    try:
        return moment_of(text)
    except BadMomentError as fault:
        raise click.BadParameter(str(fault)) from fault


def names_place(command: Callable[..., int]) -> Callable[..., int]:
    """End a call that names no place of the run, or two, before anything is opened."""

    @wraps(command)
    def checked(**given: Any) -> int:
        context = click.get_current_context()
        source = context.get_parameter_source("cluster")
        named = [name for name in ("data", "server", "cluster") if given[name] is not None]
        if len(named) > 1 and source is ParameterSource.ENVIRONMENT:
            # What the words of the command name goes before the environment.
            given["cluster"] = None
            named.remove("cluster")
        if len(named) != 1:
            raise click.UsageError(
                "give the place of the run: --data DIR, --server ADDRESS or --cluster URL"
            )
        return command(**given)

    return checked


@click.command()
@click.argument("run")
@click.option(
    "--data",
    type=click.Path(exists=True, file_okay=False),
    metavar="DIR",
    help="The folder in which the run is kept; a server may be using it.",
)
@click.option("--server", type=server_of, metavar="ADDRESS", help="The server that keeps it.")
@cluster_option("The database of `serve --cluster` in which it is kept.")
@click.option("--hero", metavar="N", default="", help="The hero to follow; else the party's view.")
@click.option(
    "--at",
    "begins",
    type=moment_option,
    metavar="TIME",
    default="0",
    help="Where to begin: a time such as 1:02:30, or a tick of the run.",
)
@names_place
@display_options
def replay(
    run: str,
    *,
    data: str | None,
    server: "ServerAddress | None",
    cluster: str | None,
    hero: str,
    begins: RunMoment,
    open_front: OpenFront,
) -> int:
    """Watch a run again.

    RUN is a name that `undertide runs list` prints, or its beginning; on a server also the id
    of a live session.
    """
    from undertide_client.app.entry import ReplayEntry

    entry = ReplayEntry(run, hero, begins, user_name())
    if server is not None:
        return open_front().run(reach(server), entry)
    from undertide_client.cli.embedded import EmbeddedServer

    if data is not None:
        return _replay_by(EmbeddedServer("replays", [f"--data={data}"]), open_front, entry)
    # Not among its words: an address may hold a password.
    variables = {CLUSTER_VARIABLE: cluster or ""}
    return _replay_by(EmbeddedServer("replays", [], variables=variables), open_front, entry)


def _replay_by(server: "EmbeddedServer", open_front: OpenFront, entry: "ReplayEntry") -> int:
    """Show a run of a store, with a server that ends with this command."""
    from undertide_client.cli.unechoed import unechoed

    click.echo("Opening the run…")
    with server as hosted:
        with unechoed():
            front = open_front()
            address = hosted.address
        code = front.run(address, entry)
        if hosted.has_died:
            raise click.ClickException(f"the server ended by itself; its log: {hosted.log}")
        return code
