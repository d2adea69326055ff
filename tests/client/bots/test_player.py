import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from support.client.bot_scenes import mirror_of
from support.client.client_examples import LOOKS, delta, hero_status, joined, keyframe
from support.client.scripted_server import Peer, ScriptedServer, scripted_server
from undertide_client.bots.adventurer import Adventurer
from undertide_client.bots.player import (
    MAX_DOUBLINGS,
    PAUSE_SECONDS,
    SHORT_SECONDS,
    BotPlayer,
    Entrance,
    Lives,
)
from undertide_client.bots.report import Tally
from undertide_client.net.link import connect
from undertide_shared.messages import (
    Act,
    Ended,
    Error,
    ErrorCode,
    IntentReport,
    Join,
    Leave,
    Left,
    Resync,
    Stop,
)

LIVING = keyframe(hero=hero_status(life=30, effects=[]), sightings=[mirror_of("@").sightings[1]])
DEAD = delta(hero=hero_status(state="dead", life=0))


def test_no_two_bots_share_a_name() -> None:
    bots = [Lives(number, 3) for number in range(3)]
    names = [lives.next_name() for lives in bots for _ in range(40)]
    assert len(set(names)) == len(names)


def test_each_life_has_a_brain_of_its_own_and_the_same_whims() -> None:
    lives = Lives(5, 8)
    first, second = lives.begin(0.0), lives.begin(100.0)
    assert first is not second
    assert isinstance(first, Adventurer)
    assert isinstance(second, Adventurer)
    assert first.personality == second.personality
    assert lives.count == 2


@pytest.mark.usefixtures("usual_pause")
def test_short_lives_double_the_pause_up_to_a_bound() -> None:
    lives, pauses = Lives(0, 1), []
    for turn in range(MAX_DOUBLINGS + 3):
        lives.begin(turn * 100.0)
        lives.end(turn * 100.0 + SHORT_SECONDS / 2)
        pauses.append(lives.pause)
    longest = PAUSE_SECONDS * 2**MAX_DOUBLINGS
    assert pauses[:3] == [PAUSE_SECONDS * 2, PAUSE_SECONDS * 4, PAUSE_SECONDS * 8]
    assert pauses[-3:] == [longest] * 3


@pytest.mark.usefixtures("usual_pause")
def test_a_long_life_makes_the_pause_short_again() -> None:
    lives = Lives(0, 1)
    lives.begin(0.0)
    lives.end(1.0)
    lives.begin(10.0)
    lives.end(10.0 + SHORT_SECONDS)
    assert lives.pause == PAUSE_SECONDS


class Table:
    """A player at play and the server's end of its connection."""

    def __init__(self, tally: Tally, server: ScriptedServer, playing: asyncio.Task[None]) -> None:
        self.tally = tally
        self.server = server
        self.playing = playing

    async def greet(self) -> Peer:
        """Let the player in, up to its request for a seat."""
        peer = await self.server.accept()
        await peer.greet()
        return peer

    async def seat(self) -> Peer:
        """Let the player in, give it a seat and show it a floor."""
        peer = await self.greet()
        await peer.expect(Join)
        await peer.send(joined(tiles=LOOKS), LIVING)
        return peer


@asynccontextmanager
async def table(session: str = "k7m2q") -> AsyncIterator[Table]:
    tally, lives = Tally(), Lives(0, 1)
    lives.personality = replace(lives.personality, thinking=0.0)
    async with scripted_server() as server, connect(server.url) as link:
        playing = asyncio.create_task(BotPlayer(lives, Entrance(session), tally, link).play())
        yield Table(tally, server, playing)
        playing.cancel()
        await asyncio.wait([playing])
        if not playing.cancelled():
            playing.result()


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("undertide_client.bots.player.PAUSE_SECONDS", 0.0)


