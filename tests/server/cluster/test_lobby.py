"""The lines of this node's sessions for the lobbies of others."""

import asyncio
from collections.abc import Sequence

import pytest

from support.cluster.stored_nodes import session_line
from support.sessions.fake_server import STARTED, FakeServer, settings_with
from support.sessions.made_sessions import make_session
from undertide_server.cluster.lobby import ClusterLobby, LobbyLines, RemoteSessions, decode_line
from undertide_server.sessions.session import Session
from undertide_server.store.leases import Load, LobbyLine
from undertide_shared.limits import MAX_NAMED_SESSIONS
from undertide_shared.messages import LobbyHero, Options

BOTH = {"n1": True, "n2": True}
ANN = LobbyHero(0, "Ann", 1, 1, 1, "alive")
NOW = int(STARTED * 1000)
"""When this node's sessions are made, in milliseconds since 1970."""


class TestLines:
    async def test_they_are_told_when_they_change(self) -> None:
        server = FakeServer()
        lines = LobbyLines(server.registry, server.wall)
        assert await lines.changed() is None
        session = make_session(server.registry, "", None, 0.0)
        (line,) = await lines.changed() or []
        assert (line.session, line.run) == (session.id, session.config.run)
        assert await lines.changed() is None
        session.join(1, "Ann", b"", 0.0)
        (line,) = await lines.changed() or []
        shared = decode_line(line)
        assert shared is not None
        assert (shared.info, shared.players) == (session.disclosure.info(), 1)

    async def test_none_are_left_when_the_last_session_ends(self) -> None:
        server = FakeServer()
        lines = LobbyLines(server.registry, server.wall)
        session = make_session(server.registry, "", None, 0.0)
        await lines.changed()
        server.registry.close(session, "over")
        assert await lines.changed() == []
        assert await lines.changed() is None

    async def test_many_take_several_turns(self) -> None:
        server = FakeServer()
        for _ in range(3):
            make_session(server.registry, "", None, 0.0)
        lines = LobbyLines(server.registry, server.wall, at_once=1)
        making = asyncio.ensure_future(lines.changed())
        await asyncio.sleep(0)
        assert not making.done()
        assert len(await making or ()) == 3


class TestOrder:
    async def test_sessions_stand_in_the_order_in_which_they_were_made(self) -> None:
        server = FakeServer()
        lines = LobbyLines(server.registry, server.wall)
        first = make_session(server.registry, "", None, 0.0)
        assert lines.made(first.id) == int(STARTED * 1000)
        server.now += 1.5
        second = make_session(server.registry, "", None, 1.5)
        await lines.changed()
        assert lines.made(second.id) - lines.made(first.id) == 1500


async def test_the_load_counts_sessions_and_people() -> None:
    server = FakeServer()
    lines = LobbyLines(server.registry, server.wall)
    session = make_session(server.registry, "", None, 0.0)
    make_session(server.registry, "", None, 0.0)
    session.join(1, "Ann", b"", 0.0)
    session.watch(2, "Zoe", None, 0.0)
    assert lines.load() == Load(sessions=2, players=1, watchers=1)


async def test_both_are_published_until_the_end() -> None:
    server = FakeServer()
    lines = LobbyLines(server.registry, server.wall)
    make_session(server.registry, "", None, 0.0)
    published: list[tuple[Load, Sequence[LobbyLine] | None]] = []
    news = asyncio.Event()

    def publish(load: Load, changed: Sequence[LobbyLine] | None) -> None:
        published.append((load, changed))
        news.set()

    async with lines.publishing(publish):
        await news.wait()
    ((load, changed),) = published
    assert (load.sessions, len(changed or ())) == (1, 1)


def owners(remote: RemoteSessions) -> dict[str, str]:
    return {session.id: session.node for session in remote}


def test_lines_stay_until_their_node_changes_them() -> None:
    remote = RemoteSessions()
    remote.record_lines({"n1": [session_line("abc"), session_line("def")]}, BOTH)
    remote.record_lines({"n2": [session_line("xyz")]}, BOTH)
    assert owners(remote) == {"abc": "n1", "def": "n1", "xyz": "n2"}
    remote.record_lines({"n1": [session_line("abc", spectators=3)]}, BOTH)
    assert owners(remote) == {"abc": "n1", "xyz": "n2"}
    session = remote.get("abc")
    assert session is not None
    assert (session.run, session.info.spectators) == ("run of abc", 3)


def test_only_lines_that_changed_are_read_again() -> None:
    remote = RemoteSessions()
    remote.record_lines({"n1": [session_line("abc"), session_line("def")]}, BOTH)
    before = {session.id: session for session in remote}
    remote.record_lines({"n1": [session_line("abc"), session_line("def", spectators=1)]}, BOTH)
    assert remote.get("abc") is before["abc"]
    assert remote.get("def") is not before["def"]


def test_a_line_of_another_version_is_left_out() -> None:
    remote = RemoteSessions()
    odd = LobbyLine("odd", "r", 0, b"\x93\x01\x02\x03")
    remote.record_lines({"n1": [odd, session_line("abc")]}, BOTH)
    assert owners(remote) == {"abc": "n1"}


def test_a_node_whose_lease_expires_keeps_its_sessions_until_it_is_gone() -> None:
    remote = RemoteSessions()
    remote.record_lines({"n1": [session_line("abc")]}, BOTH)
    remote.record_lines({}, {"n1": False, "n2": True})
    assert owners(remote) == {"abc": "n1"}
    remote.record_lines({}, {"n2": True})
    assert owners(remote) == {}


