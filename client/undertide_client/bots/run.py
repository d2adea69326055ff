"""A run of many bots: it sends them to a server and reports their results."""

import asyncio
import contextlib
import time
from typing import Final

from undertide_client.bots.player import BotPlayer, Entrance, Lives
from undertide_client.bots.report import BotReport, Tally
from undertide_client.bots.skills import Skill
from undertide_client.net.link import connect

MAX_BOTS: Final = 1000
"""Most bots of one process: about as many as one core can play."""
STAGGER_SECONDS: Final = 0.01
"""Seconds between the arrivals of two bots: a server greets them one by one, like people."""


async def run_bots(
    address: str, count: int, seconds: float, session: str = "", skill: Skill = "average"
) -> BotReport:
    """Run `count` bots of a skill on the server at `address` for `seconds` each; return a report.

    Without a `session` they make their own, and further ones if that is full or over. A bot that
    can't get a seat counts as an error and stops; the others play on. Raises ValueError for an
    impossible address or number.
    """
    if not 1 <= count <= MAX_BOTS:
        raise ValueError(f"between 1 and {MAX_BOTS} bots can play, not {count}")
    if not seconds > 0:
        raise ValueError(f"bots play for more than 0 seconds, not {seconds:g}")
    connect(address)
    tally = Tally()
    began = time.monotonic()
    entrance = Entrance(session)
    async with asyncio.TaskGroup() as group:
        for number in range(count):
            lives = Lives(number, count, skill)
            group.create_task(_play(number, lives, address, entrance, tally, seconds))
    return tally.report(time.monotonic() - began)


async def _play(
    number: int,
    lives: Lives,
    address: str,
    entrance: Entrance,
    tally: Tally,
    seconds: float,
) -> None:
    """Run one bot for `seconds`, then leave properly."""
    await asyncio.sleep(number * STAGGER_SECONDS)
    async with connect(address, client="undertide bots") as link:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await BotPlayer(lives, entrance, tally, link).play()
