"""A brain that mirrors the messages it gets, and decides with a mind. Pure."""

from undertide_client.bots.mind import BotMind
from undertide_client.model.mirror import Mirror
from undertide_shared.brains import Fate
from undertide_shared.messages import Intent, ServerMessage


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
