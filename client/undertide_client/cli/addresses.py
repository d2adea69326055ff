"""The addresses of servers on the command line: what they mean, and whom this program trusts."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import click
from click.core import ParameterSource

from undertide_client.net.address import ServerAddress, parse_address
from undertide_client.net.errors import BadAddressError
from undertide_shared.command import CLUSTER_VARIABLE, PASSWORD_SEEN, SecretOption

PASSWORD: Final = re.compile(r"//[^/@]*:[^/@]*@|[?&](ssl)?password=", re.IGNORECASE)
"""Where the address of a database holds a password."""


def server_of(text: str) -> ServerAddress:
    """Return the server that `text` means. Ends the command if it means none."""
    try:
        return parse_address(text)
    except BadAddressError as fault:
        raise click.BadParameter(str(fault)) from fault


def reach(address: ServerAddress) -> str:
    """Return the WebSocket address of a server, after a look at where it listens.

    Ends the command if it is nowhere.
    """
    if len(address.urls) == 1:
        return address.urls[0]
    import asyncio

    from undertide_client.net.errors import ServerSilentError
    from undertide_client.net.finding import find_server

    click.echo(f"Looking for the server at {address.written}…", err=True)
    try:
        return asyncio.run(find_server(address))
    except ServerSilentError as fault:
        raise click.ClickException(str(fault)) from fault


def trusted(_context: click.Context, _option: click.Parameter, file: Path | None) -> None:
    """Trust the authority in a file. Ends the command if the file holds none."""
    from undertide_client.net.errors import BadAuthorityError
    from undertide_client.net.trust import trust

    if file is not None:
        try:
            trust(file)
        except BadAuthorityError as fault:
            raise click.BadParameter(fault.strerror or "") from fault


def with_address(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of every command that connects to a server."""
    authority = click.option(
        "--ca",
        type=click.Path(path_type=Path),
        metavar="FILE",
        envvar="UNDERTIDE_CA",
        callback=trusted,
        expose_value=False,
        help="Also trust the certificate authority in this file, for wss://.",
    )
    return click.argument("address", type=server_of)(authority(command))


def warn_of_secret(context: click.Context, option: click.Parameter, url: str | None) -> str | None:
    """Warn of a password in the address of a database that is among the words of a command."""
    typed = context.get_parameter_source(str(option.name)) is ParameterSource.COMMANDLINE
    if typed and url is not None and PASSWORD.search(url):
        click.echo(f"warning: {PASSWORD_SEEN}", err=True)
    return url


def cluster_option(words: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return what adds the option for the database of a cluster, which has the help `words`."""
    return click.option(
        "--cluster",
        cls=SecretOption,
        metavar="URL",
        envvar=CLUSTER_VARIABLE,
        show_envvar=True,
        callback=warn_of_secret,
        help=words,
    )


ADDRESS: Final = with_address
