"""Who is on whose side: the party, those whom it summoned, and everybody else."""

from undertide_server.simulation.rows import ActorRow, HeroRow, MonsterRow
from undertide_server.simulation.run import Run

SUMMONED = "summoned"
"""The status of those who fight for the party. They are gone when it ends."""


def is_ally(row: ActorRow) -> bool:
    """Whether a monster was summoned by a hero, and fights for the party."""
    return isinstance(row, MonsterRow) and SUMMONED in row.effects.remaining


def of_the_party(row: ActorRow) -> bool:
    """Whether somebody is a hero or fights for them."""
    return isinstance(row, HeroRow) or is_ally(row)


def spares(run: Run, source: ActorRow, target: ActorRow) -> bool:
    """Whether what `source` casts, reads or shoots does `target` no harm though it is in the way.

    The party's own is harmed where the house rules have it so; monsters never harm each other.
    """
    if of_the_party(source):
        return of_the_party(target) and not run.rules.house.friendly_fire
    return not of_the_party(target)
