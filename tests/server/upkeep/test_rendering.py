"""A server renders what has ended and what was saved, within its room, and never waits for it."""

from collections.abc import Callable
from pathlib import Path
from typing import Self

import pytest
from structlog.testing import capture_logs

from support.content.repertoire import REPERTOIRE
from support.processes.waiting import let_others_go_on, until
from support.sessions.copied_runs import copied
from support.sessions.durable_host import Host, played
from support.sessions.fake_server import FakeServer, settings_with
from support.sessions.kept_runs import write
from undertide_server.replays import render_process, run_reader
from undertide_server.replays.errors import UnplayableRunError
from undertide_server.replays.parted_playback import playback_of
from undertide_server.sessions.registry import Registry
from undertide_server.simulation.version import RULES
from undertide_server.store.deletion import DiskUsage
from undertide_server.store.engine.address import PostgresAddress, StoreAddress
from undertide_server.store.errors import StoreFaultError
from undertide_server.store.journal import unheard
from undertide_server.store.records import Ending
from undertide_server.store.renders import (
    Reason,
    Rendered,
    RenderedStretch,
    RenderReader,
    Unrendered,
)
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Deleted, RunClosed
from undertide_server.upkeep import rendering
from undertide_server.upkeep.rendering import LEAST_ROOM, MOST_TRIES, Rendering

HANGS = ("-c", "import sys; sys.stdin.read()")
CRASHES = ("-c", "raise SystemExit(3)")


class Journal:
    """Writes renders at once."""

    def __init__(self, folder: StoreAddress) -> None:
        self.on_kept: Callable[[str], None] = unheard
        self._writer = Writer(folder)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._writer.close()

    def save_render(self, write: Rendered | Unrendered, done: Callable[[], None]) -> None:
        self._writer.apply([write])
        done()


class Served:
    """A folder with a run that is over, and a server that renders it."""

    def __init__(self, folder: Path, journal: Journal, **settings: int) -> None:
        self.folder = folder
        self.run = played(folder, 30).name
        write(folder, RunClosed(self.run, Ending("ended", "lost")))
        chosen = settings_with(None, replays=settings)
        self.registry: Registry = FakeServer(chosen).registry
        self.rendering = Rendering(folder, self.registry, journal)

    @property
    def rendered(self) -> list[RenderedStretch]:
        """What is rendered of the run."""
        return rendered_of(self.folder, self.run)

    @property
    def why(self) -> Reason | None:
        """Why it is not rendered."""
        with RenderReader(self.folder) as reader:
            return reader.why_unrendered(self.run)


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendering, "PAUSE_SECONDS", 0.0)
    monkeypatch.setattr(rendering, "STORE_SECONDS", 0.0)
    monkeypatch.setattr(rendering, "OLDER_AFTER_SECONDS", 0.0)


async def test_what_an_earlier_server_left_is_rendered_in_a_process(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        served = Served(tmp_path, journal)
        async with served.rendering.rendering():
            await until(lambda: bool(served.rendered))
        assert [(each.first, each.last) for each in served.rendered] == [(1, 30)]
        assert (served.why, served.registry.renders.failures) == (None, 0)


async def test_a_run_in_the_database_of_a_cluster_is_rendered(
    tmp_path: Path, postgres_url: str
) -> None:
    run = played(tmp_path, 30).name
    write(tmp_path, RunClosed(run, Ending("ended", "lost")))
    database = copied(tmp_path, PostgresAddress.parse(postgres_url))
    with Journal(database) as journal:
        registry = FakeServer(settings_with(None)).registry
        served = Rendering(database, registry, journal)
        async with served.rendering():
            served.want(run)
            await until(lambda: bool(rendered_of(database, run)))
    assert [(each.first, each.last) for each in rendered_of(database, run)] == [(1, 30)]


def rendered_of(store: StoreAddress, run: str) -> list[RenderedStretch]:
    """Return what is rendered of a run."""
    with RenderReader(store) as reader:
        return reader.rendered(run)


async def test_a_stop_kills_a_worker_that_hangs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(render_process, "WORKER", HANGS)
    with Journal(tmp_path) as journal:
        served = Served(tmp_path, journal)
        async with served.rendering.rendering():
            await until(lambda: served.rendering.is_busy)
            for _ in range(100):
                await let_others_go_on()
        assert not served.rendering.is_busy
        assert (served.rendered, served.why) == ([], None)


@pytest.mark.parametrize(("worker", "seconds"), [(HANGS, 0.05), (CRASHES, 60.0)])
async def test_a_run_whose_rendering_fails_is_given_up_for_these_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, worker: tuple[str, ...], seconds: float
) -> None:
    monkeypatch.setattr(render_process, "WORKER", worker)
    monkeypatch.setattr(render_process, "MOST_SECONDS", seconds)
    with Journal(tmp_path) as journal, capture_logs() as logs:
        served = Served(tmp_path, journal)
        async with served.rendering.rendering():
            await until(lambda: served.why is not None)
            await served.rendering.render(served.run)
        failed = [line["run"] for line in logs if line["event"] == "run not rendered"]
        assert failed == [served.run] * MOST_TRIES
        assert (served.why, served.registry.renders.failures) == ("failed", MOST_TRIES)


