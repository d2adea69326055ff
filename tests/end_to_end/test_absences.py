"""Seats of players who left: eight sleep, a ninth comes in, and the first returns."""

import asyncio
from pathlib import Path

from support.content.own_content import write_content
from support.gateway.raw_clients import ASK_AGAIN_SECONDS, guest, new_session
from support.processes.commands import serving
from support.processes.played_terminal import Opener
from support.processes.waiting import LONGEST
from undertide_shared.messages import Join, Joined, ListSessions, SessionInfo, Sessions

SOON = """
[seats]
give_up_minutes = 0.005
"""
"""Settings by which a seat is given up as soon as its hero sleeps."""


async def fill(address: str, session: str, names: list[str]) -> None:
    """Let heroes of these names take seats, and leave them."""
    for name in names:
        async with guest(address) as client:
            await client.send(Join(session, name))
            await client.until(Joined)


async def listed(address: str) -> SessionInfo:
    """Return the one session in the lobby."""
    async with guest(address) as client:
        await client.send(ListSessions())
        return (await client.until(Sessions)).sessions[0]


async def given_up(address: str) -> None:
    """Wait until a newcomer would find room; ask on one connection, as often as it may."""
    async with asyncio.timeout(LONGEST), guest(address) as client:
        await client.send(ListSessions())
        while (await client.until(Sessions)).sessions[0].full:
            await asyncio.sleep(ASK_AGAIN_SECONDS)
            await client.send(ListSessions())


def test_eight_sleep_a_ninth_comes_in_and_the_first_returns(tmp_path: Path, opened: Opener) -> None:
    config = write_content(tmp_path / "content")
    with (config / "server.toml").open("a", encoding="utf-8") as settings:
        settings.write(SOON)
    with serving("--config", str(config), "--preset", "quiet", "--seed", "7") as server:
        session = asyncio.run(new_session(server.address, "quiet", None))
        own = ("join", server.address, "--session", session, "--name")
        first = opened(*own, "First")
        first.read_text("First joins the party")
        first.type("Q")
        first.read_text("Leave the game?")
        first.type("y")
        assert first.ended() == 0
        asyncio.run(fill(server.address, session, [f"Hero {number}" for number in range(2, 9)]))
        asyncio.run(given_up(server.address))
        ninth = opened(*own, "Ninth")
        ninth.read_text("Ninth joins the party")
        assert asyncio.run(listed(server.address)).asleep == 8
        again = opened(*own, "First")
        again.read_text("First")
        again.type("l")
        again.read_text("You wake")
        ninth.read_text("First wakes")
        info = asyncio.run(listed(server.address))
        assert (info.heroes, info.asleep) == (9, 7)
