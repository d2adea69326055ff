"""The facts about a session's players that delayed spectators and the lobby may know. Pure."""

from collections import deque
from typing import Final, NamedTuple

from msgspec import Struct

from undertide_shared.messages import LobbyHero, PersonInfo, SeatInfo

MOST_WAITING: Final = 200
"""Changes that wait at a time. Beyond that, the newest replaces the one before it."""


class PlayerFacts(NamedTuple):
    """The players of a session, and how far they have come."""

    seats: tuple[SeatInfo, ...] = ()
    people: tuple[PersonInfo, ...] = ()
    host: str = ""
    """Name of the party leader; empty if there is none."""
    depth: int = 0
    """Number of the deepest floor that a hero has entered; 0 before the first one."""
    party: tuple[LobbyHero, ...] = ()
    """The heroes that the lobby names."""
    elapsed: int = 0
    """Milliseconds of real time that the run has taken, in units of `ELAPSED_STEP`."""
    ended: bool = False
    """Whether the run is over."""


class FactsOverTime(Struct, frozen=True, array_like=True):
    """The facts that outsiders know, and those that wait, for the node that goes on with a run."""

    shown: PlayerFacts
    waiting: list[tuple[float, PlayerFacts]]


class LateFacts:
    """The facts of `delay` seconds ago; none are noted where there is no delay.

    Times are those of the session's clock.
    """

    def __init__(self, delay: float) -> None:
        self.delay = delay
        self.shown = PlayerFacts()
        """The facts that may be known by now."""
        self._waiting: deque[tuple[float, PlayerFacts]] = deque()

    @property
    def latest(self) -> PlayerFacts:
        """The facts of the last note."""
        return self._waiting[-1][1] if self._waiting else self.shown

    def memory(self) -> FactsOverTime:
        """Return the state of the facts for the next node."""
        return FactsOverTime(self.shown, list(self._waiting))

    def restore(self, memory: FactsOverTime, shift: float) -> None:
        """Restore the state of another node; its times count `shift` seconds later here."""
        self.shown = memory.shown
        self._waiting = deque((at + shift, facts) for at, facts in memory.waiting)

    def record_facts(self, now: float, facts: PlayerFacts) -> None:
        """Note the facts of this moment."""
        if facts == self.latest:
            return
        if len(self._waiting) >= MOST_WAITING:
            self._waiting.pop()
        self._waiting.append((now, facts))

    def due(self) -> float | None:
        """Return when other facts may be known; None if none wait."""
        return self._waiting[0][0] + self.delay if self._waiting else None

    def is_due(self, now: float) -> bool:
        """Return whether other facts may be known by now."""
        due = self.due()
        return due is not None and now >= due

    def release(self, now: float) -> None:
        """Make the facts known that are old enough."""
        while self._waiting and now >= self._waiting[0][0] + self.delay:
            self.shown = self._waiting.popleft()[1]
