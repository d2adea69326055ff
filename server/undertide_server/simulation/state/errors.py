"""The error of an action that the rules don't allow."""


class ActionRefusedError(Exception):
    """An intent that the hero can't carry out. Its player reads `reason`; no time passes."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
