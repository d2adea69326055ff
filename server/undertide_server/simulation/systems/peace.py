"""Peaceful people: nobody's enemies until somebody hurts them (R12). Allies never are."""

from undertide_server.simulation.rows import MonsterRow
from undertide_server.simulation.run import Run
from undertide_server.simulation.systems.allegiance import is_ally

AT_PEACE = frozenset({"asleep", "idle"})


def is_peaceful(_run: Run, monster: MonsterRow) -> bool:
    """Whether a monster means no harm: one that was hurt hunts, until it loses the trail."""
    return is_ally(monster) or (monster.behaviour.peaceful and monster.mind.mood in AT_PEACE)
