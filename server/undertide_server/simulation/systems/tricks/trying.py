"""The order in which a monster tries its tricks."""

from collections.abc import Callable

from undertide_server.simulation.floor_place import FloorPlace
from undertide_server.simulation.rows import HeroRow, MonsterRow
from undertide_server.simulation.run import Run
from undertide_server.simulation.systems.tricks.chances import Chances, chances_of
from undertide_server.simulation.systems.tricks.dividing import divide
from undertide_server.simulation.systems.tricks.mending import mend
from undertide_server.simulation.systems.tricks.raging import rage
from undertide_server.simulation.systems.tricks.rushing import rush
from undertide_server.simulation.systems.tricks.spellwork import cast
from undertide_server.simulation.systems.tricks.summoning import summon

TRICKS: tuple[Callable[[Chances], bool], ...] = (rage, divide, summon, mend, cast, rush)
"""Each says whether it took the monster's action; then none is tried after it."""


def try_tricks(run: Run, place: FloorPlace, monster: MonsterRow, target: HeroRow) -> bool:
    """Let a monster that sees somebody use one of its tricks; whether that was its action."""
    chances = chances_of(run, place, monster, target)
    return any(trick(chances) for trick in TRICKS)
