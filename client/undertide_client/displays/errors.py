"""The errors of displays."""


class DisplayUnavailableError(Exception):
    """This display can't work here. `reason` says what is missing, `advice` how to help."""

    def __init__(self, reason: str, advice: str) -> None:
        super().__init__(f"{reason}: {advice}")
        self.reason = reason
        self.advice = advice
