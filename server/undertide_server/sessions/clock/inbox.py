"""Inputs that wait for a session's next step."""

from collections.abc import KeysView

from undertide_server.sessions.clock.journal_budget import JournalBudget
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.simulation.actions.intents import TIMELESS
from undertide_server.simulation.state.inputs import Asked, Input
from undertide_shared.messages import Intent

MAX_ASKED = 16
"""The most waiting intents of one seat: more than the rate limit lets through in a tick."""


class Inbox:
    """Inputs in the order in which a step takes them: seats first, then intents by seat.

    `budget` bounds how much each seat writes to the journal.
    """

    def __init__(self, budget: JournalBudget | None = None) -> None:
        self.budget = budget or JournalBudget()
        self.seating: list[Input] = []
        """Inputs about seats, which take effect at once."""
        self._asked: dict[int, list[Asked]] = {}
        self.asking: set[int] = set()
        """A live set of the seats with an intent that takes their turn: not a trade."""

    def __bool__(self) -> bool:
        return bool(self.seating or self._asked)

    @property
    def seats(self) -> KeysView[int]:
        """The seats whose intents wait, whether they take a turn or not."""
        return self._asked.keys()

    def add_seating(self, given: Input) -> None:
        """Add an input about a seat."""
        self.seating.append(given)

    def queue_intent(self, seat: int, sequence: int, intent: Intent, now: float) -> None:
        """Add an intent.

        Raises RequestRefusedError if too many of the seat's wait already, or if it has used up its
        share of the journal.
        """
        waiting = self._asked.setdefault(seat, [])
        if len(waiting) >= MAX_ASKED:
            raise RequestRefusedError(
                "too_fast", f"{MAX_ASKED} actions are already waiting", sequence
            )
        self.budget.pay_for_intent(seat, sequence, intent, now)
        waiting.append(Asked(seat, sequence, intent))
        if not isinstance(intent, TIMELESS):
            self.asking.add(seat)

    def drop_intents(self, seat: int) -> None:
        """Discard the intents of a seat whose player is gone."""
        self._asked.pop(seat, None)
        self.asking.discard(seat)

    def take_inputs(self) -> list[Input]:
        """Remove and return all inputs, in order."""
        taken, self.seating = self.seating, []
        for seat in sorted(self._asked):
            taken += self._asked[seat]
        self._asked.clear()
        self.asking.clear()
        return taken
