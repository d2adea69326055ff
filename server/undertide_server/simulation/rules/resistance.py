"""Resistances: the part of a hero's worn resistance that counts (R6)."""

from collections.abc import Sequence


def counted(worn: Sequence[int], physical_cap: int, total_cap: int) -> tuple[int, ...]:
    """Return the resistances that count, in the order of DAMAGE_TYPES.

    Physical resistance is at most `physical_cap`. While the sum exceeds `total_cap`, the highest
    resistance drops by 1; among equals the first drops.
    """
    counts = list(worn)
    counts[0] = min(counts[0], physical_cap)
    while sum(counts) > total_cap:
        counts[counts.index(max(counts))] -= 1
    return tuple(counts)
