"""Full collections come when nobody plays, or when memory has grown."""

import gc
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from support.processes.waiting import until
from support.sessions.fake_server import FakeServer
from support.sessions.made_sessions import make_session
from undertide_server.gateway.edge.counters import Counters
from undertide_server.upkeep import collecting as module
from undertide_server.upkeep.collecting import (
    LEAST_YOUNG,
    MOST_GROWTH,
    NEVER,
    SESSION_BYTES,
    Collector,
    collecting,
)

USUAL = (700, 10, 10)
"""When Python collects by itself, unless it is told otherwise."""


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    before = gc.get_threshold()
    gc.set_threshold(*USUAL)
    yield
    gc.set_threshold(*before)


@dataclass
class Process:
    """A server whose memory is what a test says."""

    resident: int = 100 * 2**20
    counters: Counters = field(default_factory=Counters)
    server: FakeServer = field(default_factory=FakeServer)

    def __post_init__(self) -> None:
        self.collector = Collector(self.counters, self.server.registry, lambda: self.resident)

    def play(self) -> None:
        """Let a session beat."""
        self.counters.beats.observe(0.001)

    def collects(self, young: int = LEAST_YOUNG) -> bool:
        """Look, and return whether that was a full collection."""
        before = self.counters.full_collections.count
        self.collector.look(young)
        return self.counters.full_collections.count > before


def test_nothing_is_collected_while_people_play() -> None:
    process = Process()
    for _ in range(100):
        process.play()
        process.resident += MOST_GROWTH // 200
        assert not process.collects(young=1000)


def test_a_time_without_a_beat_is_used() -> None:
    process = Process()
    process.play()
    assert not process.collects()
    assert process.collects()


def test_too_few_young_collections_are_not_worth_a_full_one() -> None:
    process = Process()
    assert not process.collects(young=LEAST_YOUNG - 1)


def test_growth_is_bounded_even_while_people_play() -> None:
    process = Process()
    for _ in range(3):
        process.play()
        process.resident += MOST_GROWTH - 1
        assert not process.collects(young=0)
        process.play()
        process.resident += 1
        assert process.collects(young=0), "growth counts from the last collection"


def test_memory_of_new_sessions_is_no_reason_to_collect() -> None:
    process = Process()
    make_session(process.server.registry, "", None, 0.0)
    process.play()
    process.resident += MOST_GROWTH + SESSION_BYTES - 1
    assert not process.collects()
    process.play()
    process.resident += 1
    assert process.collects()


def test_memory_that_is_not_told_never_grows() -> None:
    process = Process(resident=0)
    process.play()
    assert not process.collects()


async def test_python_s_own_full_collections_are_off_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "resident_bytes", lambda: 1)
    async with collecting(Counters(), FakeServer().registry):
        assert gc.get_threshold() == (*USUAL[:2], NEVER)
        assert gc.isenabled()
    assert gc.get_threshold() == USUAL


async def test_where_memory_is_not_told_python_goes_on_by_its_own_rule(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "resident_bytes", lambda: 0)
    async with collecting(Counters(), FakeServer().registry):
        assert gc.get_threshold() == USUAL


async def test_it_looks_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOK_SECONDS", 0.0)
    counters = Counters()
    async with collecting(counters, FakeServer().registry):
        for times in range(2):
            for _ in range(LEAST_YOUNG):
                gc.collect(1)
            await until(lambda: counters.full_collections.count > times)  # noqa: B023
