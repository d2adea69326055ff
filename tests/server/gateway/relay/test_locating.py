"""Which node carries out a message that names a session."""

from collections.abc import Callable
from typing import TypeVar, cast

import pytest

from support.sessions.fake_server import FakeServer
from support.sessions.made_sessions import make_session
from undertide_server.cluster.directory import ClusterDirectory
from undertide_server.cluster.lobby import ClusterLobby, LobbyLines
from undertide_server.gateway.relay.errors import MisledError
from undertide_server.gateway.relay.locating import Locator
from undertide_server.sessions.model.identity import Identity
from undertide_server.store.ownership import NOBODY, Owned, OwnedSession, Ownership
from undertide_shared.messages import Join, Watch

T = TypeVar("T")
STRANGER = (1, Identity("", "192.0.2.1"))


class Store:
    """A store that has one run, with an owner."""

    def __init__(self, owner: str) -> None:
        self._owned = Owned("r1", "abcde", owner, 1)

    async def call(self, ask: Callable[[Ownership], T]) -> T:
        return ask(cast(Ownership, self))

    def find_session(self, session: str) -> OwnedSession | None:
        return OwnedSession(self._owned, b"") if session == "abcde" else None


class Here:
    """The node n1."""

    def __init__(self, owner: str) -> None:
        self.server = FakeServer()
        registry = self.server.registry
        lines = LobbyLines(registry, self.server.wall)
        directory = ClusterDirectory("n1", registry, lines, Store(owner))
        self.locator = Locator(registry, directory, ClusterLobby(registry, lines, directory.remote))


async def test_it_is_the_owner_that_the_store_names() -> None:
    assert await Here("n2").locator.node_of(Join("abcde", "Ann"), *STRANGER) == "n2"


async def test_a_run_that_rests_is_brought_back_here() -> None:
    assert await Here(NOBODY).locator.node_of(Watch("abcde", "Ann"), *STRANGER) == "n1"


async def test_a_session_that_nobody_has_is_unknown_here() -> None:
    assert await Here("n2").locator.node_of(Join("other", "Ann"), *STRANGER) == "n1"


async def test_a_run_that_was_claimed_is_not_here_before_it_is_brought_back() -> None:
    here = Here("n1")
    with pytest.raises(MisledError):
        await here.locator.node_of(Join("abcde", "Ann"), *STRANGER)
    session = make_session(here.server.registry, "", None, 0.0)
    assert await here.locator.node_of(Join(session.id, "Ann"), *STRANGER) == "n1"
