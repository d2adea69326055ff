"""R7: experience and levels."""

from bisect import bisect_right
from collections.abc import Sequence
from operator import attrgetter

from undertide_server.content.records.heroes import HeroLevel

BY_EXPERIENCE = attrgetter("experience")
"""The sort key of levels, which rise in it."""


def level_for(experience: int, levels: Sequence[HeroLevel]) -> int:
    """Return the level, from 1, for a total of `experience`."""
    return max(1, bisect_right(levels, experience, key=BY_EXPERIENCE))


def lowered(experience: int, levels: Sequence[HeroLevel], by: int) -> int:
    """Return the experience that reaches the level `by` levels lower, at least the first level."""
    return levels[max(0, level_for(experience, levels) - 1 - by)].experience if by else experience


def shares(experience: int, heroes: int, percent_more: int = 0) -> list[int]:
    """Return `experience` divided among `heroes`: the first heroes share any remainder.

    Each hero after the first adds `percent_more` of it before it is divided, rounded down.
    """
    total = experience * (100 + percent_more * (heroes - 1)) // 100
    share, rest = divmod(total, heroes)
    return [share + (index < rest) for index in range(heroes)]


def regen_of(most: int, ticks: int) -> int:
    """Return the regeneration per tick, in thousandths, that restores `most` within `ticks`."""
    return -(-most * 1000 // ticks)


def share_of_level(figure: int, percent: int) -> int:
    """Return a calling's percentage of a figure of its level: rounded, halves up; at least 1."""
    return max(1, (figure * percent + 50) // 100)


def hastened(regen: int, percent: int) -> int:
    """Return `regen` changed by `percent`, which is negative when it slows; at least 0."""
    return regen * max(0, 100 + percent) // 100
