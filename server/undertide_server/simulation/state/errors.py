"""How an action says that it can't be done."""


class ActionRefusedError(Exception):
    """An intent that can't be carried out. `reason` is told to its player; no time passes."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
