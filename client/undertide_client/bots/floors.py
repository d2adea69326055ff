"""A mind's memory of the floors that its hero has been on. Pure."""

from dataclasses import dataclass

from undertide_client.bots.personality import Personality
from undertide_client.bots.survey import Survey
from undertide_shared.messages import Climb, Explore, Intent


@dataclass(slots=True)
class VisitedFloor:
    """A mind's memory of one floor. A run has a bounded number of floors."""

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

    def note(self, view: Survey, intent: Intent) -> None:
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
