"""What a PostgreSQL server must be set to, so that no acknowledged step of a run is lost.

And what must hold of the way to it: a pooler may be between.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Final, NamedTuple

from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.engine.faults import StoreError, StoreFaultError
from undertide_server.store.engine.postgres.connection import PostgresConnection
from undertide_server.store.engine.postgres.opening import connect
from undertide_server.store.engine.postgres.waits import READING

OLDEST: Final = 130_000
"""The oldest version, as the server numbers it: the first with all that the statements use."""
ENCODING: Final = "UTF8"
"""The encoding of a database that can hold every name."""
WEAK_COMMITS: Final = {"off", "local", "remote_write"}
"""The values of `synchronous_commit` with which a commit may be lost after it was acknowledged."""

_SETTINGS: Final = """
SELECT name, setting, source FROM pg_settings WHERE name IN
    ('fsync', 'full_page_writes', 'server_encoding', 'server_version', 'server_version_num',
     'synchronous_commit', 'synchronous_standby_names')
"""
_NAMES: Final = "SELECT quote_ident(current_database()), quote_ident(session_user)"
_RELOAD: Final = "SELECT pg_reload_conf();"
_ENCODING: Final = {"client_encoding": "UTF8"}
"""Each login asks for this one."""
_BACKEND: Final = "SELECT pg_backend_pid()"
_HOW_TO_POOL: Final = (
    "let the pooler pool by session (PgBouncer: pool_mode = session), or give the address of the"
    " database itself"
)
_HOW_TO_WIDEN: Final = (
    "let the pooler have at least two connections of the database (PgBouncer: default_pool_size)"
)


class UnsafeStoreError(StoreError):
    """A database that could lose what it has acknowledged, or can't hold runs at all."""

    def __init__(self, problem: str, remedy: str) -> None:
        super().__init__(f"{problem}: {remedy}")
        self.problem = problem
        self.remedy = remedy


class _Setting(NamedTuple):
    value: str
    source: str
    """Where the server has the value from, by PostgreSQL's names."""


def check_store(connection: PostgresConnection) -> list[str]:
    """Return warnings about the settings of a database, each with what to change.

    Raises UnsafeStoreError if runs can't be trusted to it, or StoreFaultError.
    """
    settings = {
        name: _Setting(value, source)
        for name, value, source in connection.execute(_SETTINGS).fetchall()
    }
    database, person = connection.execute(_NAMES).fetchone()
    place = connection.address.shown
    _check_kind(settings, place)
    _check_safety(settings, place, database, person)
    return list(_warnings(settings, place))


def check_session(address: PostgresAddress) -> bool:
    """Check that transactions have the settings that were asked for.

    Return whether a connection keeps them from one transaction to the next. It doesn't behind a
    pooler. Raises UnsafeStoreError if anything is not as asked, or StoreFaultError.
    """
    with closing(connect(address)) as one:
        with one.transaction():
            first = _look_at_session(one)
        # A backend that is free meanwhile serves the other connection.
        with _second_connection(one) as other, other.transaction():
            foreign = _look_at_session(other)
            with one.transaction():
                second = _look_at_session(one)
            is_kept = one.session.is_kept and other.session.is_kept
    if is_kept and (first != second or foreign == first):
        problem = (
            f"{address.shown} passes for the database itself, but gives each transaction another"
            " connection"
        )
        raise UnsafeStoreError(problem, _HOW_TO_POOL)
    return is_kept


@contextmanager
def _second_connection(one: PostgresConnection) -> Iterator[PostgresConnection]:
    """Give a connection beside one that works, and expect both to work then.

    Raises UnsafeStoreError if a pooler has no more of them.
    """
    try:
        # Nothing ends its transaction before the other connection has given up.
        with closing(connect(one.address, READING)) as other:
            yield other
    except StoreFaultError as fault:
        if one.session.is_kept:
            raise
        problem = f"{one.address.shown} serves no two transactions at a time: {fault}"
        raise UnsafeStoreError(problem, _HOW_TO_WIDEN) from fault


def _look_at_session(connection: PostgresConnection) -> int:
    """Return the backend of a transaction, whose settings are those that were asked for.

    Raises UnsafeStoreError if they aren't.
    """
    for name, value in {**connection.session.settings, **_ENCODING}.items():
        (found,) = connection.execute("SELECT current_setting(?)", (name,)).fetchone()
        (wanted,) = connection.execute("SELECT set_config(?, ?, true)", (name, value)).fetchone()
        if found != wanted:
            problem = f"{connection.address.shown} has {name} = {found}, though {wanted} was asked"
            raise UnsafeStoreError(problem, _HOW_TO_POOL)
    return int(connection.execute(_BACKEND).fetchone()[0])


def _check_kind(settings: dict[str, _Setting], place: str) -> None:
    if int(settings["server_version_num"].value) < OLDEST:
        problem = f"{place} is PostgreSQL {settings['server_version'].value}"
        raise UnsafeStoreError(problem, f"a cluster needs version {OLDEST // 10_000} or later")
    encoding = settings["server_encoding"].value
    if encoding != ENCODING:
        problem = f"{place} keeps its text as {encoding}, which can't hold every name"
        remedy = f"make a database WITH ENCODING '{ENCODING}' TEMPLATE template0"
        raise UnsafeStoreError(problem, remedy)


def _check_safety(settings: dict[str, _Setting], place: str, database: str, person: str) -> None:
    if settings["fsync"].value == "off":
        problem = f"{place} has fsync = off: a loss of power can destroy the whole database"
        raise UnsafeStoreError(problem, _change_by("ALTER SYSTEM SET fsync = on;"))
    commit = settings["synchronous_commit"]
    if commit.value in WEAK_COMMITS:
        problem = (
            f"{place} has synchronous_commit = {commit.value}: it can lose steps of runs that"
            " players have seen"
        )
        raise UnsafeStoreError(problem, _commit_remedy(commit.source, database, person))


def _commit_remedy(source: str, database: str, person: str) -> str:
    """Return how to make commits safe where the server has the value from."""
    match source:
        case "database":
            line = f"ALTER DATABASE {database} SET synchronous_commit = on;"
        case "user":
            line = f"ALTER ROLE {person} SET synchronous_commit = on;"
        case "database user":
            line = f"ALTER ROLE {person} IN DATABASE {database} SET synchronous_commit = on;"
        case "client" | "session":
            return "leave synchronous_commit out of the address of the database and of PGOPTIONS"
        case "command line":
            return "leave synchronous_commit out of the command line that starts PostgreSQL"
        case _:
            return _change_by("ALTER SYSTEM SET synchronous_commit = on;")
    return f"run as a superuser: {line}"


def _change_by(line: str) -> str:
    return f"run as a superuser: {line} {_RELOAD}"


def _warnings(settings: dict[str, _Setting], place: str) -> Iterator[str]:
    if not settings["synchronous_standby_names"].value:
        yield (
            f"{place} has no synchronous standby: if its disk is lost, runs go back to the last"
            " backup, or to what another standby had received. Name standbys in"
            " synchronous_standby_names to keep every step on two machines"
        )
    if settings["full_page_writes"].value == "off":
        line = _change_by("ALTER SYSTEM SET full_page_writes = on;")
        yield (
            f"{place} has full_page_writes = off: a loss of power can damage pages, unless its"
            f" file system prevents that. Else {line}"
        )
