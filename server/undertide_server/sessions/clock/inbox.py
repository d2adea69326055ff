"""Inputs that wait for a session's next step."""

from collections.abc import Set

from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.simulation.state.inputs import Asked, Input
from undertide_shared.messages import Intent

MAX_ASKED = 16
"""Intents of one seat that wait for a step: more than the edge's rate lets through in a beat."""


class Inbox:
    """Inputs in the order in which a step takes them: seats first, then intents by seat."""

    def __init__(self) -> None:
        self.seating: list[Input] = []
        """What waits about seats: it takes effect at once."""
        self._asked: dict[int, list[Asked]] = {}
        self.asking: Set[int] = self._asked.keys()
        """The seats whose intents wait, until they are taken: it follows what is asked."""

    def __bool__(self) -> bool:
        return bool(self.seating or self._asked)

    def add_seating(self, given: Input) -> None:
        """Add an input about a seat."""
        self.seating.append(given)

    def queue_intent(self, seat: int, sequence: int, intent: Intent) -> None:
        """Add an intent. Raises RequestRefusedError when too many of the seat's wait already."""
        waiting = self._asked.setdefault(seat, [])
        if len(waiting) >= MAX_ASKED:
            raise RequestRefusedError(
                "too_fast", f"{MAX_ASKED} intents are waiting already", sequence
            )
        waiting.append(Asked(seat, sequence, intent))

    def drop_intents(self, seat: int) -> None:
        """Forget the intents of a seat whose player is gone."""
        self._asked.pop(seat, None)

    def take_inputs(self) -> list[Input]:
        """Return everything, in order, and be empty."""
        taken, self.seating = self.seating, []
        for seat in sorted(self._asked):
            taken += self._asked[seat]
        self._asked.clear()
        return taken