@pytest.fixture
def usual_pause(no_pause: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("undertide_client.bots.player.PAUSE_SECONDS", PAUSE_SECONDS)


async def test_it_takes_a_seat_and_acts_one_intent_after_the_other() -> None:
    async with table("k7m2q") as play:
        peer = await play.greet()
        join = await peer.expect(Join)
        assert (join.session, join.token) == ("k7m2q", b"")
        await peer.send(joined(), LIVING)
        for turn in range(3):
            act = await peer.expect(Act)
            assert act.sequence == turn + 1
            await peer.send(delta(turn + 2, intent=IntentReport(turn + 1, turn + 1, "done")))
        await peer.expect(Act)
    report = play.tally.report(1.0)
    assert (report.players, report.intents, report.errors) == (1, 4, 0)
    assert report.outcomes == {"done": 3}
    assert report.p50 is not None
    assert report.deepest_floor == 3
    assert report.bytes_per_player_second > 0


async def test_it_waits_while_an_intent_waits() -> None:
    async with table() as play:
        peer = await play.seat()
        first = await peer.expect(Act)
        waiting = IntentReport(first.sequence, first.sequence, "waiting")
        await peer.send(delta(2, intent=waiting), delta(3), delta(4, intent=waiting))
        await peer.send(delta(5, intent=IntentReport(1, 1, "refused", "no")))
        second = await peer.expect(Act)
        assert second.sequence == 2
        assert second.intent != first.intent
    assert play.tally.outcomes == {"refused": 1}
    assert play.tally.report(1.0).errors == 0


async def test_a_fallen_hero_is_followed_by_another_of_another_name() -> None:
    async with table() as play:
        peer = await play.greet()
        first = await peer.expect(Join)
        await peer.send(joined(), LIVING, DEAD)
        await peer.until(Leave)
        await peer.send(Left("k7m2q", "you left"))
        second = await peer.expect(Join)
        assert second.name != first.name
        assert second.token == b""
        await peer.send(joined(seat=1), LIVING)
        await peer.expect(Act)
    assert play.tally.deaths == 1
    assert play.tally.players == 1


async def test_it_comes_back_if_the_connection_breaks_while_it_leaves() -> None:
    async with table() as play:
        peer = await play.greet()
        first = await peer.expect(Join)
        await peer.send(joined(), LIVING, DEAD)
        await peer.until(Leave)
        peer.cut()
        peer = await play.greet()
        second = await peer.expect(Join)
        assert second.name != first.name
        assert second.token == b""
    assert play.tally.deaths == 1


async def test_the_end_of_a_run_is_left_for_another_run() -> None:
    async with table() as play:
        peer = await play.seat()
        await peer.send(Ended(won=True, title="The tide is turned.", heroes=[], ticks=9))
        await peer.until(Leave)
        await peer.send(Left("k7m2q", "you left"))
        await peer.expect(Join)
    assert play.tally.deaths == 0


async def test_a_name_that_is_taken_is_changed() -> None:
    async with table() as play:
        peer = await play.greet()
        first = await peer.expect(Join)
        await peer.send(Error("name_taken", "somebody has that name"))
        second = await peer.expect(Join)
        assert second.name != first.name
    assert play.tally.report(1.0).errors == 0


@pytest.mark.parametrize("code", ["session_full", "unknown_session", "session_closed"])
async def test_without_a_seat_it_ends_and_says_why(code: ErrorCode) -> None:
    async with table("k7m2q") as play:
        peer = await play.greet()
        await peer.expect(Join)
        await peer.send(Error(code, "there is none"))
        await play.playing
    assert play.tally.report(1.0).faults == {"refused: there is none": 1}
    assert play.tally.players == 0


async def test_a_session_that_closed_after_its_run_is_no_error() -> None:
    async with table("k7m2q") as play:
        peer = await play.seat()
        await peer.send(Ended(won=False, title="All fell.", heroes=[], ticks=9))
        await peer.until(Leave)
        await peer.send(Left("k7m2q", "you left"))
        await peer.expect(Join)
        await peer.send(Error("session_closed", "this run is over"))
        await play.playing
    assert play.tally.report(1.0).errors == 0


async def test_a_frame_out_of_step_is_counted_and_repaired() -> None:
    async with table() as play:
        peer = await play.seat()
        await peer.send(delta(7))
        await peer.until(Resync)
        await peer.send(keyframe(number=9))
        await peer.until(Act)
    assert play.tally.report(1.0).faults == {"OutOfStepError": 1}


async def test_errors_are_counted_by_their_text() -> None:
    async with table() as play:
        peer = await play.seat()
        act = await peer.expect(Act)
        await peer.send(Error("too_fast", "slow down"), Error("bad_intent", "no", act.sequence))
        again = await peer.expect(Act)
        assert again.sequence == act.sequence + 1
    assert play.tally.report(1.0).faults == {"too_fast: slow down": 1, "bad_intent: no": 1}


async def test_an_intent_that_came_too_late_for_a_fallen_hero_is_no_error() -> None:
    async with table() as play:
        peer = await play.seat()
        act = await peer.expect(Act)
        await peer.send(DEAD, Error("wrong_state", "you have no living hero", act.sequence))
        await peer.until(Leave)
    assert play.tally.report(1.0).errors == 0


async def test_a_lost_connection_is_counted_and_the_seat_taken_up_again() -> None:
    async with table() as play:
        peer = await play.seat()
        await peer.expect(Act)
        peer.cut()
        again = await play.greet()
        join = await again.expect(Join)
        assert join.token == b"secret-1"
        await again.send(joined(token=b"secret-2"), LIVING)
        await again.expect(Act)
    report = play.tally.report(1.0)
    assert report.players == 1
    assert report.errors == 1
    assert next(iter(report.faults)).startswith("connection lost")


async def test_an_intent_that_is_never_answered_is_counted_and_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("undertide_client.bots.player.UNANSWERED_SECONDS", 0.0)
    async with table() as play:
        peer = await play.seat()
        await peer.expect(Act)
        await peer.send(delta(2))
        await peer.expect(Act)
    assert play.tally.report(1.0).faults["the server never answered an action"] >= 1


async def test_a_silent_server_does_not_put_it_to_sleep(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("undertide_client.bots.player.IDLE_SECONDS", 0.01)
    async with table() as play:
        peer = await play.greet()
        await peer.expect(Join)
        busy = keyframe(hero=hero_status(activity="explore"), sightings=LIVING.sightings)
        await peer.send(joined(), busy)
        act = await peer.expect(Act)
        assert act.intent != Stop()
