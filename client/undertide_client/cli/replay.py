"""The command that replays a run: `undertide replay`."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from undertide_client.cli.addresses import reach, server_of
from undertide_client.cli.play import OpenFront, display_options, user_name
from undertide_client.model.errors import BadMomentError
from undertide_client.model.run_time import RunMoment, moment_of

if TYPE_CHECKING:
    from undertide_client.app.entry import ReplayEntry
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
        if (given["data"] is None) == (given["server"] is None):
            raise click.UsageError(
                "give the place of the run: either --data DIR or --server ADDRESS"
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
    if server is None:
        return _replay_from(data, open_front, entry)
    return open_front().run(reach(server), entry)


def _replay_from(data: str | None, open_front: OpenFront, entry: "ReplayEntry") -> int:
    """Show a run of a folder, with a server that ends with this command."""
    from undertide_client.cli.embedded import EmbeddedServer
    from undertide_client.cli.unechoed import unechoed

    click.echo("Opening the run…")
    with EmbeddedServer("replays", [f"--data={data}"]) as hosted:
        with unechoed():
            front = open_front()
            address = hosted.address
        code = front.run(address, entry)
        if hosted.has_died:
            raise click.ClickException(f"the server ended by itself; its log: {hosted.log}")
        return code
