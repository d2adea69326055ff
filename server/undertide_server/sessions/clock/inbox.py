"""Inputs that wait for a session's next step, and how many each seat may give. Pure."""

from collections.abc import Set
from math import inf
from typing import Final

import msgspec
from msgspec import Struct

from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.simulation.actions.intents import AT_ONCE
from undertide_server.simulation.state.inputs import Asked, Input
from undertide_shared.messages import Intent, MarkCell
from undertide_shared.token_bucket import TokenBucket

HOUR: Final = 3600.0
STEP_BYTES: Final = 32
"""Bytes of a step besides the intent that asked for it: its number and the moves of its floors."""
RETURN_BYTES: Final = 256
"""Bytes of a return to a seat: the loss before it, a step for each, and the new token."""
FULL: Final = "you did so much that your share of the run's journal is used up: wait a minute"
_encoder = msgspec.msgpack.Encoder()


class JournalBudget:
    """The journal's bytes by seat: `an_hour` at once, and as many an hour in the long run.

    So nobody fills the disk, not even with actions that the rules allow.
    """

    def __init__(self, an_hour: float = inf) -> None:
        self._an_hour = an_hour
        self._buckets: dict[int, TokenBucket] = {}

    def pay_for_intent(self, seat: int, sequence: int, intent: Intent, now: float) -> None:
        """Count an intent. Raises RequestRefusedError if the seat has no bytes left for it."""
        self._take(seat, STEP_BYTES + len(_encoder.encode(intent)), now, sequence)

    def pay_for_return(self, seat: int, now: float) -> None:
        """Count a player's return to a seat. Raises RequestRefusedError if no bytes are left."""
        self._take(seat, RETURN_BYTES, now, None)

    def _take(self, seat: int, size: int, now: float, sequence: int | None) -> None:
        bucket = self._buckets.get(seat)
        if bucket is None:
            rate = self._an_hour / HOUR
            bucket = self._buckets[seat] = TokenBucket(rate, self._an_hour, now)
        if not bucket.spend(now, size):
            raise RequestRefusedError("too_fast", FULL, sequence)


MARKS_AT_ONCE: Final = 4
"""Marks of one seat in quick succession: a danger, some loot, and a mistake or two."""
MARKS_PER_SECOND: Final = 1 / 3
"""Marks of one seat in the long run: each writes a line into everybody's log."""
TOO_MANY: Final = "you mark too often: wait a moment"


class MarkRate:
    """The marks that each seat may still place. Times are seconds of the session's clock."""

    def __init__(self) -> None:
        self._buckets: dict[int, TokenBucket] = {}

    def count(self, seat: int, sequence: int, now: float) -> None:
        """Count a mark of a seat. Raises RequestRefusedError if it comes too soon."""
        bucket = self._buckets.get(seat)
        if bucket is None:
            bucket = self._buckets[seat] = TokenBucket(MARKS_PER_SECOND, MARKS_AT_ONCE, now)
        if not bucket.spend(now):
            raise RequestRefusedError("too_fast", TOO_MANY, sequence)


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
