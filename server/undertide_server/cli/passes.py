"""The command by which a client's `admin --cluster` proves that it may write to the database."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

from contextlib import closing

import click

from undertide_server.cli.run_options import check_tables, database_faults_told
from undertide_server.cli.store_options import cluster_option
from undertide_server.store.engine.address import PostgresAddress


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
