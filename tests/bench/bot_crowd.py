"""Bots that play, counted: `bot_crowd.py ADDRESS SESSIONS BOTS`, so many bots in each session.

Questions: "counts" of the frames that arrived, and "fights", what arrived in seconds in which a
hero fought.
"""

import asyncio
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from answering import answer

from undertide_client.bots.player import BotPlayer, Entrance, Lives
from undertide_client.bots.report import Tally
from undertide_client.net.backoff import FIRST_CONTACT, OUTAGE
from undertide_client.net.dialogue import Dialogue
from undertide_client.net.link import Event, Link, connect
from undertide_client.net.status import LinkStatus
from undertide_client.saved.tokens import MemoryTokens
from undertide_shared.codec import encode
from undertide_shared.messages import Created, Delta, Error, Keyframe, Line, ServerMessage

ARRIVAL_SECONDS: Final = 0.02
"""Between two bots: everyone at once would be a storm, not a game."""
AGAIN_SECONDS: Final = 0.2
"""Until another session is asked for: a server makes some in a second."""
BLOWS: Final = (" hit ", " hits ", " shoot ", " shoots ", " no harm to ")
"""What a line says when a blow falls. A hero's log tells of those alone that it deals or takes."""


@dataclass
class Second:
    """What one bot was sent in one second."""

    fought: bool = False
    deltas: int = 0
    keyframes: int = 0
    others: int = 0


@dataclass
class Crowd:
    """What arrived at all bots."""

    frames: int = 0
    frame_bytes: int = 0
    seconds: dict[tuple[int, int], Second] = field(default_factory=dict)
    links: list["CountedLink"] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)

    def hear(self, number: int, message: ServerMessage) -> None:
        """Count a message that arrived at a bot."""
        size = len(encode(message))
        second = self.seconds.setdefault((number, int(time.monotonic())), Second())
        on_wire = size + (2 if size < 126 else 4)
        match message:
            case Delta(lines=lines):
                second.deltas += on_wire
                second.fought |= any(map(_is_blow, lines))
            case Keyframe():
                second.keyframes += on_wire
            case _:
                second.others += on_wire
                return
        self.frames += 1
        self.frame_bytes += size

    def counts(self, _details: dict[str, Any]) -> dict[str, object]:
        """Return the frames that arrived so far, and how many bots play now."""
        return {
            "frames": self.frames,
            "bytes": self.frame_bytes,
            "playing": sum(link.playing for link in self.links),
            "intents": self.tally.intents,
            "deaths": self.tally.deaths,
            "faults": self.tally.report(1.0).errors,
            "cpu": time.process_time(),
        }

    def fights(self, _details: dict[str, Any]) -> dict[str, int]:
        """Return what arrived in the seconds of fights, and how many there were."""
        fought = [second for second in list(self.seconds.values()) if second.fought]
        return {
            "seconds": len(fought),
            "deltas": sum(second.deltas for second in fought),
            "keyframes": sum(second.keyframes for second in fought),
            "others": sum(second.others for second in fought),
        }


def _is_blow(line: Line) -> bool:
    return any(word in line.text for word in BLOWS)


class CountedLink(Link):
    """A link that shows what comes to a counter before its player gets it."""

    def __init__(self, address: str, heard: Callable[[ServerMessage], None]) -> None:
        dialogue = Dialogue(address, "undertide bench", MemoryTokens())
        super().__init__(address, dialogue, FIRST_CONTACT, OUTAGE)
        self._heard = heard

    async def __anext__(self) -> Event:
        event = await super().__anext__()
        if not isinstance(event, LinkStatus):
            self._heard(event)
        return event


async def make_session(address: str) -> str:
    """Make a session in real time and return its id. One link may not make many at once."""
    async with connect(address, client="undertide bench") as link:
        async for event in link:
            if isinstance(event, Created):
                return event.session
            if isinstance(event, Error):
                await asyncio.sleep(AGAIN_SECONDS)
            if isinstance(event, Error) or (
                isinstance(event, LinkStatus) and event.phase == "connected"
            ):
                link.create(pace="real")
    raise RuntimeError("the server made no session")


async def play(crowd: Crowd, number: int, lives: Lives, address: str, session: str) -> None:
    """Let one bot play until the process is ended."""
    await asyncio.sleep(number * ARRIVAL_SECONDS)
    async with CountedLink(address, lambda message: crowd.hear(number, message)) as link:
        crowd.links.append(link)
        await BotPlayer(lives, Entrance(session), crowd.tally, link).play()


async def main(crowd: Crowd, address: str, sessions: int, bots: int) -> None:
    """Fill sessions with bots."""
    made = [await make_session(address) for _ in range(sessions)]
    async with asyncio.TaskGroup() as group:
        for number in range(sessions * bots):
            lives = Lives(number, sessions * bots)
            group.create_task(play(crowd, number, lives, address, made[number // bots]))


if __name__ == "__main__":
    the_crowd = Crowd()
    answer(
        {
            "counts": the_crowd.counts,
            "fights": the_crowd.fights,
        }
    )
    asyncio.run(main(the_crowd, sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
