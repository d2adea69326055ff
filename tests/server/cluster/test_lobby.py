"""The lobby with the sessions of all nodes."""

from collections.abc import Sequence

from support.cluster.told_nodes import session_line
from support.sessions.fake_server import STARTED, FakeServer, settings_with
from support.sessions.made_sessions import make_session
from undertide_server.cluster.lobby import ClusterLobby
from undertide_server.cluster.lobby_lines import LobbyLines
from undertide_server.cluster.remote_sessions import RemoteSessions
from undertide_server.sessions.session import Session
from undertide_server.store.leases import LobbyLine
from undertide_shared.limits import MAX_NAMED_SESSIONS
from undertide_shared.messages import LobbyHero, Options

ANN = LobbyHero(0, "Ann", 1, 1, 1, "alive")
NOW = int(STARTED * 1000)
"""When this node's sessions are made, in milliseconds since 1970."""


class Lobby:
    """The lobby of a node with some sessions of its own, and some of another node."""

    def __init__(self, elsewhere: Sequence[LobbyLine] = ()) -> None:
        self.server = FakeServer(settings_with(limits={"sessions": 200}))
        registry = self.server.registry
        lines = LobbyLines(registry, self.server.wall)
        self.remote = RemoteSessions()
        self.remote.note({"n1": elsewhere}, {"n1": True, "n2": True})
        self.lobby = ClusterLobby(registry, lines, self.remote)

    def make(self, options: Options | None = None) -> Session:
        return make_session(self.server.registry, "", None, 0.0, options or Options())

    def ids(self, skip: int = 0, count: int = 500, *, operator: bool = False) -> list[str]:
        return [each.session for each in self.lobby.infos(skip, count, operator=operator)]


class TestList:
    def test_without_other_nodes_it_is_the_registrys(self) -> None:
        here = Lobby()
        session = here.make()
        assert here.lobby.infos() == here.server.registry.infos() == [session.info()]

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
        here.remote.note({"n1": [session_line(session.id), session_line("other")]}, {"n1": True})
        assert sorted(here.ids()) == sorted([session.id, "other"])
        assert session.info() in here.lobby.infos()

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

    def test_nobody_is_sent_where_a_stranger_may_not_go(self) -> None:
        closed = [
            session_line("unlisted", access="unlisted"),
            session_line("locked", locked=True, watchable=False),
            session_line("ended", ended=True),
        ]
        here = Lobby([*closed, session_line("full", full=True, watchable=False)])
        assert here.lobby.best_to_join() is None
        assert here.lobby.best_to_watch() is None

    def test_a_spectator_goes_where_most_heroes_live(self) -> None:
        here = Lobby([session_line("two", heroes=2), session_line("five", heroes=5, full=True)])
        best = here.lobby.best_to_watch()
        assert best is not None
        assert best.id == "five"
