"""What the next start of a node would find in the database of its cluster.

This needs the extra for PostgreSQL.
"""

from contextlib import closing
from dataclasses import replace

from undertide_server.accounts import postgres_tables as accounts
from undertide_server.integrity.data_folder import (
    OnRun,
    Verdict,
    check_accounts,
    check_key,
    check_runs,
    check_start,
    faults_noted,
    keep_quiet,
)
from undertide_server.startup.choices import Choices, settings_of
from undertide_server.store import postgres_tables as runs
from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.engine.postgres.connection import PostgresConnection
from undertide_server.store.engine.postgres.opening import open_as_it_is
from undertide_server.store.engine.postgres.requirements import (
    UnsafeStoreError,
    check_session,
    check_store,
)
from undertide_server.store.engine.postgres.tables import (
    PostgresTables,
    check_tables,
    is_older,
    version_of,
)
from undertide_server.store.engine.postgres.waits import COMMAND
from undertide_server.store.reader import Reader


def check_node(choices: Choices, on_run: OnRun = keep_quiet) -> Verdict:
    """Return what a start of a node would find in its settings, its folder and its database."""
    assert choices.cluster is not None
    verdict = check_start(replace(choices, data=None), on_run)
    if choices.data is not None:
        check_key(choices.data, verdict)
    _check(choices.cluster, choices if verdict.starts else Choices(), verdict)
    return verdict


def check_database(address: PostgresAddress, on_run: OnRun = keep_quiet) -> Verdict:
    """Return what a start of a node would find in a database."""
    verdict = Verdict(on_run=on_run)
    _check(address, Choices(), verdict)
    return verdict


def _check(address: PostgresAddress, choices: Choices, verdict: Verdict) -> None:
    with (
        faults_noted(address, verdict),
        closing(open_as_it_is(address, COMMAND)) as database,
    ):
        try:
            check_session(address)
            verdict.warnings += check_store(database)
        except UnsafeStoreError as fault:
            verdict.stop(address, fault.problem, fault.remedy)
        if _has_tables(database, accounts.TABLES, verdict):
            check_accounts(address, database, verdict)
        if _has_tables(database, runs.TABLES, verdict):
            check_runs(address, Reader(database), settings_of(choices), verdict)


def _has_tables(database: PostgresConnection, tables: PostgresTables, verdict: Verdict) -> bool:
    """Return whether a database has the tables of this version.

    A start makes missing ones. Raises WrongSchemaError, DamagedDatabaseError or StoreFaultError.
    """
    if not is_older(database, tables):
        check_tables(database, tables)
        return True
    found = version_of(database, tables)
    if found:
        told = f"version {found}: a start brings them up to version {tables.version}"
        verdict.warnings.append(
            f"{database.address.shown}: its tables of {tables.name} are of {told}"
        )
    return False