@pytest.mark.parametrize("claimed_by", ["n1", "n3"])
def test_a_session_that_two_nodes_list_is_the_living_ones(claimed_by: str) -> None:
    remote = RemoteSessions()
    nodes = {"n1": True, "n2": True, "n3": True}
    remote.record_lines({"n2": [session_line("abc")]}, nodes)
    remote.record_lines({claimed_by: [session_line("abc")]}, {**nodes, "n2": False})
    assert owners(remote) == {"abc": claimed_by}


def test_a_move_counts_before_the_lines_tell_of_it() -> None:
    remote = RemoteSessions()
    nodes = {"n1": True, "n2": True, "n3": True}
    remote.record_lines({"n1": [session_line("abc"), session_line("def")]}, nodes)
    remote.note_moved("abc", "n3")
    remote.note_moved("unknown", "n3")
    assert owners(remote) == {"abc": "n3", "def": "n1"}
    remote.record_lines({"n1": [session_line("def")]}, nodes)
    assert owners(remote) == {"abc": "n3", "def": "n1"}


class Lobby:
    """The lobby of a node with some sessions of its own, and some of another node."""

    def __init__(self, elsewhere: Sequence[LobbyLine] = ()) -> None:
        self.server = FakeServer(settings_with(limits={"sessions": 200}))
        registry = self.server.registry
        lines = LobbyLines(registry, self.server.wall)
        self.remote = RemoteSessions()
        self.remote.record_lines({"n1": elsewhere}, {"n1": True, "n2": True})
        self.lobby = ClusterLobby(registry, lines, self.remote)

    def make(self, options: Options | None = None) -> Session:
        return make_session(self.server.registry, "", None, 0.0, options or Options())

    def ids(self, skip: int = 0, count: int = 500, *, operator: bool = False) -> list[str]:
        return [each.session for each in self.lobby.infos(skip, count, operator=operator)]


class TestList:
    def test_without_other_nodes_it_is_the_registrys(self) -> None:
        here = Lobby()
        session = here.make()
        assert (
            here.lobby.infos()
            == here.server.registry.open_sessions.infos()
            == [session.disclosure.info()]
        )

    def test_sessions_of_all_nodes_stand_in_the_order_in_which_they_were_made(self) -> None:
        here = Lobby([session_line("first", NOW - 1), session_line("last", NOW + 1)])
        own = here.make().id
        assert here.ids() == ["first", own, "last"]
        assert here.ids(skip=1) == [own, "last"]
        assert here.ids(skip=1, count=1) == [own]
        assert here.ids(skip=2**70) == []

    def test_only_operators_see_private_ones(self) -> None:
        here = Lobby(
            [
                session_line("public", 1),
                session_line("unlisted", 2, access="unlisted"),
                session_line("invited", 3, access="invited"),
            ]
        )
        own = here.make(Options(access="unlisted")).id
        assert here.ids() == ["public"]
        assert here.ids(operator=True) == ["public", "unlisted", "invited", own]

    def test_one_that_has_come_here_stands_once(self) -> None:
        here = Lobby()
        session = here.make()
        here.remote.record_lines(
            {"n1": [session_line(session.id), session_line("other")]}, {"n1": True}
        )
        assert sorted(here.ids()) == sorted([session.id, "other"])
        assert session.disclosure.info() in here.lobby.infos()

    def test_only_the_first_ones_have_names_of_heroes(self) -> None:
        lines = [
            session_line(f"s{number:03}", number, party=[ANN])
            for number in range(MAX_NAMED_SESSIONS + 2)
        ]
        here = Lobby(lines)
        named = [bool(each.party) for each in here.lobby.infos()]
        assert named == [True] * MAX_NAMED_SESSIONS + [False] * 2


class TestChoice:
    def test_a_newcomer_goes_where_most_players_are(self) -> None:
        here = Lobby([session_line("few", players=1), session_line("many", players=3)])
        best = here.lobby.best_to_join()
        assert best is not None
        assert (best.id, best.node, best.players) == ("many", "n1", 3)

    def test_nobody_is_sent_into_a_run_that_is_past_its_first_floor(self) -> None:
        far, near = session_line("far", deepest_floor=2), session_line("near", deepest_floor=1)
        here = Lobby([far])
        assert here.lobby.best_to_join() is None
        assert [info.session for info in here.lobby.underway()] == ["far"]
        both = Lobby([far, near]).lobby
        best = both.best_to_join()
        assert best is not None
        assert best.id == "near"
        assert [info.session for info in both.underway()] == ["far"]

    def test_nobody_is_sent_where_a_stranger_may_not_go(self) -> None:
        closed = [
            session_line("unlisted", access="unlisted"),
            session_line("locked", locked=True, watchable=False),
            session_line("ended", ended=True),
        ]
        here = Lobby([*closed, session_line("full", full=True, watchable=False)])
        assert here.lobby.best_to_join() is None
        assert here.lobby.best_to_watch() is None

    def test_a_spectator_goes_where_most_players_are(self) -> None:
        here = Lobby([session_line("asleep", players=0, heroes=5), session_line("awake", heroes=2)])
        best = here.lobby.best_to_watch()
        assert best is not None
        assert best.id == "awake"

    def test_a_spectator_goes_where_most_heroes_live(self) -> None:
        here = Lobby([session_line("two", heroes=2), session_line("five", heroes=5, full=True)])
        best = here.lobby.best_to_watch()
        assert best is not None
        assert best.id == "five"
