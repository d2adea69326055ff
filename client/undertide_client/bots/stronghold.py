"""The way out of a fight that goes badly: candidates, best first. Pure.

Only monsters beside a hero follow it by stairs, and no time passes on a floor that all heroes have
left. So heroes who leave in time fight few of their foes on the other floor, rest there, and come
back to the others, which are as hurt as before.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from undertide_client.bots.survey import Survey
from undertide_shared.geometry import Cell, distance
from undertide_shared.messages import Climb, Intent, Travel

LAST_STEPS: Final = 3
"""Most steps to stairs that a hero runs with a foe beside it."""
SHORT_RUN: Final = 10
"""Most steps to stairs that it runs otherwise: on a longer way, foes shoot it down."""
WEAK: Final = 45
"""Percent of life at which a hero leaves a fight, and its companions with it."""
RECOVERED: Final = 60
"""Percent of life from which on a hero may go back to those whom it fled from."""
MOST_FLIGHTS: Final = 2
"""Flights from one floor after which a hero fights there to the end: its foes heal as well."""
NEARLY_WON: Final = 40
"""Percent of life of all hunters together below which nobody leaves a fight."""


def is_failing(survey: Survey) -> bool:
    """Return whether the hero, or a companion in sight, is too weak for the fight."""
    weak = any(one.seat in survey.near and one.health < WEAK for one in survey.party)
    strength = sum(foe.health for foe in survey.hunters)
    return strength > NEARLY_WON and (survey.health < WEAK or weak)


def leave(survey: Survey) -> Iterator[Intent]:
    """Yield the climb, or a short run to stairs: with a foe beside the hero, only a few steps."""
    stairs = _known_stairs(survey)
    if survey.cell in stairs:
        yield Climb()
    beset = any(foe.apart == 1 for foe in survey.hunters)
    run = LAST_STEPS if beset else SHORT_RUN
    for cell in stairs:
        if 0 < distance(cell, survey.cell) <= run:
            yield Travel(*cell)


class Flight:
    """A memory of flights by stairs, so that a hero doesn't run to and fro."""

    def __init__(self) -> None:
        self._branch = 0
        self._hunters = 0
        self._flights: Counter[int] = Counter()
        """Flights by the branch that they led away from."""

    def record_intent(self, survey: Survey, intent: Intent) -> None:
        """Take in what a hero does: a climb away from hunters is a flight."""
        if isinstance(intent, Climb) and survey.hunters:
            self._branch, self._hunters = survey.branch, len(survey.hunters)
            self._flights[survey.branch] += 1
        elif survey.health >= RECOVERED:
            self._branch = 0

    def is_pointless(self, survey: Survey) -> bool:
        """Return whether the hero has fled from this floor too often to flee again."""
        return self._flights[survey.branch] >= MOST_FLIGHTS

    def leads_back(self, survey: Survey, intent: Intent) -> bool:
        """Return whether an intent leads back to hunters who are no fewer than those here."""
        if not self._branch or len(survey.hunters) > self._hunters:
            return False
        if isinstance(intent, Climb):
            return survey.leads_to(survey.cell) == self._branch
        return isinstance(intent, Travel) and survey.leads_to((intent.x, intent.y)) == self._branch


def _known_stairs(survey: Survey) -> list[Cell]:
    """Return the stairs of this floor, nearest first; those that companions took come first."""
    away = {one.branch for one in survey.party if one.branch != survey.branch}
    stairs = [*survey.stairs("up"), *survey.stairs("down")]
    return sorted(
        stairs, key=lambda cell: (survey.leads_to(cell) not in away, distance(cell, survey.cell))
    )
