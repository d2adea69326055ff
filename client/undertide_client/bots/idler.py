"""The mind of a hero that never moves: what the tide is for. Pure."""

from undertide_client.bots.survey import survey
from undertide_client.model.mirror import Mirror
from undertide_shared.messages import Intent, Wait


class Idler:
    """Lets one moment pass after the other."""

    def decide(self, mirror: Mirror) -> Intent | None:
        """Wait, as long as there is a living hero to wait."""
        return Wait() if survey(mirror) is not None else None

    def refused(self, intent: Intent, mirror: Mirror) -> None:
        """Wait on."""
