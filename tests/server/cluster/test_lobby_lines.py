"""The lines of this node's sessions for the lobbies of others."""

import asyncio
from collections.abc import Sequence

from support.sessions.fake_server import STARTED, FakeServer
from support.sessions.made_sessions import make_session
from undertide_server.cluster.lobby_lines import LobbyLines, decode_line
from undertide_server.store.leases import Load, LobbyLine


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
        assert (shared.info, shared.players) == (session.info(), 1)

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
