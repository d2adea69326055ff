"""R6 and R8 on records: the levels of a piece of gear, and the limits that it keeps.

The makers of gear use it, and so do the checks that promise that gear can be made.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from undertide_server.content.records.gear import (
    ARMS,
    MOST_RESISTANCE,
    STATS,
    Affix,
    GearSort,
    Stat,
    Stats,
)

RESISTANCE = "res."
"""Start of the name of a resistance stat; the damage type follows."""
MOST_PHYSICAL = 1
"""R6: most physical resistance of one piece."""

Limit = Literal["weapon_resistance", "shield_physical", "physical_resistance", "total_resistance"]
"""The limits of R6 on one piece, by their names in refusals and faults."""

WORDS: Mapping[Limit, str] = {
    "weapon_resistance": "weapons carry no resistance",
    "shield_physical": "shields carry no physical resistance",
    "physical_resistance": f"no piece carries more than {MOST_PHYSICAL} physical resistance",
    "total_resistance": f"no piece carries more than {MOST_RESISTANCE} resistance in all",
}
"""The text of each limit."""


class LimitBrokenError(Exception):
    """An error: R6 doesn't allow a piece of gear."""

    def __init__(self, limit: Limit) -> None:
        super().__init__(f"{WORDS[limit]} ({limit})")
        self.limit = limit


def levels_of(base: Stats, affixes: Iterable[tuple[Affix, int]] = ()) -> dict[Stat, int]:
    """Return a piece's levels by stat, those of its base and of its affixes together.

    Stats come in the order of `STATS`; sums of 0 are left out.
    """
    total = dict(base)
    for affix, times in affixes:
        for stat, level in affix.stats.items():
            total[stat] = total.get(stat, 0) + level * times
    return {stat: total[stat] for stat in STATS if total.get(stat)}


def resistance_of(levels: Mapping[Stat, int]) -> int:
    """Return the total resistance of a piece. Negative resistance to a type counts as 0."""
    return sum(max(0, level) for stat, level in levels.items() if stat.startswith(RESISTANCE))


def broken_limits(sort: GearSort, levels: Mapping[Stat, int]) -> Iterator[Limit]:
    """Yield the limits of R6 that a piece breaks."""
    physical, total = levels.get("res.physical", 0), resistance_of(levels)
    if sort in ARMS and total > 0:
        yield "weapon_resistance"
    elif sort == "shield" and physical > 0:
        yield "shield_physical"
    if physical > MOST_PHYSICAL:
        yield "physical_resistance"
    if total > MOST_RESISTANCE:
        yield "total_resistance"


def hold_limits(sort: GearSort, levels: Mapping[Stat, int]) -> None:
    """Raise LimitBrokenError with the first limit of R6 that a piece breaks."""
    for limit in broken_limits(sort, levels):
        raise LimitBrokenError(limit)


def highest_level(affix: Affix, floor: int) -> int:
    """Return the highest level that an affix has on a floor; 0 above its first floor."""
    if floor < affix.floor:
        return 0
    return min(affix.levels, 1 + (floor - affix.floor) // affix.step)
