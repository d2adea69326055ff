"""Old runs are deleted while a server plays: never those in play, and never before it listens."""

import asyncio
import shutil
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from support.processes.waiting import LONGEST
from support.sessions.copied_runs import copied, copy_run
from support.sessions.durable_host import played
from support.sessions.fake_server import FakeServer
from support.sessions.made_sessions import woken
from support.sessions.returned_runs import bring_back
from undertide_server.app import host
from undertide_server.content.load import load_settings
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.registry import Registry
from undertide_server.startup.choices import Choices
from undertide_server.store.database import FILE
from undertide_server.store.durable import DurableJournal
from undertide_server.store.engine.address import PostgresAddress, StoreAddress
from undertide_server.store.records import StoredRun
from undertide_server.store.run_list import RunList
from undertide_server.upkeep import pruning
from undertide_server.upkeep.pruning import Pruner
from undertide_server.util.retention_clock import DAY, RetentionClock

DAYS = 10


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pruning, "PAUSE_SECONDS", 0.0)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a run that is live, and runs of each state that are ten days old."""
    folder = tmp_path / "data"
    played(folder, 20)
    for state in ("ended", "abandoned", "aside", "live"):
        copy_run(folder, 2, state, state, DAYS)
    return folder


@asynccontextmanager
async def serving(
    folder: StoreAddress, most_over: int | None = None, *, is_first: bool = True, **storage: int
) -> AsyncIterator[tuple[Registry, Pruner]]:
    """Bring back what goes on in a store, as far as three sessions go, and offer its pruner."""
    settings = load_settings()
    changes = {
        "storage": settings.storage.model_copy(update=storage),
        "limits": settings.limits.model_copy(update={"sessions": 3}),
    }
    faults: list[Exception] = []
    loop = asyncio.get_running_loop()
    journal = DurableJournal(folder, loop.call_soon_threadsafe, faults.append)
    registry = FakeServer(settings.model_copy(update=changes), journal=journal).registry
    try:
        with capture_logs():
            bring_back(folder, registry, journal)
        yield registry, Pruner(folder, registry, journal, most_over, lambda: is_first)
    finally:
        journal.stop()
        assert not faults


def states(folder: StoreAddress) -> list[str]:
    with RunList(folder) as runs:
        return sorted(info.state for info in runs.runs())


async def test_as_shipped_nothing_is_deleted(folder: Path) -> None:
    async with serving(folder) as (_, pruner):
        await pruner.prune()
        assert len(states(folder)) == 9


async def test_a_start_with_a_wrong_clock_deletes_nothing(folder: Path) -> None:
    async with serving(folder, keep_ended_days=1, keep_resting_days=1) as (registry, _):
        before, journal = states(folder), registry.journal
        assert isinstance(journal, DurableJournal)
        ahead = RetentionClock("runs", journal.newest, lambda: time.time() + 400 * DAY)
        with capture_logs() as logs:
            await Pruner(folder, registry, journal, clock=ahead).prune()
        assert [line["event"] for line in logs] == [
            "clock doubted: nothing old is deleted for a day"
        ]
        assert states(folder) == before
        await Pruner(
            folder, registry, journal, clock=RetentionClock("runs", journal.newest)
        ).prune()
        assert len(states(folder)) < len(before)


async def test_what_is_over_is_deleted_after_its_days(folder: Path) -> None:
    async with serving(folder, keep_ended_days=DAYS + 1) as (_, pruner):
        await pruner.prune()
        assert "ended" in states(folder)
    async with serving(folder, keep_ended_days=DAYS - 1) as (_, pruner):
        with capture_logs() as logs:
            await pruner.prune()
        assert not {"ended", "abandoned"} & set(states(folder))
        told = {(line["state"], line["runs"]) for line in logs if "deleted" in line["event"]}
        assert told == {("ended", 2), ("abandoned", 2)}


async def test_the_database_of_a_cluster_is_pruned(folder: Path, postgres_url: str) -> None:
    database = copied(folder, PostgresAddress.parse(postgres_url))
    assert states(database) == states(folder)
    async with serving(database, keep_ended_days=DAYS - 1) as (_, pruner):
        await pruner.prune()
    assert not {"ended", "abandoned"} & set(states(database))
    assert len(states(database)) == len(states(folder)) - 4


async def test_of_several_workers_the_first_alone_deletes(folder: Path) -> None:
    async with serving(folder, is_first=False, keep_ended_days=DAYS - 1) as (_, pruner):
        await pruner.prune()
        assert len(states(folder)) == 9


async def test_a_player_keeps_the_latest_of_the_runs_that_are_over(folder: Path) -> None:
    async with serving(folder, most_over=3) as (_, pruner):
        before = states(folder)
        await pruner.prune()
        over = [state for state in states(folder) if state in {"ended", "abandoned"}]
        assert len(over) == 3
        assert len(before) - len(states(folder)) == 1


async def test_what_nobody_plays_is_deleted_after_its_days_unless_it_is_in_a_session(
    folder: Path,
) -> None:
    async with serving(folder, keep_resting_days=DAYS - 1) as (registry, pruner):
        going_on = goes_on(folder)
        in_play = {session.config.run for session in registry.sessions.values()}
        rest = [info for info in going_on if info.run not in in_play]
        assert (len(in_play), len(rest)) == (3, 2)
        await pruner.prune()
        assert {info.run for info in goes_on(folder)} == in_play
        registry.close(next(iter(registry.sessions.values())), "over", "ended")
        for info in rest:
            with pytest.raises(RequestRefusedError, match="no such session"):
                woken(registry, info.session)


def goes_on(folder: Path) -> list[StoredRun]:
    with RunList(folder) as runs:
        return [info for info, _ in runs.going_on()]


async def test_a_run_that_is_about_to_be_deleted_does_not_come_back(folder: Path) -> None:
    async with serving(folder) as (registry, _):
        session = next(iter(registry.sessions.values()))
        name, run = session.id, session.config.run
        assert registry.resting.give_up([run]) == []
        registry.close(session, "idle")
        assert registry.resting.give_up([run]) == [run]
        with pytest.raises(RequestRefusedError, match="no such session"):
            woken(registry, name)


async def test_a_server_listens_before_it_deletes_and_stops_while_it_does(
    many_runs: Path, tmp_path: Path
) -> None:
    data, config = tmp_path / "data", tmp_path / "config"
    shutil.copytree(many_runs, data)
    config.mkdir()
    (config / "server.toml").write_text("[storage]\nkeep_ended_days = 1\n")
    stop, found = asyncio.Event(), []

    def listening(_address: str) -> None:
        found.append(len(states(data)))
        asyncio.get_running_loop().create_task(stop_once_some_are_gone(data, stop))

    with capture_logs():
        async with asyncio.timeout(LONGEST):
            await host(Choices(port=0, config=config, data=data), stop, listening)
    assert found == [20_001]
    assert 0 < len(states(data)) < 20_001
    assert (data / FILE).stat().st_size


async def stop_once_some_are_gone(data: Path, stop: asyncio.Event) -> None:
    while len(await asyncio.to_thread(states, data)) == 20_001:
        pass
    stop.set()
