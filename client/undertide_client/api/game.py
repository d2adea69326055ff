"""A place in a game: what can be seen from there, and what can be done."""

import asyncio
from dataclasses import dataclass
from typing import Self

from undertide_client.api.errors import ConnectionLostError
from undertide_client.model.mirror import Mirror, OutOfStepError
from undertide_client.net.intents import Fate
from undertide_client.net.link import Link
from undertide_client.net.status import LinkStatus
from undertide_shared.messages import Intent, Left, ServerMessage

ANSWERED = frozenset({"done", "refused", "lost"})


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an intent: whether it was carried out, and if not, why not."""

    done: bool
    reason: str = ""

    def __bool__(self) -> bool:
        return self.done


class Game:
    """A seat, a place among the spectators, or a replay. Iterate it to follow what happens.

    Each turn of the loop gives the `world` after something has changed. Whoever is slow sees the
    latest, not all that lay between. The loop ends when the run is over or the place is gone.
    """

    def __init__(self, link: Link) -> None:
        self.world = Mirror()
        """All that this place may know; the stream keeps it up to date."""
        self.link = link
        """The connection underneath, for what is not offered here."""
        self._changed = asyncio.Event()
        self._left = ""

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
        """Whether the run has ended, or this place is gone."""
        return bool(self._left) or self.world.ended is not None

    @property
    def reason(self) -> str:
        """Why the place is gone; empty while it is there."""
        return self._left

    # --- acting ------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Whether the latest intent has no outcome yet."""
        return bool(self.link.unanswered)

    async def act(self, intent: Intent) -> Outcome:
        """Ask something of the own hero, and return what became of it.

        An outage loses it: the outcome says so. Raises ConnectionLostError when the place goes
        meanwhile.
        """
        sequence = self.link.act(intent)
        while True:
            if self._left:
                raise ConnectionLostError(self._left)
            fate = self.link.fate
            outcome = _outcome_of(fate, sequence)
            if outcome is not None:
                return outcome
            await self._next_change()

    def say(self, text: str) -> None:
        """Talk to everyone in the session."""
        self.link.say(text)

    def follow(self, seat: int | None) -> None:
        """Look through the eyes of a seat's hero, or with none the party's: who only watches."""
        self.link.follow(seat)

    def play(self, speed: int = 100) -> None:
        """Let a replay run, at so many percent of the run's own time; 0 stands still."""
        self.link.play(speed)

    def seek(self, tick: int) -> None:
        """Go to a tick of a replay."""
        self.link.seek(tick)

    async def _next_change(self) -> None:
        """Wait for the next thing that happens, without taking it from the loop over the game."""
        self._changed.clear()
        await self._changed.wait()

    # --- what the stream brings --------------------------------------------------------------

    def hear(self, message: ServerMessage) -> None:
        """Take in a message of the server."""
        try:
            self.world.apply(message)
        except OutOfStepError:
            self.link.resync()
        if isinstance(message, Left):
            self._left = message.reason
        self._changed.set()

    def heed(self, status: LinkStatus) -> None:
        """Take in a change of the connection."""
        if status.phase == "gave up":
            self.end(status.reason)
        self._changed.set()

    def end(self, reason: str) -> None:
        """Note that the place is gone."""
        self._left = self._left or reason
        self._changed.set()


def _outcome_of(fate: Fate, sequence: int) -> Outcome | None:
    """Return what became of an intent; None while that is open."""
    if fate.sequence != sequence:
        return Outcome(done=False, reason="another intent came after it")
    if fate.stage not in ANSWERED:
        return None
    return Outcome(fate.stage == "done", fate.reason)
