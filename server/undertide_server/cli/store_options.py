"""The options that name a store: a server's data folder, or the database of a cluster."""

# Commands import what they need when they are called: asking for help must not take a second.

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, Final

import click
from click.core import ParameterSource

from undertide_server.cli.parts import FOLDER
from undertide_server.store.engine.address import (
    BadStoreAddressError,
    PostgresAddress,
    StoreAddress,
)
from undertide_shared.command import CLUSTER_VARIABLE, PASSWORD_SEEN, SecretOption

Command = Callable[..., Any]

NO_STORE: Final = f"give --data DIR, or --cluster URL ({CLUSTER_VARIABLE} in the environment)"
FOLDERS_ALONE: Final = "this command is for data folders"
OF_DATABASES: Final = {
    "backup": ": back a database up with PostgreSQL's own pg_dump",
    "compact": ": PostgreSQL gives space back by itself (VACUUM)",
    "rescue": ": restore a database from a dump, or promote a standby",
}
"""What there is for databases in place of each command that works on folders alone."""


class ClusterAddress(click.ParamType[PostgresAddress]):
    """The address of a PostgreSQL database, which no message shows whole."""

    name = "URL"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> PostgresAddress:
        """Return the address. Ends the command if it is none."""
        if isinstance(value, PostgresAddress):
            return value
        try:
            return PostgresAddress.parse(value)
        except BadStoreAddressError as fault:
            self.fail(str(fault), param, ctx)


def database_option(words: str) -> Callable[[Command], Command]:
    """Return what adds the option for the database of a cluster, None without one."""
    return click.option(
        "--cluster",
        cls=SecretOption,
        type=ClusterAddress(),
        metavar="URL",
        envvar=CLUSTER_VARIABLE,
        show_envvar=True,
        callback=_without_secret_in_arguments,
        help=words,
    )


def cluster_option(command: Command) -> Command:
    """Add the option for the database of a cluster that runs, None without one."""
    return database_option("The database of `serve --cluster`.")(command)


def data_option(command: Command) -> Command:
    """Add the option for the data folder, for commands that need one.

    The command ends with the reason if it is given a database instead.
    """

    @wraps(command)
    def with_folder(*arguments: Any, data: Path | None, cluster: str | None, **given: Any) -> Any:
        if data is None and cluster is None:
            raise click.UsageError("give --data DIR")
        if data is None or is_typed("cluster"):
            name = str(click.get_current_context().info_name)
            raise click.UsageError(f"{FOLDERS_ALONE}{OF_DATABASES.get(name, '')}")
        return command(*arguments, data=data, **given)

    hidden = click.option("--cluster", cls=SecretOption, hidden=True, envvar=CLUSTER_VARIABLE)
    folder = click.option("--data", type=FOLDER, help="The folder of `serve --data`.")
    return folder(hidden(with_folder))


def store_option(command: Command) -> Command:
    """Add the options for the store: the command gets it as `store`.

    `--data` goes before an address in the environment. Ends the command unless exactly one of both
    is given.
    """

    @wraps(command)
    def with_store(
        *arguments: Any, data: Path | None, cluster: PostgresAddress | None, **given: Any
    ) -> Any:
        return command(*arguments, store=chosen_store(data, cluster), **given)

    folder = click.option("--data", type=FOLDER, help="The folder of `serve --data`.")
    return folder(cluster_option(with_store))


def chosen_store(data: Path | None, cluster: PostgresAddress | None) -> StoreAddress:
    """Return the store that the options name. Ends the command unless they name one."""
    if data is None:
        if cluster is None:
            raise click.UsageError(NO_STORE)
        return cluster
    if cluster is not None and is_typed("cluster"):
        raise click.UsageError("give either --data or --cluster")
    return data


def is_typed(option: str) -> bool:
    """Return whether an option of the running command comes from the command line."""
    context = click.get_current_context()
    return context.get_parameter_source(option) is ParameterSource.COMMANDLINE


def words_of(store: StoreAddress) -> str:
    """Return the options that name a store, for a command that a message suggests."""
    if isinstance(store, Path):
        return f"--data {store}"
    return "--cluster URL" if is_typed("cluster") else ""


def _without_secret_in_arguments(
    context: click.Context, option: click.Parameter, address: PostgresAddress | None
) -> PostgresAddress | None:
    """Warn of a password on the command line."""
    is_seen = context.get_parameter_source(str(option.name)) is ParameterSource.COMMANDLINE
    if address is not None and address.has_password and is_seen:
        click.echo(f"warning: {PASSWORD_SEEN}", err=True)
    return address