@pytest.mark.parametrize(
    "room", [{"most_bytes": LEAST_ROOM - 1}, {"most_bytes_of_run": LEAST_ROOM - 1}]
)
async def test_a_run_without_room_says_so_once_and_to_those_who_ask_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: dict[str, int]
) -> None:
    with Journal(tmp_path) as journal, capture_logs() as logs:
        served = Served(tmp_path, journal, **room)
        for _ in range(2):
            await served.rendering.render(served.run)
        assert [line["run"] for line in logs] == [served.run]
        assert (served.rendered, served.why) == ([], "room")
    monkeypatch.setattr(run_reader, "RULES", RULES + 1)
    with pytest.raises(UnplayableRunError, match="and no room was left to keep its pictures"):
        playback_of(tmp_path, served.run, REPERTOIRE, None)


async def test_nothing_is_rendered_while_the_disk_is_low(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal, capture_logs():
        served = Served(tmp_path, journal)
        served.registry.capacity.disk = DiskUsage(0, 0, 1)
        await served.rendering.render(served.run)
        assert served.why == "room"


async def test_nothing_waits_where_nothing_may_be_rendered(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        served = Served(tmp_path, journal, most_bytes=0)
        async with served.rendering.rendering():
            journal.on_kept(served.run)
            for _ in range(10):
                await let_others_go_on()
            assert not served.rendering.is_busy
        assert (served.rendered, served.registry.renders.waiting) == ([], 0)


@pytest.mark.parametrize("question", ["_left", "_state"])
async def test_a_run_is_rendered_although_the_store_could_not_be_read_at_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, question: str
) -> None:
    whole, asked = getattr(rendering, question), []

    def fail_once(*words: object) -> object:
        asked.append(words)
        if len(asked) == 1:
            raise StoreFaultError("the disk is gone")
        return whole(*words)

    monkeypatch.setattr(rendering, question, fail_once)
    with Journal(tmp_path) as journal:
        served = Served(tmp_path, journal)
        async with served.rendering.rendering():
            await until(lambda: bool(served.rendered))


async def test_a_run_that_was_deleted_meanwhile_is_passed_over(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal, capture_logs() as logs:
        served = Served(tmp_path, journal)
        write(tmp_path, Deleted(served.run))
        await served.rendering.render(served.run)
        assert logs == []


async def test_older_runs_wait_for_those_who_come_back_after_a_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rendering, "OLDER_AFTER_SECONDS", 1000.0)
    with Journal(tmp_path) as journal:
        served = Served(tmp_path, journal)
        async with served.rendering.rendering():
            for _ in range(10):
                await let_others_go_on()
            assert not served.rendering.is_busy
            journal.on_kept(served.run)
            await until(lambda: bool(served.rendered))


async def test_of_several_workers_the_first_alone_renders_what_an_earlier_server_left(
    tmp_path: Path,
) -> None:
    with Journal(tmp_path) as journal:
        served = Served(tmp_path, journal)
        other = Rendering(tmp_path, served.registry, journal, is_first=lambda: False)
        async with other.rendering():
            for _ in range(10):
                await let_others_go_on()
            assert not other.is_busy
            journal.on_kept(served.run)
            await until(lambda: bool(served.rendered))


def test_a_run_waits_once_and_too_many_do_not_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rendering, "MOST_WAITING", 2)
    with Journal(tmp_path) as journal:
        served = Served(tmp_path, journal)
        for run in ("a", "a", "b", "c"):
            served.rendering.want(run)
        assert served.registry.renders.waiting == 2


def test_snapshots_and_ends_that_are_durable_are_told(tmp_path: Path) -> None:
    host, told = Host(tmp_path), list[str]()
    host.journal.on_kept = told.append
    host.play(10)
    host.keep()
    host.session.close("over")
    host.stop()
    while not host.calls.empty():
        host.calls.get()()
    assert told == [host.name] * 2
