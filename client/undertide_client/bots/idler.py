"""The mind of a hero that never moves: prey for the tide. Pure."""

from undertide_client.bots.survey import survey
from undertide_client.model.mirror import Mirror
from undertide_shared.messages import Intent, Wait


class Idler:
    """A mind that always waits."""

    def decide(self, mirror: Mirror) -> Intent | None:
        """Wait, as long as there is a living hero."""
        return Wait() if survey(mirror) is not None else None

    def refused(self, intent: Intent, mirror: Mirror) -> None:
        """Ignore the refusal and wait on."""
