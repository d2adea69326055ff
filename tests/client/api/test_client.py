"""The library's client and game, against a server whose every word the test speaks."""

import asyncio
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Literal

import pytest

from support.client.client_examples import (
    LOOKS,
    delta,
    hero_status,
    joined,
    keyframe,
    session_info,
    watching,
)
from support.client.scripted_server import Peer, ScriptedServer, scripted_server
from support.processes.waiting import until
from undertide_client.api import (
    Client,
    ConnectionLostError,
    Game,
    NoAnswerError,
    RefusedError,
    pauses,
)
from undertide_client.api import client as module
from undertide_client.api import game as game_module
from undertide_client.saved.tokens import MemoryTokens, SavedSeat
from undertide_shared.messages import (
    Act,
    Create,
    Created,
    Ended,
    Error,
    ErrorCode,
    Explore,
    IntentReport,
    Join,
    Leave,
    Left,
    ListRuns,
    ListSessions,
    Move,
    Runs,
    Sessions,
    Watch,
    Watching,
)


@pytest.fixture
def quick_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the waits before further attempts as short as can be."""
    monkeypatch.setattr(pauses, "FIRST_RETRY_SECONDS", 0.0)


@asynccontextmanager
async def connected() -> AsyncIterator[tuple[Client, Peer, ScriptedServer]]:
    async with scripted_server() as server:
        client = Client(server.url)
        entering = asyncio.create_task(client.__aenter__())
        peer = await server.accept()
        await peer.greet()
        await entering
        try:
            yield client, peer, server
        finally:
            await client.close()


@asynccontextmanager
async def seated() -> AsyncIterator[tuple[Game, Peer, Client]]:
    async with connected() as (client, peer, _):
        joining = asyncio.create_task(client.join("Ann"))
        await peer.expect(Join)
        await peer.send(joined(tiles=LOOKS), keyframe(hero=hero_status(life=30)))
        yield await joining, peer, client


async def test_it_knows_what_the_server_said_of_itself() -> None:
    async with connected() as (client, _, _):
        assert client.welcome is not None
        assert client.welcome.server == "scripted"


async def test_an_answer_is_returned_to_who_asked() -> None:
    async with connected() as (client, peer, _):
        asking = asyncio.create_task(client.sessions())
        await peer.expect(ListSessions)
        await peer.send(Sessions([]))
        assert await asking == []


async def test_sessions_come_by_pages_and_so_do_runs_if_asked_for() -> None:
    async with connected() as (client, peer, _):
        asking = asyncio.create_task(client.sessions())
        assert (await peer.expect(ListSessions)).skip == 0
        await peer.send(Sessions([session_info("one")], more=True))
        assert (await peer.expect(ListSessions)).skip == 1
        await peer.send(Sessions([session_info("two")]))
        assert [each.session for each in await asking] == ["one", "two"]
        reading = asyncio.create_task(client.runs("ab12"))
        assert (await peer.expect(ListRuns)).before == "ab12"
        await peer.send(Runs([]))
        assert await reading == []


async def test_a_session_that_asks_for_a_code_is_told_by_it() -> None:
    async with connected() as (client, peer, _):
        asking = asyncio.create_task(client.create())
        await peer.expect(Create)
        await peer.send(Created("k7m2q", "k7m2q-secret"))
        assert await asking == "k7m2q-secret"


async def test_a_refusal_says_why() -> None:
    async with connected() as (client, peer, _):
        asking = asyncio.create_task(client.create("nonsense"))
        await peer.expect(Create)
        await peer.send(Error("unknown_preset", "there is no such preset"))
        with pytest.raises(RefusedError, match="no such preset") as caught:
            await asking
        assert caught.value.code == "unknown_preset"


async def test_a_refused_seat_says_why() -> None:
    async with connected() as (client, peer, _):
        asking = asyncio.create_task(client.join("Ann", "k7m2q"))
        await peer.expect(Join)
        await peer.send(Error("locked", "nobody new may come in"))
        with pytest.raises(RefusedError, match="nobody new"):
            await asking


async def test_where_no_session_has_room_one_is_made_without_a_word() -> None:
    async with connected() as (client, peer, _):
        asking = asyncio.create_task(client.join("Ann"))
        await peer.expect(Join)
        await peer.send(Error("unknown_session", "no open session here has a free seat"))
        await peer.expect(Create)
        await peer.send(Created("k7m2q"))
        assert await peer.expect(Join) == Join("k7m2q", "Ann")
        await peer.send(joined())
        await asking


async def test_an_answer_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ANSWER_SECONDS", 0.3)
    async with connected() as (client, _, _):
        with pytest.raises(NoAnswerError, match="Sessions"):
            await client.sessions()


async def test_the_world_follows_what_the_server_tells() -> None:
    async with seated() as (game, peer, _):
        world = await anext(game)
        assert world.hero is not None
        assert world.hero.life == 30
        await peer.send(delta(hero=hero_status(life=29)))
        while (await anext(game)).hero.life != 29:  # type: ignore[union-attr]
            pass


async def test_an_act_returns_what_became_of_it() -> None:
    async with seated() as (game, peer, _):
        acting = asyncio.create_task(game.act(Explore()))
        act = await peer.expect(Act)
        assert game.busy
        await peer.send(delta(intent=IntentReport(act.sequence, act.sequence, "done")))
        assert await acting
        acting = asyncio.create_task(game.act(Explore()))
        act = await peer.expect(Act)
        refused = IntentReport(act.sequence, act.sequence, "refused", "a wall is there")
        await peer.send(delta(number=3, intent=refused))
        outcome = await acting
        assert not outcome
        assert outcome.reason == "a wall is there"
        assert not game.busy


@pytest.mark.parametrize(
    ("reported", "bound"), [(None, "SILENT_SECONDS"), ("waiting", "WAITING_SECONDS")]
)
async def test_an_act_is_not_waited_for_for_ever(
    reported: Literal["waiting"] | None, bound: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_module, bound, 0.3)
    async with seated() as (game, peer, _):
        acting = asyncio.create_task(game.act(Explore()))
        act = await peer.expect(Act)
        if reported:
            await peer.send(delta(intent=IntentReport(act.sequence, act.sequence, reported)))
        outcome = await acting
        assert not outcome
        assert outcome.reason == "the server has not answered within 0.3 s"
        acting = asyncio.create_task(game.act(Explore()))
        act = await peer.expect(Act)
        await peer.send(delta(number=3, intent=IntentReport(act.sequence, act.sequence, "done")))
        assert await acting, "the next one is carried out"


@pytest.mark.parametrize("intent", ["explore", Move(object(), 0)])  # type: ignore[arg-type]
async def test_what_is_no_intent_leaves_nothing_unanswered(intent: Any) -> None:
    async with seated() as (game, _, _client):
        with pytest.raises(TypeError):
            await game.act(intent)
        assert not game.busy


async def test_a_refused_seat_on_a_full_server_is_an_error_at_once() -> None:
    async with connected() as (client, peer, _):
        asking = asyncio.create_task(client.join("Ann"))
        await peer.expect(Join)
        await peer.send(Error("server_full", "all sessions are full"))
        with pytest.raises(RefusedError, match="all sessions are full") as caught:
            await asking
        assert caught.value.code == "server_full"


async def test_who_watches_may_wait_for_somebody_to_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pauses, "NOBODY_SECONDS", 0.0)
    async with connected() as (client, peer, _):
        watching_it = asyncio.create_task(client.watch(wait=math.inf))
        for _ in range(3):
            await peer.expect(Watch)
            await peer.send(Error("unknown_session", "nobody is playing here"))
        await peer.expect(Watch)
        await peer.send(watching(), keyframe())
        game = await watching_it
        assert (await anext(game)).watching


@pytest.mark.parametrize(("code", "wait"), [("unknown_session", 0.0), ("banned", math.inf)])
async def test_who_watches_waits_no_longer_than_it_said_and_for_nothing_else(
    code: ErrorCode, wait: float
) -> None:
    async with connected() as (client, peer, _):
        asking = asyncio.create_task(client.watch(wait=wait))
        await peer.expect(Watch)
        await peer.send(Error(code, "no"))
        with pytest.raises(RefusedError, match="no"):
            await asking


async def test_a_request_that_came_too_fast_is_sent_again(quick_retries: None) -> None:
    async with connected() as (client, peer, _):
        asking = asyncio.create_task(client.sessions())
        for _ in range(2):
            await peer.expect(ListSessions)
            await peer.send(Error("too_fast", "slower"))
        await peer.expect(ListSessions)
        await peer.send(Sessions([]))
        assert await asking == []


async def test_a_request_is_not_sent_again_for_ever(quick_retries: None) -> None:
    async with connected() as (client, peer, _):
        asking = asyncio.create_task(client.sessions())
        for _ in range(1 + pauses.MAX_RETRIES):
            await peer.expect(ListSessions)
            await peer.send(Error("too_fast", "slower"))
        with pytest.raises(RefusedError, match="slower"):
            await asking


async def test_an_act_that_came_too_fast_is_sent_again(quick_retries: None) -> None:
    async with seated() as (game, peer, _):
        acting = asyncio.create_task(game.act(Explore()))
        act = await peer.expect(Act)
        await peer.send(Error("too_fast", "slower", act.sequence))
        again = await peer.expect(Act)
        assert again == Act(act.sequence + 1, Explore())
        await peer.send(delta(intent=IntentReport(again.sequence, again.sequence, "done")))
        assert await acting


async def test_an_act_waits_for_a_moment_after_a_refusal() -> None:
    async with seated() as (game, peer, _):
        acting = asyncio.create_task(game.act(Explore()))
        act = await peer.expect(Act)
        await peer.send(Error("bad_intent", "no", act.sequence))
        assert not await acting
        refused_at = asyncio.get_running_loop().time()
        acting = asyncio.create_task(game.act(Explore()))
        act = await peer.expect(Act)
        waited = asyncio.get_running_loop().time() - refused_at
        assert waited >= pauses.FAILED_SECONDS / 2
        await peer.send(delta(intent=IntentReport(act.sequence, act.sequence, "done")))
        assert await acting


async def test_an_act_without_a_connection_is_lost_and_the_next_one_waits() -> None:
    async with seated() as (game, peer, _):
        peer.cut()
        await until(lambda: not game.link.playing)
        began = asyncio.get_running_loop().time()
        outcomes = [await game.act(Explore()) for _ in range(3)]
        assert {outcome.reason for outcome in outcomes} == {"there is no connection to a seat"}
        assert asyncio.get_running_loop().time() - began >= pauses.FAILED_SECONDS


async def test_a_hero_is_busy_while_its_auto_action_goes_on() -> None:
    async with seated() as (game, peer, _):
        await anext(game)
        assert not game.busy
        await peer.send(delta(hero=hero_status(activity="explore")))
        while (await anext(game)).hero.activity != "explore":  # type: ignore[union-attr]
            pass
        assert game.busy


async def test_an_outage_loses_an_act_and_the_game_goes_on() -> None:
    async with connected() as (client, peer, server):
        joining = asyncio.create_task(client.join("Ann"))
        await peer.expect(Join)
        await peer.send(joined(tiles=LOOKS), keyframe(hero=hero_status(life=30)))
        game = await joining
        acting = asyncio.create_task(game.act(Explore()))
        await peer.expect(Act)
        peer.cut()
        assert not await acting
        again = await server.accept()
        await again.greet()
        await again.expect(Join)
        await again.send(joined(tiles=LOOKS), keyframe(hero=hero_status(life=12)))
        while (await anext(game)).hero.life != 12:  # type: ignore[union-attr]
            pass
        assert not game.over


async def test_the_loop_over_a_game_ends_with_the_run() -> None:
    async with seated() as (game, peer, _):
        await peer.send(Ended(won=False, title="Lost", heroes=[], ticks=9))
        async for _ in game:
            pass
        assert game.over
        assert game.world.ended is not None


async def test_the_loop_over_a_game_ends_when_the_place_goes() -> None:
    async with seated() as (game, peer, _):
        acting = asyncio.create_task(game.act(Explore()))
        await peer.expect(Act)
        await peer.send(Left("k7m2q", "Ann kicked you: be kind"))
        with pytest.raises(ConnectionLostError, match="be kind"):
            await acting
        async for _ in game:
            pass
        assert game.reason == "Ann kicked you: be kind"


async def test_leaving_ends_the_game_and_another_can_begin() -> None:
    async with seated() as (game, peer, client):
        leaving = asyncio.create_task(client.leave())
        await peer.until(Leave)
        await peer.send(Left("k7m2q", "you left"))
        await leaving
        assert game.over
        watching = asyncio.create_task(client.watch("k7m2q"))
        await peer.expect(Watch)
        await peer.send(Watching("k7m2q", "default", "somebody", LOOKS), keyframe(seat=None))
        other = await watching
        assert other is not game
        assert (await anext(other)).watching


async def test_a_server_that_is_gone_for_good_ends_everything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with seated() as (game, _, client):
        await client.close()
        async for _ in game:
            pass
        assert game.over
        with pytest.raises(ConnectionLostError):
            await client.sessions()


async def test_a_place_may_be_asked_for_from_another() -> None:
    async with seated() as (game, peer, client):
        joining = asyncio.create_task(client.join("Bob", "zzzzz"))
        await peer.until(Leave)
        await peer.send(Left("k7m2q", "you left"))
        await peer.until(Join)
        await peer.send(joined(session="zzzzz", tiles=LOOKS), keyframe(hero=hero_status(life=12)))
        other = await joining
        assert game.over
        assert not other.over
        while (await anext(other)).hero.life != 12:  # type: ignore[union-attr]
            pass


class BrokenTokens(MemoryTokens):
    """Tokens of a program that can't keep them."""

    def store_token(self, seat: SavedSeat, token: bytes) -> None:
        raise ValueError(f"there is no room for tokens, so not for {seat.name}'s {token!r}")


