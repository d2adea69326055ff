"""What a check says of the database of a cluster, and that it changes nothing there."""

from contextlib import closing
from pathlib import Path

import pytest

from support.postgres.pooler import running_pooler
from support.postgres.server import PostgresServer
from support.sessions.durable_host import Host, played
from undertide_server.integrity.database import check_database, check_node
from undertide_server.sessions import stepper
from undertide_server.startup.choices import Choices
from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.opening import open_to_write
from undertide_server.store.transfer.copying import copy_runs
from undertide_shared.data_folder import KEY_FILE


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Host:
    monkeypatch.setattr(stepper, "HASH_EVERY", 20)
    return played(tmp_path / "data", 50)


@pytest.fixture
def address(postgres_url: str, host: Host) -> PostgresAddress:
    """A database with a run."""
    address = PostgresAddress.parse(postgres_url)
    with closing(open_to_write(host.folder)) as source, closing(open_to_write(address)) as target:
        copy_runs(source, target, is_shared=False, on_run=lambda _report: None)
    return address


def changed(address: PostgresAddress, statement: str) -> None:
    with closing(open_to_write(address)) as connection:
        connection.execute(statement)


def test_a_sound_database_is_served_whole(address: PostgresAddress) -> None:
    verdict = check_database(address)
    assert (verdict.exit_code, verdict.runs, verdict.findings) == (0, 1, [])


def test_a_standby_that_is_missing_is_warned_of(address: PostgresAddress) -> None:
    (warning,) = check_database(address).warnings
    assert "synchronous_standby_names" in warning


def test_a_new_database_is_fine_and_stays_empty(empty_postgres_url: str) -> None:
    address = PostgresAddress.parse(empty_postgres_url)
    for _ in range(2):
        assert (check_database(address).exit_code, check_database(address).runs) == (0, 0)


def test_a_damaged_run_is_named_with_what_to_do(address: PostgresAddress, host: Host) -> None:
    changed(address, "DELETE FROM stretches")
    verdict = check_database(address)
    assert verdict.exit_code == 1
    (finding,) = verdict.findings
    assert (finding.file, finding.run) == (address.shown, host.name)
    assert f"runs abandon {host.name} --cluster URL" in finding.do


def test_a_damaged_account_is_named(address: PostgresAddress) -> None:
    changed(
        address,
        "INSERT INTO accounts (folded, name, password, operator, generation, made, seen)"
        " VALUES ('ann', 'Ann', '', 7, 0, 0, 0)",
    )
    (finding,) = check_database(address).findings
    assert "nobody can log in to it" in finding.what


def test_a_database_that_loses_commits_stops_a_start(
    address: PostgresAddress, postgres: PostgresServer
) -> None:
    name = address.shown.rpartition("/")[2]
    postgres.ask(f"ALTER DATABASE {name} SET synchronous_commit = off")
    try:
        verdict = check_database(address)
    finally:
        postgres.ask(f"ALTER DATABASE {name} RESET synchronous_commit")
    assert verdict.exit_code == 3
    (finding,) = verdict.findings
    assert f"ALTER DATABASE {name} SET synchronous_commit = on;" in finding.do


def test_a_database_behind_a_pooler_is_served_whole(
    address: PostgresAddress, postgres: PostgresServer
) -> None:
    with running_pooler(postgres, "transaction") as pooler:
        verdict = check_database(PostgresAddress(pooler.url_of(address.url)))
    assert (verdict.exit_code, verdict.runs, verdict.findings) == (0, 1, [])


def test_a_pooler_that_refuses_transactions_stops_a_start(
    address: PostgresAddress, postgres: PostgresServer
) -> None:
    with running_pooler(postgres, "statement") as pooler:
        verdict = check_database(PostgresAddress(pooler.url_of(address.url)))
    assert verdict.exit_code == 3
    (finding,) = verdict.findings
    assert "let the pooler pool by transaction or by session" in f"{finding.what} {finding.do}"


def test_tables_of_another_version_stop_a_start(address: PostgresAddress) -> None:
    changed(address, "UPDATE schemas SET version = 99 WHERE name = 'runs'")
    verdict = check_database(address)
    assert verdict.exit_code == 3
    assert "99" in verdict.findings[0].what


def test_a_database_that_cant_be_reached_stops_a_start() -> None:
    verdict = check_database(PostgresAddress.parse("postgresql://ann:swordfish@127.0.0.1:1/none"))
    assert verdict.exit_code == 3
    (finding,) = verdict.findings
    assert finding.what.startswith("can't be reached: ")
    assert "see to the database server" in finding.do
    assert "swordfish" not in str(verdict.as_json())


def test_settings_and_the_folder_of_a_node_are_checked_too(
    address: PostgresAddress, tmp_path: Path
) -> None:
    (tmp_path / KEY_FILE).write_text("no key", encoding="utf-8")
    verdict = check_node(Choices(cluster=address, data=tmp_path, preset="none"))
    assert verdict.exit_code == 3
    assert [finding.file for finding in verdict.findings] == ["--preset", str(tmp_path / KEY_FILE)]
    assert verdict.runs == 1
