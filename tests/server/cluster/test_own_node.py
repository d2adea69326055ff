"""This process as a node of its folder: entered, renewed, and removed at its end."""

import asyncio
from pathlib import Path

import pytest

from support.sessions.fake_server import FakeServer
from support.sessions.kept_runs import header
from support.sessions.made_sessions import make_session
from undertide_server.cluster.lease_keeper import Renewal
from undertide_server.cluster.own_node import LeaseWatch, entered
from undertide_server.store.fencing import Fence
from undertide_server.store.journal import MemoryJournal
from undertide_server.store.leases import ClusterNews, Node
from undertide_server.store.ownership import RunClaim, opened_ownership
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Begun

NEWS = ClusterNews(nodes=(), runs={}, owned=frozenset(), lobby={})
ANOTHER = Node("w1-2", "", b"", 1, "1")
A, B = (Node(f"{name}-1", "", b"", 1, "1") for name in "ab")


class Journal(MemoryJournal):
    """A journal that notes which runs the store is asked about, and who writes it."""

    def __init__(self) -> None:
        super().__init__()
        self.acts: list[str] = []

    def check(self, run: str, step: int) -> None:  # noqa: ARG002
        self.acts.append(f"check {step}")

    def begin_anew(self, node: str) -> None:
        self.acts.append(node)


@pytest.fixture
def journal() -> Journal:
    return Journal()


@pytest.fixture
def watch(journal: Journal) -> LeaseWatch:
    host = FakeServer(None, None, journal)
    make_session(host.registry, "default", "real", 0.0)
    return LeaseWatch(host.registry, journal)


def test_news_and_claims_go_on_to_the_parts_of_the_node(
    watch: LeaseWatch, journal: Journal
) -> None:
    heard: list[object] = []
    watch.on_news = watch.on_claims = heard.append
    claims = [RunClaim("r1", "s1", 2, "w2-1")]
    watch.handle_renewal(Renewal(NEWS, claims))
    watch.handle_renewal(Renewal(NEWS))
    watch.handle_renewal(Renewal(fault="the disk is gone"))
    assert heard == [NEWS, claims, NEWS]
    assert journal.acts == []


def test_when_the_lease_is_lost_the_store_is_asked_about_all_runs_before_they_are_dropped(
    watch: LeaseWatch, journal: Journal
) -> None:
    watch.on_lost = lambda node: journal.acts.append(f"drop all for {node.id}")
    watch.handle_renewal(Renewal(lost=ANOTHER))
    assert journal.acts == ["check 0", "w1-2", "drop all for w1-2"]


def test_a_node_that_was_cut_off_drops_its_runs_before_its_clients_go(
    watch: LeaseWatch, journal: Journal
) -> None:
    watch.on_lost = lambda node: journal.acts.append(f"drop all for {node.id}")
    watch.on_cut_off = lambda: journal.acts.append("send all elsewhere")
    watch.handle_renewal(Renewal(lost=ANOTHER, is_cut_off=True))
    assert journal.acts[-2:] == ["drop all for w1-2", "send all elsewhere"]
    watch.handle_renewal(Renewal(lost=ANOTHER))
    assert journal.acts[-1] == "drop all for w1-2"


def test_when_the_store_went_back_it_is_asked_about_all_runs(
    watch: LeaseWatch, journal: Journal
) -> None:
    watch.handle_renewal(Renewal(ClusterNews((), {}, frozenset(), {}, went_back=True)))
    assert journal.acts == ["check 0"]


def owners(folder: Path) -> list[str]:
    with opened_ownership(folder) as ownership:
        return [each.node for each in ownership.owned()]


async def test_a_node_is_in_the_store_and_hears_of_its_renewals_until_it_ends(
    tmp_path: Path,
) -> None:
    faults: list[Exception] = []
    renewals: asyncio.Queue[Renewal] = asyncio.Queue()
    with entered(tmp_path, A, faults.append, is_first=True) as own:
        own.on_renewal = renewals.put_nowait
        renewal = await renewals.get()
        assert renewal.news is not None
        assert [each.id for each in renewal.news.nodes] == [own.id] == ["a-1"]
        with opened_ownership(tmp_path) as ownership:
            assert [each.id for each in ownership.nodes()] == ["a-1"]
    with opened_ownership(tmp_path) as ownership:
        assert ownership.nodes() == ()
    assert faults == []


async def test_only_the_first_node_takes_the_runs_from_all_others(tmp_path: Path) -> None:
    faults: list[Exception] = []
    writer = Writer(tmp_path)
    writer.apply([Begun(header(), fence=Fence("crashed"))])
    writer.close()
    with entered(tmp_path, B, faults.append, is_first=False):
        assert owners(tmp_path) == ["crashed"]
    with entered(tmp_path, A, faults.append, is_first=True):
        assert owners(tmp_path) == []
