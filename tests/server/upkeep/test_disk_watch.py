"""The disk is measured, and running short of it is told once each way."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from structlog.testing import capture_logs

from support.sessions.durable_host import Host
from support.sessions.made_sessions import make_session
from undertide_server.content.load import load_settings
from undertide_server.content.settings.settings import ServerSettings
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.registry import Registry
from undertide_server.store.run_list import RunList
from undertide_server.upkeep.disk_watch import DiskWatch


class Disk(NamedTuple):
    total: int
    used: int
    free: int


def settings(**storage: int) -> ServerSettings:
    shipped = load_settings()
    return shipped.model_copy(update={"storage": shipped.storage.model_copy(update=storage)})


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    made = Host(tmp_path)
    yield made
    made.stop()


async def test_it_measures_what_is_kept_and_what_is_free(
    host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Disk(100, 40, 60))
    assert not host.registry.capacity.is_disk_low, "nobody has looked yet"
    await DiskWatch(tmp_path, host.registry).look()
    with RunList(tmp_path) as runs:
        assert host.registry.capacity.disk.kept <= runs.space().kept
    assert host.registry.capacity.disk.kept > 0
    assert host.registry.capacity.disk.free == 60


async def test_a_disk_that_is_nearly_full_is_told_once_and_once_when_it_is_not(
    host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host.registry.apply_settings(settings(warn_free_bytes=1000))
    watch = DiskWatch(tmp_path, host.registry)
    with capture_logs() as logs:
        for free in (5000, 999, 500, 1000, 2000):
            monkeypatch.setattr(shutil, "disk_usage", lambda _, free=free: Disk(1, 1, free))
            await watch.look()
    told = [(line["log_level"], line["event"], line["free"]) for line in logs]
    assert told == [
        ("warning", "disk is nearly full", 999),
        ("info", "disk has room again", 1000),
    ]


async def test_of_several_workers_all_measure_the_disk_and_the_first_alone_tells_of_it(
    host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host.registry.apply_settings(settings(warn_free_bytes=1000))
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Disk(1, 1, 999))
    with capture_logs() as logs:
        await DiskWatch(tmp_path, host.registry, is_first=lambda: False).look()
    assert host.registry.capacity.is_disk_low
    assert logs == []


async def test_beyond_the_quota_nobody_makes_a_session_and_those_there_go_on(
    host: Host, tmp_path: Path
) -> None:
    watch = DiskWatch(tmp_path, host.registry)
    with capture_logs() as logs:
        host.registry.apply_settings(settings(most_bytes=1))
        await watch.look()
        with pytest.raises(RequestRefusedError, match="keeps as many runs as it may") as refused:
            make_session(host.registry, "default", "real", 0.0)
        assert refused.value.code == "server_full"
        joined(host.registry)
        host.registry.apply_settings(settings(most_bytes=10**9))
        await watch.look()
        assert not host.registry.capacity.keeps_most
    assert [line["log_level"] for line in logs if "new session" in line["event"]] == [
        "warning",
        "info",
    ]


def joined(registry: Registry) -> None:
    """Take a seat wherever there is one."""
    session = registry.open_sessions.find_to_join()
    session.join(2, "Ben", b"", 0.0)
