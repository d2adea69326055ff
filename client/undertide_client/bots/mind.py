"""What decides for one hero, by what its mirror shows. Pure: no clock, no I/O."""

from typing import Protocol

from undertide_client.model.mirror import Mirror
from undertide_shared.messages import Intent


class BotMind(Protocol):
    """One hero's will."""

    def decide(self, mirror: Mirror) -> Intent | None:
        """Return what to do now; None while there is nothing to decide.

        That is when no living hero is shown, and while an errand goes well.
        """

    def refused(self, intent: Intent, mirror: Mirror) -> None:
        """Take in that an intent was refused, with the mirror as it is after that."""
