"""Resistances: how much of what a hero wears counts (R6)."""

from collections.abc import Sequence


def counted(worn: Sequence[int], physical_cap: int, total_cap: int) -> tuple[int, ...]:
    """Return the counted resistances, in the order of DAMAGE_TYPES.

    Physical is held at `physical_cap`; while all together exceed `total_cap`, the highest is
    counted down by 1, ties in order.
    """
    counts = list(worn)
    counts[0] = min(counts[0], physical_cap)
    while sum(counts) > total_cap:
        counts[counts.index(max(counts))] -= 1
    return tuple(counts)
