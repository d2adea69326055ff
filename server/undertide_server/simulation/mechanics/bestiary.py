"""The party's lore: the species of monsters that it has met, and how many of each fell."""

from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_server.worldgen.creatures.people import species_of


def record_meeting(run: Run, monster: MonsterRow) -> None:
    """Record that a hero has seen a monster."""
    kind, met = monster.monster.kind, run.progress.met
    if kind not in met:
        met.setdefault(species_of(kind), 0)


def has_met(run: Run, monster: MonsterRow) -> bool:
    """Return whether a hero has seen a monster of this species."""
    return species_of(monster.monster.kind) in run.progress.met


def record_fall(run: Run, monster: MonsterRow) -> None:
    """Record that a monster fell, if the party knows its species."""
    if has_met(run, monster):
        run.progress.met[species_of(monster.monster.kind)] += 1


SPELL = "spell "
"""Begins the key of a trick that is a spell; the spell's key follows."""


def record_trick(run: Run, floor: FloorIndex, monster: MonsterRow, trick: str) -> None:
    """Record that a monster used a trick, if a hero sees it (R2)."""
    if not floor.watched()[monster.spot]:
        return
    seen = run.progress.tricks.setdefault(species_of(monster.monster.kind), [])
    if trick not in seen:
        seen.append(trick)
