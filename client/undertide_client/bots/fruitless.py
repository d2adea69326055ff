"""The memory of intents that lead nowhere at present. Pure."""

from undertide_client.bots.survey import Survey
from undertide_shared.geometry import Cell
from undertide_shared.messages import Cast, Craft, Intent, Perform, Use


class Fruitless:
    """The intents that changed nothing, or that the server refused, in the present situation.

    A refusal may cost a turn. So what was refused counts longer, whatever else changes: a spell
    until the hero leaves its cell, since some ground swallows magic, and an item or a piece of the
    forge until it leaves its floor. What was given up counts for good, such as a book about a spell
    that the hero knows.
    """

    def __init__(self) -> None:
        self._situation: tuple[object, ...] = ()
        self._here: tuple[int, Cell] | None = None
        self._intents: list[Intent] = []
        self._barred: list[Cast | Craft | Perform | Use] = []
        self._known: list[Intent] = []

    def __contains__(self, intent: Intent) -> bool:
        return any(intent in each for each in (self._intents, self._barred, self._known))

    def is_unchanged(self, view: Survey) -> bool:
        """Take in a moment. Return whether the situation is that of the last one."""
        if self._here != (view.branch, view.cell):
            left = self._here is not None and self._here[0] != view.branch
            self._barred = [
                each for each in self._barred if isinstance(each, Craft | Use) and not left
            ]
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

    def give_up(self, intent: Intent) -> None:
        """Note an intent that will never be of use again."""
        self._known.append(intent)

    def refuse(self, intent: Intent) -> None:
        """Note an intent that the server refused."""
        self.add(intent)
        if isinstance(intent, Cast | Craft | Perform | Use):
            self._barred.append(intent)
