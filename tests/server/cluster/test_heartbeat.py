"""The thread that renews the lease of a node."""

from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue

import pytest

from support.processes.waiting import LONGEST
from undertide_server.cluster.heartbeat import Heartbeat
from undertide_server.cluster.lease_keeper import LeaseKeeper, Renewal
from undertide_server.store.leases import Node
from undertide_server.store.ownership import Ownership, opened_ownership


class Loop:
    """Makes the calls of a heartbeat one by one."""

    def __init__(self) -> None:
        self.calls: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self.renewals: list[Renewal] = []
        self.faults: list[Exception] = []

    def heartbeat(self, ownership: Ownership, renew_seconds: float) -> Heartbeat:
        keeper = LeaseKeeper(ownership, Node("a-1", "", b"", 1, "1"))
        keeper.register()
        return Heartbeat(
            keeper, self.calls.put, self.renewals.append, self.faults.append, renew_seconds
        )

    def call_next(self) -> None:
        self.calls.get(timeout=LONGEST)()


def test_it_renews_until_it_is_stopped(tmp_path: Path) -> None:
    loop = Loop()
    with opened_ownership(tmp_path) as ownership:
        heartbeat = loop.heartbeat(ownership, 0.0)
        heartbeat.start()
        for _ in range(3):
            loop.call_next()
        heartbeat.stop()
        assert not heartbeat.is_running
    for renewal in loop.renewals:
        assert renewal.news is not None
        assert [each.id for each in renewal.news.nodes] == ["a-1"]


def test_it_stops_at_once_between_two_renewals(tmp_path: Path) -> None:
    loop = Loop()
    with opened_ownership(tmp_path) as ownership:
        heartbeat = loop.heartbeat(ownership, 3600.0)
        heartbeat.start()
        loop.call_next()
        heartbeat.stop()
        assert not heartbeat.is_running


def test_a_fault_of_the_program_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_down(*_: object) -> None:
        raise KeyError("a bug")

    loop = Loop()
    with opened_ownership(tmp_path) as ownership:
        heartbeat = loop.heartbeat(ownership, 0.0)
        monkeypatch.setattr(ownership, "renew", break_down)
        heartbeat.start()
        loop.call_next()
        heartbeat.stop()
    assert [str(fault) for fault in loop.faults] == ["'a bug'"]
