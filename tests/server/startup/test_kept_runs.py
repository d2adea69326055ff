"""Runs that rest in the database of a cluster. `test_keeping` has those of a folder."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from support.sessions.copied_runs import copied
from support.sessions.durable_host import played
from support.sessions.fake_server import FakeServer
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.resting import any_entry
from undertide_server.startup.kept_runs import UNREACHED_DATABASE, KeptRuns
from undertide_server.store.durable import DurableJournal
from undertide_server.store.engine.address import PostgresAddress, StoreAddress
from undertide_server.store.errors import StoreFaultError
from undertide_server.store.journal import Journal
from undertide_server.store.run_list import RunList
from undertide_server.util.slices import finished

NOWHERE = PostgresAddress.parse("postgresql://127.0.0.1:1/runs")


@contextmanager
def started(store: StoreAddress) -> Iterator[tuple[Registry, Journal]]:
    """Start a server over a store, which brings nothing back."""
    faults: list[Exception] = []
    loop = asyncio.get_running_loop()
    journal = DurableJournal(store, loop.call_soon_threadsafe, faults.append)
    try:
        yield FakeServer(journal=journal, first_token=1000).registry, journal
    finally:
        journal.stop()
        assert not faults


@pytest.fixture
def database(postgres_url: str) -> PostgresAddress:
    return PostgresAddress.parse(postgres_url)


def kept_there(folder: Path, database: PostgresAddress) -> str:
    """Keep a run of 30 steps in a database; return its name."""
    run = played(folder, 30).session.config.run
    copied(folder, database)
    return run


async def test_a_run_comes_back_from_a_database_without_a_wait_of_the_event_loop(
    tmp_path: Path, database: PostgresAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_store: object) -> RunList:
        raise StoreFaultError("the event loop asked the database")

    run = kept_there(tmp_path, database)
    with started(database) as (registry, journal):
        work = KeptRuns(database, registry, journal).read(run, any_entry)
        monkeypatch.setattr("undertide_server.startup.kept_runs.RunList", fail)
        session = finished(work)
        assert session is not None
        assert session.run.progress.step == 30


async def test_a_run_that_is_given_up_meanwhile_stays_away(
    tmp_path: Path, database: PostgresAddress
) -> None:
    run = kept_there(tmp_path, database)
    with started(database) as (registry, journal):
        work = KeptRuns(database, registry, journal).read(run, any_entry)
        registry.resting.give_up([run])
        assert finished(work) is None


async def test_who_wants_to_enter_is_told_that_the_database_does_not_answer(
    tmp_path: Path, database: PostgresAddress
) -> None:
    run = kept_there(tmp_path, database)
    with started(database) as (registry, journal):
        with capture_logs() as logged, pytest.raises(RequestRefusedError) as refused:
            KeptRuns(NOWHERE, registry, journal).read(run, any_entry)
        assert (refused.value.code, refused.value.reason) == ("server_full", UNREACHED_DATABASE)
        assert [each["event"] for each in logged] == ["run can't be read"]
    with RunList(database) as runs:
        assert [each.state for each in runs.runs()] == ["live"]
