"""A brain that keeps a mirror of what it hears, and lets a mind decide by that. Pure."""

from undertide_client.bots.mind import BotMind
from undertide_client.model.mirror import Mirror
from undertide_shared.brains import Fate
from undertide_shared.messages import Intent, ServerMessage


class MirrorBrain:
    """Plays one hero from wire messages alone; see `undertide_shared.brains.Brain`."""

    def __init__(self, mind: BotMind) -> None:
        self._mind = mind
        self._mirror = Mirror()

    def hear(self, message: ServerMessage) -> None:
        """Take in a message. Raises OutOfStep when a frame is missing before it."""
        self._mirror.apply(message)

    def decide(self) -> Intent | None:
        """Return what to do now, if there is anything to decide."""
        return self._mind.decide(self._mirror)

    def settled(self, intent: Intent, fate: Fate) -> None:
        """Take in what became of an intent."""
        if fate == "refused":
            self._mind.refused(intent, self._mirror)
