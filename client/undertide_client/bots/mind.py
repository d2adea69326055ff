"""The protocol of minds, which decide for one hero by its mirror, and a brain that runs one.

Pure: no clock, no I/O.
"""

from typing import Protocol

from undertide_client.model.mirror import Mirror
from undertide_shared.brains import Fate
from undertide_shared.messages import Intent, ServerMessage


class BotMind(Protocol):
    """A decider for one hero."""

    def decide(self, mirror: Mirror) -> Intent | None:
        """Return the next intent; None while there is nothing to decide.

        That is while the mirror shows no living hero, and while an auto action makes progress.
        """

    def refused(self, intent: Intent, mirror: Mirror) -> None:
        """Take in that the server refused an intent. `mirror` shows the state after that."""


class MirrorBrain:
    """A player of one hero from wire messages alone; see `undertide_shared.brains.Brain`."""

    def __init__(self, mind: BotMind) -> None:
        self._mind = mind
        self._mirror = Mirror()

    def hear(self, message: ServerMessage) -> None:
        """Take in a message. Raises OutOfStepError if a frame before it is missing."""
        self._mirror.apply(message)

    def decide(self) -> Intent | None:
        """Return the next intent, if there is anything to decide."""
        return self._mind.decide(self._mirror)

    def settled(self, intent: Intent, fate: Fate) -> None:
        """Take in the result of an intent."""
        if fate == "refused":
            self._mind.refused(intent, self._mirror)
