"""What people may see of runs whose sessions are on another node."""

from dataclasses import dataclass, field
from typing import cast

import pytest

from support.cluster.direct_links import DirectLinks, nodes_of_one_process
from support.sessions.fake_server import FakeServer
from support.sessions.made_sessions import make_session
from undertide_server.cluster.directory import ClusterDirectory, DirectoryBusyError
from undertide_server.cluster.lobby import RemoteSession
from undertide_server.cluster.look_back import LookBack
from undertide_server.sessions.disclosure import Disclosure
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.session import Session
from undertide_server.store.leases import LobbyLine
from undertide_shared.messages import Access, Options

ANN = Identity("Ann", "192.0.2.1")


@dataclass
class KnownRuns:
    """The directory of a node, which knows the sessions of others."""

    node: str
    owners: dict[str, str] = field(default_factory=dict)
    """Nodes by run."""
    stored: dict[str, str] = field(default_factory=dict)
    """Runs by session, as the store has them."""
    remote: dict[str, RemoteSession] = field(default_factory=dict)
    is_busy: bool = False

    async def find_run(self, run: str) -> str | None:
        if self.is_busy:
            raise DirectoryBusyError
        return self.owners.get(run)

    async def find_run_of(self, said: str, _identity: Identity) -> str | None:
        if self.is_busy:
            raise DirectoryBusyError
        return self.stored.get(said)

    def known_owner_of_run(self, run: str) -> str | None:
        return self.owners.get(run)


@dataclass
class Nodes:
    """Two nodes: this one looks back at a run whose session is on the other one."""

    look_back: LookBack
    directory: KnownRuns
    links: DirectLinks
    """Those of the other node."""
    session: Session
    here: Registry
    there: Registry

    @property
    def run(self) -> str:
        return self.session.config.run


def nodes_with(access: Access = "public") -> Nodes:
    """Return two nodes, the other one with a session."""
    nodes = nodes_of_one_process(["w1", "w2"])
    here, there = FakeServer(), FakeServer(first_token=100)
    session = make_session(there.registry, "", None, 0.0, Options(access))
    directory = KnownRuns("w1", {session.config.run: "w2"})
    line = LobbyLine(session.id, session.config.run, 0, b"")
    directory.remote[session.id] = RemoteSession(line, "w2", session.disclosure.info(), 0)
    look_back = LookBack(here.registry)
    look_back.join(nodes["w1"][0], cast("ClusterDirectory", directory))
    LookBack(there.registry).join(nodes["w2"][0], cast("ClusterDirectory", KnownRuns("w2")))
    return Nodes(look_back, directory, nodes["w2"][1], session, here.registry, there.registry)


async def refusal(nodes: Nodes, said: str) -> str:
    """Return the code with which a look at the run is refused; empty if it isn't."""
    try:
        await nodes.look_back.check(nodes.run, said, 1, ANN)
    except RequestRefusedError as refused:
        return refused.code
    return ""


async def test_the_session_of_another_node_decides_who_looks_back() -> None:
    nodes = nodes_with("invited")
    assert await refusal(nodes, nodes.run) == "unknown_session"
    invite = nodes.session.policy.invite
    assert invite
    assert await refusal(nodes, invite) == ""
    assert await refusal(nodes_with(), nodes.session.id) == ""


async def test_who_can_not_be_asked_lets_nobody_look_back() -> None:
    nodes = nodes_with()
    nodes.links.silent = True
    assert await refusal(nodes, nodes.run) == "server_full"
    nodes.links.silent, nodes.directory.is_busy = False, True
    assert await refusal(nodes, nodes.run) == "server_full"


async def test_a_run_that_nobody_plays_is_for_everybody() -> None:
    nodes = nodes_with("invited")
    nodes.directory.owners.clear()
    assert await refusal(nodes, nodes.run) == ""


async def test_replays_go_as_far_as_the_node_of_the_session_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    nodes = nodes_with()
    monkeypatch.setattr(Disclosure, "watchable", lambda _disclosure, _now: 7)
    assert await nodes.look_back.reaches(["another", nodes.run]) == [None, 7]


async def test_a_node_that_lost_a_run_keeps_what_spectators_have_not_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    nodes = nodes_with()
    nodes.directory.owners[nodes.run] = "w1"
    steps = {id(nodes.here): 9, id(nodes.there): 4}
    monkeypatch.setattr(Registry, "watchable", lambda registry, _run, _now: steps[id(registry)])
    assert await nodes.look_back.reaches([nodes.run]) == [4]
    steps[id(nodes.here)] = 3
    assert await nodes.look_back.reaches([nodes.run]) == [3]


async def test_nothing_is_shown_of_a_run_whose_node_gives_no_answer() -> None:
    nodes = nodes_with()
    nodes.links.silent = True
    assert await nodes.look_back.reaches(["another", nodes.run]) == [None, 0]


async def test_sessions_of_other_nodes_are_known_by_their_ids() -> None:
    nodes = nodes_with()
    assert await nodes.look_back.run_of(nodes.session.id, 1, ANN) == nodes.run
    assert await nodes.look_back.run_of("another", 1, ANN) == "another"
    assert nodes.look_back.public_info(nodes.session.id) == nodes.session.disclosure.info()
    private = nodes_with("unlisted")
    assert private.look_back.public_info(private.session.id) is None


async def test_the_store_is_asked_for_a_session_that_no_news_told_of_yet() -> None:
    nodes = nodes_with()
    nodes.directory.stored["new"] = "the run"
    assert await nodes.look_back.run_of("new", 1, ANN) == "the run"
    nodes.directory.is_busy = True
    with pytest.raises(RequestRefusedError, match="try again"):
        await nodes.look_back.run_of("new", 1, ANN)


async def test_a_server_without_other_nodes_asks_itself() -> None:
    server = FakeServer()
    session = make_session(server.registry, "", None, 0.0, Options("invited"))
    look_back = LookBack(server.registry)
    run = session.config.run
    with pytest.raises(RequestRefusedError):
        await look_back.check(run, run, 1, ANN)
    assert await look_back.reaches([run, "another"]) == [0, None]
    assert await look_back.run_of(session.id, 1, ANN) == session.id, "strangers learn nothing"
    assert await look_back.run_of(session.policy.invite, 1, ANN) == run
