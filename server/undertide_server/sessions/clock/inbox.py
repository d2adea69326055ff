"""Inputs that wait for a session's next step."""

from collections.abc import Set

from msgspec import Struct

from undertide_server.sessions.clock.journal_budget import JournalBudget
from undertide_server.sessions.clock.mark_rate import MarkRate
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.simulation.actions.intents import AT_ONCE
from undertide_server.simulation.state.inputs import Asked, Input
from undertide_shared.messages import Intent, MarkCell

MAX_ASKED = 16
"""The most waiting intents of one seat: more than the rate limit lets through in a tick."""


class WaitingIntents(Struct, frozen=True, array_like=True):
    """The intents that wait for a step, for the node that goes on with the run."""

    at_once: list[Asked]
    """Those that take no time, in order of arrival."""
    asked: list[Asked]
    """Those that wait for a turn or a tick, each seat's in order of arrival."""


class Inbox:
    """Inputs in the order in which a step takes them.

    First come those about seats, then intents that take no time, then the others by seat.
    `budget` bounds how much each seat writes to the journal.
    """

    def __init__(self, budget: JournalBudget | None = None) -> None:
        self.budget = budget or JournalBudget()
        self.seating: list[Input] = []
        """Inputs about seats, which take effect at once."""
        self._asked: dict[int, list[Asked]] = {}
        self.asking: Set[int] = self._asked.keys()
        """A live set of the seats whose intents wait for a turn or a tick."""
        self.at_once: list[Asked] = []
        """Intents that take no time, in order of arrival. No turn waits for them."""
        self._mark_rate = MarkRate()

    def __bool__(self) -> bool:
        return bool(self.seating or self.at_once or self._asked)

    def add_seating(self, given: Input) -> None:
        """Add an input about a seat."""
        self.seating.append(given)

    def queue_intent(self, seat: int, sequence: int, intent: Intent, now: float) -> None:
        """Add an intent.

        Raises RequestRefusedError if too many of the seat's wait already, if it marks too often, or
        if it has used up its share of the journal.
        """
        if isinstance(intent, MarkCell):
            self._mark_rate.count(seat, sequence, now)
        if self._waiting(seat) >= MAX_ASKED:
            raise RequestRefusedError(
                "too_fast", f"{MAX_ASKED} actions are already waiting", sequence
            )
        self.budget.pay_for_intent(seat, sequence, intent, now)
        asked = Asked(seat, sequence, intent)
        if type(intent) in AT_ONCE:
            self.at_once.append(asked)
        else:
            self._asked.setdefault(seat, []).append(asked)

    def _waiting(self, seat: int) -> int:
        """Return how many intents of a seat wait."""
        at_once = sum(asked.seat == seat for asked in self.at_once)
        return at_once + len(self._asked.get(seat, ()))

    def drop_intents(self, seat: int) -> None:
        """Discard the intents of a seat whose player is gone."""
        self._asked.pop(seat, None)
        self.at_once = [asked for asked in self.at_once if asked.seat != seat]

    def memory(self) -> WaitingIntents:
        """Return the intents that wait."""
        return WaitingIntents(
            self.at_once, [asked for each in self._asked.values() for asked in each]
        )

    def restore(self, memory: WaitingIntents) -> None:
        """Go on with the intents that waited on another node. They were checked there."""
        self.at_once = list(memory.at_once)
        for asked in memory.asked:
            self._asked.setdefault(asked.seat, []).append(asked)

    def last_sequence(self, seat: int) -> int:
        """Return the highest sequence among the waiting intents of a seat; 0 if none waits."""
        waiting = (*self.at_once, *self._asked.get(seat, ()))
        return max((asked.sequence for asked in waiting if asked.seat == seat), default=0)

    def take_inputs(self) -> list[Input]:
        """Remove and return all inputs, in order."""
        taken, self.seating, self.at_once = self.seating + self.at_once, [], []
        for seat in sorted(self._asked):
            taken += self._asked[seat]
        self._asked.clear()
        return taken
