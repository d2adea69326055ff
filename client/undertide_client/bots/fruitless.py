"""The memory of intents that lead nowhere at present. Pure."""

from undertide_client.bots.survey import Survey
from undertide_shared.geometry import Cell
from undertide_shared.messages import Cast, Intent, Use


class Fruitless:
    """The intents that changed nothing, or that the server refused, in the present situation.

    A refusal may cost a turn. So what was refused counts longer, whatever else changes: a spell
    until the hero leaves its cell, since some ground swallows magic, and an item until it leaves
    its floor, since nobody learns a spell twice.
    """

    def __init__(self) -> None:
        self._situation: tuple[object, ...] = ()
        self._here: tuple[int, Cell] | None = None
        self._intents: list[Intent] = []
        self._barred: list[Cast | Use] = []

    def __contains__(self, intent: Intent) -> bool:
        return intent in self._intents or intent in self._barred

    def is_unchanged(self, view: Survey) -> bool:
        """Take in a moment. Return whether the situation is that of the last one."""
        if self._here != (view.branch, view.cell):
            left = self._here is not None and self._here[0] != view.branch
            self._barred = [] if left else [each for each in self._barred if isinstance(each, Use)]
            self._here = view.branch, view.cell
        same = view.situation == self._situation
        self._situation = view.situation
        return same

    def forget(self) -> None:
        """Forget what a change of the situation makes possible again."""
        self._intents.clear()

    def add(self, intent: Intent) -> None:
        """Note an intent that changed nothing."""
        self._intents.append(intent)

    def refuse(self, intent: Intent) -> None:
        """Note an intent that the server refused."""
        self.add(intent)
        if isinstance(intent, Cast | Use):
            self._barred.append(intent)
