"""What a server does to its store before it plays."""

from contextlib import closing
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from support.postgres.pooler import running_pooler
from support.postgres.server import PostgresServer
from undertide_server.accounts.database import open_accounts
from undertide_server.cluster.supervisor.place import WorkerPlace
from undertide_server.startup.choices import Choices
from undertide_server.startup.entering import opened_store, prepare_database
from undertide_server.store.database import FILE
from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.engine.postgres.requirements import UnsafeStoreError
from undertide_server.store.errors import FolderInUseError, StoreFaultError
from undertide_server.store.opening import open_to_read, open_to_write


def cluster(url: str) -> PostgresAddress:
    return PostgresAddress.parse(url)


def test_a_folder_is_held_and_a_server_without_one_needs_nothing(tmp_path: Path) -> None:
    choices = Choices(data=tmp_path)
    with (
        opened_store(Choices()),
        opened_store(choices),
        pytest.raises(FolderInUseError),
        opened_store(choices),
    ):
        pass


def test_a_new_database_gets_all_tables_and_its_operator_is_told_what_is_missing(
    empty_postgres_url: str,
) -> None:
    address = cluster(empty_postgres_url)
    with (
        capture_logs() as logged,
        opened_store(Choices(cluster=address)),
        closing(open_to_read(address)) as runs,
        closing(open_accounts(address)) as accounts,
    ):
        assert runs.execute("SELECT count(*) FROM runs").fetchone() == (0,)
        assert accounts.execute("SELECT count(*) FROM accounts").fetchone() == (0,)
    (warning,) = logged
    assert warning["event"] == "the database could be safer"
    assert "synchronous_standby_names" in warning["reason"]


def test_of_several_workers_only_the_first_warns(postgres_url: str) -> None:
    for first in (True, False):
        place = WorkerPlace("w1-0a0b0c", 2, "/tmp", opens_store=first)
        choices = Choices(cluster=cluster(postgres_url), worker=place)
        with capture_logs() as logged, opened_store(choices):
            pass
        assert len(logged) == first


def test_in_a_cluster_a_folder_has_the_files_of_this_machine_alone(
    tmp_path: Path, postgres_url: str
) -> None:
    choices = Choices(data=tmp_path, cluster=cluster(postgres_url))
    with opened_store(choices):
        assert not (tmp_path / FILE).exists()
        with pytest.raises(FolderInUseError), opened_store(choices):
            pass


def test_runs_of_a_server_that_was_alone_are_named_and_left_alone(
    tmp_path: Path, postgres_url: str
) -> None:
    open_to_write(tmp_path).close()
    choices = Choices(data=tmp_path, cluster=cluster(postgres_url))
    with capture_logs() as logged, opened_store(choices):
        pass
    event = "runs in the folder are not served: see `runs copy`"
    assert [each["store"] for each in logged if each["event"] == event] == [str(tmp_path)]


def test_a_database_that_could_lose_steps_is_refused_with_the_line_to_change(
    postgres_url: str,
) -> None:
    weak = f"{postgres_url}?options=-csynchronous_commit%3Doff"
    with pytest.raises(UnsafeStoreError, match="synchronous_commit"):
        prepare_database(cluster(weak))


def test_a_pooler_before_the_database_is_told(postgres: PostgresServer, postgres_url: str) -> None:
    with running_pooler(postgres, "transaction") as pooler, capture_logs() as logged:
        address = cluster(pooler.url_of(postgres_url))
        with opened_store(Choices(cluster=address)):
            pass
    event = "the database is behind a pooler"
    assert [each["store"] for each in logged if each["event"] == event] == [address.shown]


def test_a_database_that_does_not_answer_is_named_without_its_password() -> None:
    address = cluster("postgresql://ann:s3cret@127.0.0.1:1/runs")
    with pytest.raises(StoreFaultError, match=r"127\.0\.0\.1:1/runs can't be reached") as refused:
        prepare_database(address)
    assert "s3cret" not in str(refused.value)
