"""What a server does before it is a node: it opens its folder, or prepares its database."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from typing import NamedTuple

import structlog

from undertide_server.accounts.database import open_accounts
from undertide_server.cluster.supervisor.place import opens_store
from undertide_server.startup.choices import Choices
from undertide_server.startup.journals import opened_folder
from undertide_server.store.database import FILE
from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.opening import held, open_to_write

log = structlog.get_logger()


@contextmanager
def opened_store(
    choices: Choices, on_damage: Callable[[str], None] | None = None
) -> Iterator[None]:
    """Put the store of a server in order, if it has one, and hold its folder for this process.

    `on_damage` is for a damaged folder (see `journals.opened_folder`). Raises as that does, and
    UnsafeStoreError when a database could lose what it has acknowledged.
    """
    if choices.cluster is None:
        with opened_folder(choices.data, on_damage, choices.worker):
            yield
        return
    # The supervisor holds the folder of workers.
    folder = choices.data if choices.worker is None else None
    with nullcontext() if folder is None else held(folder):
        if folder is not None and (folder / FILE).exists():
            log.warning("runs in the folder are not served: see `runs copy`", store=str(folder))
        found = prepare_database(choices.cluster)
        # All workers of a machine find the same.
        if opens_store(choices.worker):
            for warning in found.warnings:
                log.warning("the database could be safer", reason=warning)
            if found.is_pooled:
                log.info("the database is behind a pooler", store=choices.cluster.shown)
        yield


class PreparedDatabase(NamedTuple):
    """What a start has found of its database."""

    warnings: list[str]
    """What its operator could do, so that it keeps more."""
    is_pooled: bool
    """Whether a pooler is before it."""


def prepare_database(database: PostgresAddress) -> PreparedDatabase:
    """Make the tables of a database, or bring them up to date.

    Raises UnsafeStoreError when it could lose what it has acknowledged; WrongSchemaError, or
    another StoreError, when it can't be used.
    """
    # The engine is an extra.
    from undertide_server.store.engine.postgres.opening import connect  # noqa: PLC0415
    from undertide_server.store.engine.postgres.requirements import check_session, check_store  # noqa: PLC0415

    is_pooled = not check_session(database)
    with closing(connect(database)) as connection:
        warnings = check_store(connection)
    open_to_write(database).close()
    open_accounts(database).close()
    return PreparedDatabase(warnings, is_pooled)
