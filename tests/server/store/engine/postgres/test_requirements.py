"""A cluster starts on a database alone that loses nothing it has acknowledged."""

from collections.abc import Iterator
from contextlib import closing

import psycopg
import pytest

from support.postgres.server import OWNER, PostgresServer, running_server
from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.engine.postgres.bounded_connection import SoleConnection
from undertide_server.store.engine.postgres.connection import PostgresConnection
from undertide_server.store.engine.postgres.requirements import (
    WEAK_COMMITS,
    UnsafeStoreError,
    check_store,
)
from undertide_server.store.engine.postgres.waits import PLAY


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    """A server whose settings a test may change."""
    with running_server() as made:
        yield made


@pytest.fixture
def database(server: PostgresServer) -> Iterator[str]:
    """A new database of it. Its settings are those of a fresh one again afterwards."""
    server.ask('CREATE DATABASE "of Ada"')
    yield "of Ada"
    server.ask('DROP DATABASE "of Ada" WITH (FORCE)')
    server.ask("ALTER SYSTEM RESET ALL")
    server.ask("SELECT pg_reload_conf()")


def url_of(server: PostgresServer, database: str, rest: str = "") -> str:
    return server.url(database.replace(" ", "%20")) + rest


def warnings(url: str) -> list[str]:
    address = PostgresAddress(url)
    with closing(PostgresConnection(address, SoleConnection(address, PLAY))) as connection:
        return check_store(connection)


def refusal(url: str) -> str:
    with pytest.raises(UnsafeStoreError) as caught:
        warnings(url)
    return str(caught.value)


def set_in_file(server: PostgresServer, line: str) -> None:
    """Change a setting of the server, as the remedy says it."""
    server.ask(line)
    server.ask("SELECT pg_reload_conf()")
    name = line.split()[3]
    wanted = line.split("=")[1].strip(" ;'")
    while server.ask(f"SHOW {name}") != [(wanted,)]:
        pass


def test_a_usual_server_is_safe_but_for_the_loss_of_its_disk(
    server: PostgresServer, database: str
) -> None:
    (warning,) = warnings(url_of(server, database))
    assert "synchronous_standby_names" in warning


def test_a_server_without_syncs_is_refused_until_the_line_is_run(
    server: PostgresServer, database: str
) -> None:
    set_in_file(server, "ALTER SYSTEM SET fsync = off")
    said = refusal(url_of(server, database))
    assert "fsync = off" in said
    remedy = said.partition("superuser: ")[2]
    set_in_file(server, remedy.partition(";")[0])
    warnings(url_of(server, database))


@pytest.mark.parametrize("value", sorted(WEAK_COMMITS))
def test_commits_that_may_be_lost_are_refused_until_the_line_is_run(
    server: PostgresServer, database: str, value: str
) -> None:
    set_in_file(server, f"ALTER SYSTEM SET synchronous_commit = {value}")
    remedy = refusal(url_of(server, database)).partition("superuser: ")[2]
    set_in_file(server, remedy.partition(";")[0])
    warnings(url_of(server, database))


@pytest.mark.parametrize(
    "level",
    ['DATABASE "of Ada"', f"ROLE {OWNER}", f'ROLE {OWNER} IN DATABASE "of Ada"'],
)
def test_a_setting_of_the_database_or_of_the_account_is_named(
    server: PostgresServer, database: str, level: str
) -> None:
    server.ask(f"ALTER {level} SET synchronous_commit = off")
    remedy = refusal(url_of(server, database)).partition("superuser: ")[2]
    assert level in remedy
    server.ask(remedy)
    warnings(url_of(server, database))
    server.ask(f"ALTER {level} RESET synchronous_commit")


def test_a_setting_of_the_address_is_named(server: PostgresServer, database: str) -> None:
    options = "?options=-c%20synchronous_commit%3Doff"
    assert "out of the address" in refusal(url_of(server, database, options))


@pytest.mark.parametrize("value", ["on", "remote_apply"])
def test_a_server_with_a_synchronous_standby_needs_no_warning(
    server: PostgresServer, database: str, value: str
) -> None:
    # No standby is there: a commit would wait for it, but the check writes nothing.
    set_in_file(server, f"ALTER SYSTEM SET synchronous_commit = {value}")
    server.ask("ALTER SYSTEM SET synchronous_standby_names = 'one'")
    server.ask("SELECT pg_reload_conf()")
    while server.ask("SHOW synchronous_standby_names") != [("one",)]:
        pass
    with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
        assert warnings(url_of(server, database)) == []
        connection.execute("SET synchronous_commit = local")
        connection.execute("ALTER SYSTEM RESET synchronous_standby_names")
        connection.execute("SELECT pg_reload_conf()")
    while server.ask("SHOW synchronous_standby_names") != [("",)]:
        pass


def test_torn_pages_are_warned_about(server: PostgresServer, database: str) -> None:
    set_in_file(server, "ALTER SYSTEM SET full_page_writes = off")
    assert any("full_page_writes" in each for each in warnings(url_of(server, database)))


def test_a_database_that_can_t_hold_every_name_is_refused(server: PostgresServer) -> None:
    server.ask("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    said = refusal(server.url("latin"))
    server.ask("DROP DATABASE latin")
    assert "LATIN1" in said


def test_an_old_server_is_refused(
    server: PostgresServer, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("undertide_server.store.engine.postgres.requirements.OLDEST", 990_000)
    assert "needs version 99 or later" in refusal(url_of(server, database))
