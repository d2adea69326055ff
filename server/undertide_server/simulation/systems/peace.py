"""Peaceful people: nobody's enemies until somebody hurts them (R12)."""

from undertide_server.simulation.rows import MonsterRow
from undertide_server.simulation.run import Run

AT_PEACE = frozenset({"asleep", "idle"})


def is_peaceful(run: Run, monster: MonsterRow) -> bool:
    """Whether a monster means no harm: one that was hurt hunts, until it loses the trail."""
    return monster.mind.mood in AT_PEACE and run.kinds[monster.monster.kind].behaviour.peaceful
