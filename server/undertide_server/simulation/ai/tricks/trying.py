"""The order in which a monster tries its tricks."""

from collections.abc import Callable

from undertide_server.simulation.ai.tricks.chances import Chances, chances_of
from undertide_server.simulation.ai.tricks.dividing import divide
from undertide_server.simulation.ai.tricks.mending import mend
from undertide_server.simulation.ai.tricks.raging import rage
from undertide_server.simulation.ai.tricks.rushing import rush
from undertide_server.simulation.ai.tricks.spellwork import cast
from undertide_server.simulation.ai.tricks.summoning import summon
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run

TRICKS: tuple[Callable[[Chances], bool], ...] = (rage, divide, summon, mend, cast, rush)
"""Each returns whether it used up the monster's action; then no later one is tried."""


def try_tricks(run: Run, floor: FloorIndex, monster: MonsterRow, target: HeroRow) -> bool:
    """Try a monster's tricks on a hero in its sight; return whether one used up its action."""
    chances = chances_of(run, floor, monster, target)
    return any(trick(chances) for trick in TRICKS)
