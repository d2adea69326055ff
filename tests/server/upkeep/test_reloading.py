import asyncio
import logging
import threading
from collections.abc import Iterator

import pytest
from structlog.testing import capture_logs

from undertide_server.content.load import load_settings
from undertide_server.content.schema.errors import ContentError
from undertide_server.content.schema.faults import Fault
from undertide_server.content.settings.settings import ServerSettings
from undertide_server.gateway.edge.errors import BadCertificateError
from undertide_server.process.notify import Notifier
from undertide_server.upkeep.reloading import Reloader

SHIPPED = load_settings()


@pytest.fixture(autouse=True)
def levels_as_they_were() -> Iterator[None]:
    names = ("", "websockets", "asyncio")
    levels = {name: logging.getLogger(name).level for name in names}
    yield
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


class Server:
    """Notes what it is to go by; with a bad certificate it goes by nothing."""

    address = "ws://here:1"

    def __init__(self) -> None:
        self.settings = SHIPPED
        self.bad_certificate = False

    def apply_settings(self, settings: ServerSettings) -> None:
        if self.bad_certificate:
            raise BadCertificateError("a.pem", "is no certificate")
        self.settings = settings


class Manager(Notifier):
    """Notes what it is told."""

    def __init__(self) -> None:
        super().__init__({})
        self.told: list[str] = []
        self.loop = asyncio.get_running_loop()
        self.is_told = asyncio.Event()
        """Set when the server serves again."""

    def ready(self, status: str) -> None:
        self.told.append(f"ready {status}")
        self.loop.call_soon_threadsafe(self.is_told.set)

    def reloading(self) -> None:
        self.told.append("reloading")


class File:
    """The settings as a host's file has them: they can be faulty, or fail in an unforeseen way."""

    def __init__(self) -> None:
        self.settings = SHIPPED
        self.fault: Exception | None = None

    def read(self) -> ServerSettings:
        if self.fault is not None:
            raise self.fault
        return self.settings

    def change(self, **server: object) -> None:
        """Change some of `[server]`."""
        changed = self.settings.server.model_copy(update=server)
        self.settings = self.settings.model_copy(update={"server": changed})


class Scene:
    """A server, its file and its manager."""

    def __init__(self) -> None:
        self.file, self.server, self.manager = File(), Server(), Manager()
        self.reloader = Reloader(self.file.read, SHIPPED, self.server, self.manager)


async def test_what_may_change_is_taken_up_and_named() -> None:
    scene = Scene()
    scene.file.change(name="Ann's")
    with capture_logs() as events:
        await scene.reloader.reload()
    assert scene.server.settings.server.name == "Ann's"
    assert events == [
        {"event": "settings taken up", "keys": "server.name", "log_level": "info"},
    ]


async def test_what_waits_for_the_next_start_is_named_each_time_and_not_taken_up() -> None:
    scene = Scene()
    scene.file.change(port=1)
    for _ in range(2):
        with capture_logs() as events:
            await scene.reloader.reload()
        assert scene.server.settings.server.port == SHIPPED.server.port
        assert [event["keys"] for event in events] == ["", "server.port"]


async def test_one_fault_keeps_everything_as_it_was_and_each_is_told() -> None:
    scene = Scene()
    scene.file.fault = ContentError(
        [Fault("server.toml", "server.prot", "no such key"), Fault("server.toml", "pace", "what?")]
    )
    with capture_logs() as events:
        await scene.reloader.reload()
    assert scene.server.settings is SHIPPED
    assert [(event["event"], event["key"], event["reason"]) for event in events] == [
        ("setting refused", "pace", "what?"),
        ("setting refused", "server.prot", "no such key"),
    ]


async def test_a_bad_certificate_keeps_everything_as_it_was() -> None:
    scene = Scene()
    scene.file.change(name="Ann's")
    scene.server.bad_certificate = True
    with capture_logs() as events:
        await scene.reloader.reload()
    assert scene.server.settings is SHIPPED
    assert [(event["event"], event["file"]) for event in events] == [("setting refused", "a.pem")]
    scene.server.bad_certificate = False
    with capture_logs() as events:
        await scene.reloader.reload()
    assert events[0]["keys"] == "server.name"


async def test_another_log_level_holds_at_once() -> None:
    scene = Scene()
    operations = SHIPPED.operations.model_copy(update={"log_level": "error"})
    scene.file.settings = SHIPPED.model_copy(update={"operations": operations})
    await scene.reloader.reload()
    assert logging.getLogger().level == logging.ERROR


async def hung_up(scene: Scene, hangup: asyncio.Event) -> None:
    """Hang up, and wait until the settings were read again."""
    scene.manager.is_told.clear()
    hangup.set()
    await scene.manager.is_told.wait()


async def test_the_manager_is_told_before_and_after() -> None:
    scene, hangup = Scene(), asyncio.Event()
    async with scene.reloader.reloading(hangup):
        await hung_up(scene, hangup)
    assert scene.manager.told == ["reloading", "ready ws://here:1"]


async def test_a_fault_that_nobody_foresaw_ends_nothing() -> None:
    scene, hangup = Scene(), asyncio.Event()
    async with scene.reloader.reloading(hangup):
        scene.file.fault = RuntimeError("what?")
        with capture_logs() as events:
            await hung_up(scene, hangup)
        assert [event["event"] for event in events] == ["settings could not be read"]
        scene.file.fault = None
        scene.file.change(name="Ann's")
        await hung_up(scene, hangup)
    assert scene.server.settings.server.name == "Ann's"


@pytest.mark.parametrize("what", ["disk", "manager"])
async def test_what_stalls_stops_nobody(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    scene, hangup, begun, ends = Scene(), asyncio.Event(), asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def stall() -> ServerSettings:
        loop.call_soon_threadsafe(begun.set)
        ends.wait()
        return SHIPPED

    if what == "disk":
        scene.reloader = Reloader(stall, SHIPPED, scene.server, scene.manager)
    else:
        monkeypatch.setattr(scene.manager, "reloading", stall)
    async with scene.reloader.reloading(hangup):
        hangup.set()
        await begun.wait()  # the loop goes on
        ends.set()
        await scene.manager.is_told.wait()
