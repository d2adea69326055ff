"""A place in a game: its view of the world, and its actions."""

import asyncio
from dataclasses import dataclass
from typing import Final, Self

from undertide_client.api.errors import ConnectionLostError
from undertide_client.api.pauses import FailurePause, retry_waits
from undertide_client.model.mirror import Mirror, OutOfStepError
from undertide_client.net.intents import Fate
from undertide_client.net.link import Link
from undertide_client.net.status import LinkStatus
from undertide_shared.messages import Intent, Left, ServerMessage

ANSWERED = frozenset({"done", "refused", "lost"})
SILENT_SECONDS: Final = 30.0
"""Time for which the server may say nothing about an intent: longer than another node takes to go
on with the run of one that died."""
WAITING_SECONDS: Final = 600.0
"""Time for which an intent may wait that has arrived: companions may think as long about a turn."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of an intent: whether the hero did it, and if not, why not."""

    done: bool
    reason: str = ""

    def __bool__(self) -> bool:
        return self.done


class Game:
    """A seat, a spectator's place, or a replay. Iterate over it to follow the game.

    Each turn of the loop gives the `world` after a change. A slow program sees the latest state and
    misses those between. The loop ends when the run is over or the place is gone.
    """

    def __init__(self, link: Link) -> None:
        self.world = Mirror()
        """All that this place may know. The stream keeps it up to date."""
        self.link = link
        """The connection underneath, for requests that this class doesn't offer."""
        self._changed = asyncio.Event()
        self._left = ""
        self._pause = FailurePause()

    # --- following ---------------------------------------------------------------------------

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Mirror:
        await self._changed.wait()
        self._changed.clear()
        if self.over:
            self._changed.set()
            raise StopAsyncIteration
        return self.world

    @property
    def over(self) -> bool:
        """Return whether the run has ended, or this place is gone."""
        return bool(self._left) or self.world.ended is not None

    @property
    def reason(self) -> str:
        """Return the reason why the place is gone; empty while it is there."""
        return self._left

    # --- acting ------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Return whether the latest intent has no outcome yet, or an auto action goes on."""
        hero = self.world.hero
        is_own = self.world.following == self.world.seat
        goes_on = hero is not None and is_own and hero.activity != "none"
        return bool(self.link.unanswered) or goes_on

    async def act(self, intent: Intent) -> Outcome:
        """Send an intent of the own hero, and return its result.

        It waits for a moment after a refusal or a loss, and sends an intent again that came too
        fast for the server. An outage loses the intent, and the result says so: at once while there
        is no connection. So it does if the server says nothing for `SILENT_SECONDS`, or lets the
        intent wait for `WAITING_SECONDS`; it may carry it out later.

        Raises:
            ConnectionLostError: The place goes in the meantime.
        """
        await self._pause.over()
        fate = await self._fate_of(self.link.act(intent))
        for seconds in retry_waits():
            if fate.code != "too_fast":
                break
            await asyncio.sleep(seconds)
            fate = await self._fate_of(self.link.act(intent))
        if fate.stage != "done":
            self._pause.begin()
        return Outcome(fate.stage == "done", fate.reason)

    async def _fate_of(self, sequence: int) -> Fate:
        """Wait for the end of an intent, but not for ever."""
        loop, bound = asyncio.get_running_loop(), SILENT_SECONDS
        began = loop.time()
        try:
            async with asyncio.timeout(bound) as limit:
                while True:
                    if self._left:
                        raise ConnectionLostError(self._left)
                    fate = self.link.fate
                    if fate.sequence != sequence:
                        return Fate(sequence, "lost", "another action replaced it")
                    if fate.stage in ANSWERED:
                        return fate
                    bound = SILENT_SECONDS if fate.stage == "sent" else WAITING_SECONDS
                    limit.reschedule(began + bound)
                    await self._next_change()
        except TimeoutError:
            return Fate(sequence, "lost", f"the server has not answered within {bound:g} s")

    def say(self, text: str) -> None:
        """Talk to everyone in the session."""
        self.link.say(text)

    def follow(self, seat: int | None) -> None:
        """Look through the eyes of a seat's hero, or of the party: for those who only watch."""
        self.link.follow(seat)

    def play(self, speed: int = 100) -> None:
        """Run a replay at a speed in percent of the run's own time; 0 stands still."""
        self.link.play(speed)

    def seek(self, tick: int) -> None:
        """Go to a tick of a replay."""
        self.link.seek(tick)

    async def _next_change(self) -> None:
        """Wait for the next change. The loop over the game still gets it."""
        self._changed.clear()
        await self._changed.wait()

    # --- what the stream brings --------------------------------------------------------------

    def hear(self, message: ServerMessage) -> None:
        """Take in a message from the server."""
        try:
            self.world.apply(message)
        except OutOfStepError:
            self.link.resync()
        if isinstance(message, Left):
            self._left = message.reason
        self._changed.set()

    def heed(self, status: LinkStatus) -> None:
        """Take in a change of the connection."""
        if status.has_ended:
            self.end(status.reason)
        self._changed.set()

    def end(self, reason: str) -> None:
        """Note that the place is gone."""
        self._left = self._left or reason
        self._changed.set()