async def test_nobody_waits_for_a_client_that_failed() -> None:
    async with scripted_server() as server:
        client = Client(server.url, tokens=BrokenTokens())
        entering = asyncio.create_task(client.__aenter__())
        peer = await server.accept()
        await peer.greet()
        await entering
        joining = asyncio.create_task(client.join("Ann"))
        await peer.expect(Join)
        await peer.send(joined(tiles=LOOKS))
        with pytest.raises(ConnectionLostError, match="no room for tokens"):
            await joining
        with pytest.raises(ConnectionLostError, match="no room for tokens"):
            await client.sessions()
        with pytest.raises(ValueError, match="no room for tokens"):
            await client.close()
        await client.close()


async def test_a_refused_place_leaves_the_game_as_it_was() -> None:
    async with seated() as (game, peer, client):
        joining = asyncio.create_task(client.join("Bob", "zzzzz"))
        await peer.until(Leave)
        await peer.send(Left("k7m2q", "you left"))
        await peer.until(Join)
        await peer.send(Error("session_full", "all seats are taken"))
        with pytest.raises(RefusedError, match="all seats are taken"):
            await joining
        again = await peer.until(Join)
        await peer.send(joined(tiles=LOOKS), keyframe(hero=hero_status(life=12)))
        assert again.name == "Ann"
        assert not game.over
        while (await anext(game)).hero.life != 12:  # type: ignore[union-attr]
            pass
        acting = asyncio.create_task(game.act(Explore()))
        act = await peer.expect(Act)
        await peer.send(delta(intent=IntentReport(act.sequence, act.sequence, "done")))
        assert await acting
