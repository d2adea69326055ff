"""What a brain remembers: the floors of its hero, and intents that lead nowhere now. Pure."""

from dataclasses import dataclass

from undertide_client.bots.personality import Personality
from undertide_client.bots.survey import Survey
from undertide_shared.geometry import Cell
from undertide_shared.messages import Cast, Climb, Craft, Explore, Intent, Perform, Use


@dataclass(slots=True)
class VisitedFloor:
    """A brain's memory of one floor. A run has a bounded number of floors."""

    known: int = 0
    """Most cells known so far."""
    outings: int = 0
    """How often the hero set out to explore."""
    explored_with: int = -1
    """Number of cells known when nothing was left to explore."""
    waits: int = 0
    """Decisions to wait for lost companions since all were together."""
    spent: bool = False
    """Whether the hero left it upwards because there was nothing more to do."""
    warned: bool = False
    """Whether the server refused once to let the hero leave, to warn of an amulet."""

    def is_explored(self, view: Survey) -> bool:
        """Return whether nothing was left to explore, and no more is known since."""
        return self.explored_with == view.known_cells

    def record_intent(self, view: Survey, intent: Intent) -> None:
        """Remember the consequence of an intent."""
        self.outings += isinstance(intent, Explore)
        leaves = isinstance(intent, Climb) and view.cell in view.stairs("up")
        self.spent |= leaves and self.is_explored(view) and not view.hunters

    def is_enough(self, view: Survey, personality: Personality) -> bool:
        """Return whether it is time to leave this floor."""
        tired = self.outings >= personality.diligence
        return self.is_explored(view) or tired or view.tide >= personality.tide_limit


class Floors:
    """The memories of all floors, by branch."""

    def __init__(self) -> None:
        self._floors: dict[int, VisitedFloor] = {}

    def here(self, view: Survey) -> VisitedFloor:
        """Return the memory of the hero's floor."""
        return self._floors.setdefault(view.branch, VisitedFloor())

    def spent(self, view: Survey) -> set[int]:
        """Return the branches that need no other visit; none once the party holds all amulets."""
        if view.holds_all_amulets:
            return set()
        return {branch for branch, floor in self._floors.items() if floor.spent}


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

    def drop_situation(self) -> None:
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
