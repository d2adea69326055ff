"""A bot whose run has ended is told apart from one that doesn't come back."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from support.client.bot_scenes import mirror_of
from support.client.client_examples import delta, hero_status, joined, keyframe
from support.client.scripted_server import Peer, scripted_server
from support.sessions.remembering_bots import playing_witnesses, until
from support.sessions.timed_bots import Party, TimedWitness, all_play
from undertide_shared.messages import Ended, Error, ErrorCode, Join, Leave, Left

SESSION = "k7m2q"
LIVING = keyframe(hero=hero_status(life=30, effects=[]), sightings=[mirror_of("@").sightings[1]])
DEAD = delta(hero=hero_status(state="dead", life=0))
END = Ended(won=False, title="The tide has won.", heroes=[], ticks=9)


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("undertide_client.bots.player.PAUSE_SECONDS", 0.0)


class Played:
    """A party of one bot, and the server's end of its connection."""

    def __init__(self, party: Party, peer: Peer) -> None:
        self.party = party
        self.link = party.links[0]
        self.peer = peer

    async def lose_hero(self) -> None:
        """Let the bot's hero die, and the bot ask for another."""
        await self.peer.send(DEAD)
        await self.peer.until(Leave)
        await self.peer.send(Left(SESSION, "you left"))
        await self.peer.expect(Join)

    async def refuse(self, code: ErrorCode) -> None:
        """Refuse the bot a seat, and wait until it knows."""
        await self.peer.send(Error(code, "no"))
        await until(self.party.links, lambda: not self.link.entering, "the bot is refused")

    async def give_seat(self) -> None:
        """Let the bot play, and wait until it does."""
        await self.peer.send(joined(session=SESSION), LIVING)
        await until(self.party.links, lambda: self.link.playing, "the bot plays")


@asynccontextmanager
async def played() -> AsyncIterator[Played]:
    """Let a bot play on a server of the test."""
    async with (
        scripted_server() as server,
        playing_witnesses(server.url, SESSION, 1, TimedWitness) as links,
    ):
        peer = await server.accept()
        await peer.greet()
        await peer.expect(Join)
        play = Played(Party(SESSION, links), peer)
        await play.give_seat()
        yield play


async def test_a_run_whose_end_is_told_is_over() -> None:
    async with played() as play:
        await play.peer.send(END)
        await until(play.party.links, lambda: play.link.is_over, "the bot knows of the end")
        assert play.party.is_over
        assert await all_play([play.party], 0.0)


async def test_a_run_that_takes_no_more_heroes_since_it_is_over_is_over() -> None:
    async with played() as play:
        await play.lose_hero()
        assert not play.party.is_over
        await play.refuse("session_closed")
        assert play.party.is_over
        assert await all_play([play.party], 0.0)


@pytest.mark.parametrize("code", ["unknown_session", "bad_token"])
async def test_a_bot_that_is_refused_for_another_reason_never_comes_back(code: ErrorCode) -> None:
    async with played() as play:
        await play.lose_hero()
        await play.refuse(code)
        assert not play.party.is_over
        assert not await all_play([play.party], 0.0)


async def test_a_run_isnt_over_while_somebody_else_plays_in_it() -> None:
    async with played() as over, played() as on:
        await over.peer.send(END)
        await until(over.party.links, lambda: over.link.is_over, "the bot knows of the end")
        both = Party(SESSION, [over.link, on.link])
        assert not both.is_over


async def test_a_bot_without_a_hero_waits_for_no_frame() -> None:
    async with played() as play:
        play.link.begin()
        assert not play.link.is_on
        await play.lose_hero()
        assert play.link.is_on
        play.link.begin()
        assert play.link.is_on, "it has no hero yet"
        await play.give_seat()
        play.link.begin()
        assert not play.link.is_on
