"""Nodes over one store: they read of each other, and link up."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TypeVar

import pytest

from support.cluster.linked_nodes import NotedHandler
from support.sessions.fake_server import FakeServer
from support.sessions.made_sessions import make_session
from undertide_server.cluster.joined_node import JoinedNode
from undertide_server.cluster.lease_keeper import Beat, LeaseKeeper
from undertide_server.cluster.links.messages import MemberGone
from undertide_server.store.ownership import LobbyLine, Node, Ownership, opened_ownership

T = TypeVar("T")


class NotedKeeper(LeaseKeeper):
    """A keeper of a lease that tells when it has lobby lines to write."""

    def __init__(self, ownership: Ownership, node: Node) -> None:
        super().__init__(ownership, node)
        self.has_lines = asyncio.Event()

    def list_lines(self, lines: Sequence[LobbyLine]) -> None:
        super().list_lines(lines)
        self.has_lines.set()


class Joined:
    """One node of a store, which renews its lease when a test says so."""

    def __init__(self, folder: Path, name: str, ownership: Ownership, first_token: int) -> None:
        self.ownership = ownership
        self.server = FakeServer(first_token=first_token)
        node = Node(name, str(folder / name), name.encode() * 16, rules=1, version="1")
        self.keeper = NotedKeeper(ownership, node)
        self.keeper.register()
        self.node = JoinedNode(self.keeper, self.server.registry, self, 2, self.server.wall)
        self.parts = self.node.parts
        self.handler = NotedHandler()

    async def call(self, ask: Callable[[Ownership], T]) -> T:
        return ask(self.ownership)

    def renew(self) -> Beat:
        beat = self.keeper.beat()
        self.node.note(beat)
        return beat


@pytest.fixture
def folder() -> Iterator[Path]:
    # A socket's path has at most some 100 characters, so it can't be pytest's.
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


@pytest.fixture
async def nodes(folder: Path) -> AsyncIterator[tuple[Joined, Joined]]:
    with ExitStack() as stack:
        opened = [stack.enter_context(opened_ownership(folder)) for _ in range(2)]
        yield Joined(folder, "n1", opened[0], 1), Joined(folder, "n2", opened[1], 2**64)


async def test_sessions_of_one_node_stand_in_the_lobby_of_the_other(
    nodes: tuple[Joined, Joined],
) -> None:
    north, south = nodes
    session = make_session(north.server.registry, "", None, 0.0)
    async with north.node.serving(north.handler), south.node.serving(south.handler):
        await north.keeper.has_lines.wait()
        north.renew()
        south.renew()
        assert south.parts.lobby.infos() == [session.info()]
        assert await south.parts.directory.find_session(session.id) == "n1"
        assert north.parts.directory.is_first
        assert not south.parts.directory.is_first
        link = south.parts.links.to("n1")
        assert link is not None
        link.send(MemberGone(1))
        await north.handler.until(lambda: north.handler.from_fronts)


async def test_a_node_tells_its_load_and_its_room(nodes: tuple[Joined, Joined]) -> None:
    north, south = nodes
    make_session(north.server.registry, "", None, 0.0).join(1, "Ann", b"", 0.0)
    async with north.node.serving(north.handler):
        await north.keeper.has_lines.wait()
        north.renew()
    south.renew()
    (told,) = south.parts.directory.others
    assert (told.load.sessions, told.load.players) == (1, 1)
    assert south.parts.directory.least_loaded() == "n2"
    assert north.parts.directory.least_loaded() == "n2"


async def test_a_node_that_lost_its_lease_goes_on_under_another_id(
    nodes: tuple[Joined, Joined],
) -> None:
    north, south = nodes
    async with north.node.serving(north.handler), south.node.serving(south.handler):
        south.renew()
        link = south.parts.links.to("n1")
        assert link is not None
        link.send(MemberGone(1))
        await north.handler.until(lambda: north.handler.from_fronts)
        south.ownership.remove("n1")
        lost = north.renew().lost
        assert lost is not None
        assert north.parts.directory.node == north.parts.links.node == lost.id != "n1"
        await south.handler.until(lambda: south.handler.lost)
        north.renew()
        south.renew()
        assert [status.id for status in south.parts.directory.others] == [lost.id]
        assert south.parts.links.to("n1") is None
        assert south.parts.links.to(lost.id) is not None


async def test_a_node_that_has_left_loses_its_links(nodes: tuple[Joined, Joined]) -> None:
    north, south = nodes
    async with north.node.serving(north.handler), south.node.serving(south.handler):
        south.renew()
        link = south.parts.links.to("n1")
        assert link is not None
        link.send(MemberGone(1))
        await north.handler.until(lambda: north.handler.from_fronts)
        north.keeper.end()
        south.renew()
        assert south.handler.lost == [("n1", "the node has left")]
        await north.handler.until(lambda: north.handler.lost)
