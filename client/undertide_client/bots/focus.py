"""The foe that heroes of one company strike together. Pure.

Each hero chooses alone, by what all of them see, so that most choose the same foe.
"""

from collections.abc import Iterable

from undertide_client.bots.sights import Foe
from undertide_client.bots.survey import Survey
from undertide_shared.geometry import distance


def foremost(survey: Survey, foes: Iterable[Foe]) -> list[Foe]:
    """Return foes in the order in which a company strikes them.

    Hunters come first; among them those that most heroes stand beside, and then the most hurt.
    """
    heroes = [survey.cell, *survey.near.values()]

    def place(foe: Foe) -> tuple[bool, int, int, tuple[int, int]]:
        beside = sum(distance(foe.cell, hero) == 1 for hero in heroes)
        return not foe.hunts, -beside, foe.health, foe.cell

    return sorted(foes, key=place)
