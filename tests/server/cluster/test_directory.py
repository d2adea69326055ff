"""What a node knows of the others, from its news and from the store."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast

import pytest

from support.cluster.stored_nodes import news_of, node_status, session_line
from support.sessions.fake_server import FakeServer
from support.sessions.made_sessions import make_session
from undertide_server.cluster.directory import MOST_LOOKUPS, ClusterDirectory, DirectoryBusyError
from undertide_server.cluster.lease_keeper import LeaseKeeper
from undertide_server.cluster.links.address import NodeAddress
from undertide_server.cluster.lobby import LobbyLines
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.model.seats import digest
from undertide_server.sessions.model.settings import SessionSettings, encode_settings
from undertide_server.sessions.moderation.door import door_of
from undertide_server.sessions.session import Session
from undertide_server.simulation.version import RULES
from undertide_server.store.errors import StoreError
from undertide_server.store.leases import Load, Node
from undertide_server.store.ownership import (
    NOBODY,
    Owned,
    OwnedSession,
    Ownership,
    opened_ownership,
)
from undertide_shared.codes import code_of

T = TypeVar("T")
STRANGER = (1, Identity("", "192.0.2.1"))


class Owners:
    """The owners in a store. While it `waits`, nothing is answered."""

    def __init__(self) -> None:
        self.owned: list[Owned] = []
        self.asked: list[str] = []
        self.settled = b""
        """The settings of every session."""
        self.tokens: list[bytes] = []
        """The digests of tokens of every run."""
        self.waits: asyncio.Event | None = None
        self.fault: Exception | None = None

    async def call(self, ask: Callable[[Ownership], T]) -> T:
        if self.waits is not None:
            await self.waits.wait()
        return ask(cast(Ownership, self))

    def find_session(self, session: str) -> OwnedSession | None:
        named = [each for each in self.owned if each.session == session]
        found = self._find(session, named)
        return None if found is None else OwnedSession(found, self.settled)

    def token_digests(self, run: str) -> list[bytes]:
        self.asked.append(f"tokens of {run}")
        return self.tokens if run else []

    def owner_of_run(self, run: str) -> Owned | None:
        return self._find(run, [each for each in self.owned if each.run == run])

    def _find(self, name: str, found: list[Owned]) -> Owned | None:
        self.asked.append(name)
        if self.fault is not None:
            raise self.fault
        return found[0] if found else None


class Here:
    """The node n2."""

    def __init__(self) -> None:
        self.server = FakeServer()
        self.owners = Owners()
        lines = LobbyLines(self.server.registry, self.server.wall)
        self.directory = ClusterDirectory("n2", self.server.registry, lines, self.owners)

    def make_session(self) -> Session:
        return make_session(self.server.registry, "", None, 0.0)


class TestOwners:
    async def test_this_nodes_own_sessions_need_no_news(self) -> None:
        here = Here()
        session = here.make_session()
        assert await here.directory.find_session(session.id, *STRANGER) == "n2"
        assert await here.directory.find_session(code_of(session.id, "secret"), *STRANGER) == "n2"
        assert await here.directory.find_run(session.config.run) == "n2"
        assert here.owners.asked == []

    async def test_the_lines_of_other_nodes_tell_theirs(self) -> None:
        here = Here()
        here.directory.note_news(news_of(["n1", "n2"], {"n1": [session_line("abc")]}))
        assert await here.directory.find_session("abc", *STRANGER) == "n1"
        assert await here.directory.find_session(code_of("abc", "secret"), *STRANGER) == "n1"
        assert await here.directory.find_run("run of abc") == "n1"
        assert here.owners.asked == []

    async def test_the_store_is_asked_about_all_others(self) -> None:
        here = Here()
        here.owners.owned = [Owned("r1", "new", "n3", 1), Owned("r2", "old", NOBODY, 4)]
        assert await here.directory.find_session(code_of("new", "secret"), *STRANGER) == "n3"
        assert await here.directory.find_run("r2") == NOBODY
        assert await here.directory.find_session("none", *STRANGER) is None
        assert here.owners.asked == ["new", "r2", "none"]

    async def test_a_run_that_rests_can_be_brought_back_here(self) -> None:
        here = Here()
        here.owners.owned = [Owned("r2", "old", NOBODY, 4)]
        await here.directory.find_session("old", *STRANGER)
        assert await here.directory.find_run_of("old", STRANGER[1]) is None
        assert here.server.registry.resting.find_run("old") == "r2"
        here.owners.owned = [Owned("r2", "old", "n3", 5)]
        await here.directory.find_run("r2")
        assert here.server.registry.resting.find_run("old") is None

    async def test_who_may_not_learn_of_a_session_is_answered_as_if_there_were_none(self) -> None:
        here = Here()
        settled = SessionSettings(access="invited", secret="secret", accounts={0: "ann"})
        here.owners.settled = encode_settings(settled)
        here.owners.tokens = [digest(b"token")]
        here.owners.owned = [Owned("r1", "new", "n3", 1), Owned("r2", "seen", "n1", 1)]
        seen = session_line("seen", door=door_of(settled))
        here.directory.note_news(news_of(["n1", "n2", "n3"], {"n1": [seen]}))
        for said in ("new", "seen", "none"):
            for wrong in (said, code_of(said, "wrong")):
                here.owners.asked.clear()
                assert await here.directory.find_session(wrong, *STRANGER) is None
                assert await here.directory.find_session(wrong, *STRANGER, b"guess") is None
                of_run = {"new": "r1", "seen": "r2", "none": ""}[said]
                assert here.owners.asked == [said, said, f"tokens of {of_run}"]
                assert await here.directory.find_run_of(wrong, STRANGER[1]) is None
        assert await here.directory.find_run_of(code_of("new", "secret"), STRANGER[1]) == "r1"
        assert await here.directory.find_run_of("new", Identity(operator=True)) == "r1"
        assert await here.directory.find_session("new", *STRANGER, b"token") == "n3"
        assert await here.directory.find_session(code_of("new", "secret"), *STRANGER) == "n3"
        assert await here.directory.find_session("new", 1, Identity("ann")) == "n3"
        here.owners.asked.clear()
        assert await here.directory.find_session(code_of("seen", "secret"), *STRANGER) == "n1"
        assert await here.directory.find_session("seen", 1, Identity(operator=True)) == "n1"
        assert here.owners.asked == []

    async def test_a_store_that_can_not_be_asked_is_an_error(self) -> None:
        here = Here()
        here.owners.fault = StoreError("away")
        with pytest.raises(StoreError, match="away"):
            await here.directory.find_session("abc", *STRANGER)
        here.owners.fault = None
        assert await here.directory.find_session("abc", *STRANGER) is None

    async def test_all_who_look_for_one_session_share_an_answer(self) -> None:
        here = Here()
        here.owners.owned = [Owned("r1", "abc", "n1", 1)]
        here.owners.waits = asyncio.Event()
        looking = [
            asyncio.ensure_future(here.directory.find_session("abc", *STRANGER)) for _ in range(3)
        ]
        await asyncio.sleep(0)
        looking[0].cancel()
        here.owners.waits.set()
        found = await asyncio.gather(*looking[1:])
        assert (found, here.owners.asked) == (["n1", "n1"], ["abc"])

    async def test_no_more_names_are_looked_for_at_once_than_the_limit(self) -> None:
        here = Here()
        here.owners.waits = asyncio.Event()
        looking = [
            asyncio.ensure_future(here.directory.find_session(str(number), *STRANGER))
            for number in range(MOST_LOOKUPS)
        ]
        await asyncio.sleep(0)
        with pytest.raises(DirectoryBusyError, match="too many sessions are being looked for"):
            await here.directory.find_session("one more", *STRANGER)
        here.owners.waits.set()
        assert set(await asyncio.gather(*looking)) == {None}


async def test_nodes_learn_of_each_others_sessions_through_one_store(tmp_path: Path) -> None:
    with opened_ownership(tmp_path) as ownership:
        here, keepers = Here(), []
        for name in ("n1", "n2"):
            node = Node(name, f"/run/{name}", b"key", rules=RULES, version="1")
            keepers.append(LeaseKeeper(ownership, node))
            keepers[-1].register()
        keepers[0].list_lines([session_line("abc")])
        keepers[0].renew()
        news = keepers[1].renew().news
        assert news is not None
        here.directory.note_news(news)
        assert here.directory.known_owner("abc") == "n1"
        assert here.directory.address_of("n1") == NodeAddress("/run/n1", b"key")
        ownership.remove("n1")
        news = keepers[1].renew().news
        assert news is not None
        assert here.directory.note_news(news) == {"n1"}
        assert here.directory.known_owner("abc") is None


class TestNodes:
    def test_those_that_live_are_the_others(self) -> None:
        directory = Here().directory
        assert directory.others == []
        directory.note_news(news_of(["n1", "n2", node_status("n3", is_living=False)]))
        assert [status.id for status in directory.others] == ["n1"]

    def test_a_node_is_reached_as_long_as_it_has_a_row(self) -> None:
        directory = Here().directory
        directory.note_news(news_of(["n2", node_status("n3", is_living=False)]))
        assert directory.address_of("n3") == NodeAddress("/run/n3", b"n3")
        assert directory.address_of("n2") is None
        assert directory.address_of("n1") is None

    def test_news_tell_which_nodes_have_left(self) -> None:
        directory = Here().directory
        assert directory.note_news(news_of(["n1", "n2", "n3"])) == set()
        assert directory.note_news(news_of([node_status("n1", is_living=False), "n2"])) == {"n3"}
        assert directory.note_news(news_of(["n2"])) == {"n1"}

    def test_the_living_node_with_the_lowest_id_is_first(self) -> None:
        directory = Here().directory
        assert not directory.is_first
        directory.note_news(news_of(["n1", "n2"]))
        assert not directory.is_first
        directory.note_news(news_of([node_status("n1", is_living=False), "n2", "n3"]))
        assert directory.is_first


class TestNewSessions:
    def test_they_go_where_least_is_to_do(self) -> None:
        here = Here()
        directory = here.directory
        here.make_session()  # with nobody in it
        assert directory.least_loaded() == "n2"
        directory.note_news(news_of([node_status("n1", Load(1, 1)), "n2"]))
        assert directory.least_loaded() == "n2"
        directory.note_news(news_of([node_status("n1", Load(1, 0)), "n2"]))
        assert directory.least_loaded() == "n2"
        directory.note_news(news_of([node_status("n1", Load(0, 0)), "n2"]))
        assert directory.least_loaded() == "n1"

    def test_those_that_another_node_was_just_given_count(self) -> None:
        here = Here()
        directory = here.directory
        here.make_session()
        directory.note_news(news_of(["n1", "n2", "n3"]))
        given = []
        for _ in range(3):
            given.append(directory.least_loaded())
            directory.note_given(given[-1])
        assert given == ["n1", "n3", "n2"]

    def test_none_go_to_a_node_that_drains_or_does_not_live(self) -> None:
        directory = Here().directory
        away = [node_status("n1", state="draining"), node_status("n3", is_living=False)]
        directory.note_news(news_of([*away, "n2"]))
        assert directory.least_loaded() == "n2"
        directory.note_news(
            news_of([node_status("n1", Load(9, 9)), node_status("n2", state="draining")])
        )
        assert directory.least_loaded() == "n1"
