"""The protocol of minds, which decide for one hero by its mirror. Pure: no clock, no I/O."""

from typing import Protocol

from undertide_client.model.mirror import Mirror
from undertide_shared.messages import Intent


class BotMind(Protocol):
    """A decider for one hero."""

    def decide(self, mirror: Mirror) -> Intent | None:
        """Return the next intent; None while there is nothing to decide.

        That is while the mirror shows no living hero, and while an auto action makes progress.
        """

    def refused(self, intent: Intent, mirror: Mirror) -> None:
        """Take in that the server refused an intent. `mirror` shows the state after that."""
