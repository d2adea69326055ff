"""What can be wrong with a display."""


class DisplayUnavailableError(Exception):
    """This display cannot work here.

    Attributes:
        reason: what is missing, for people.
        advice: what to do about it.
    """

    def __init__(self, reason: str, advice: str) -> None:
        super().__init__(f"{reason}: {advice}")
        self.reason = reason
        self.advice = advice
