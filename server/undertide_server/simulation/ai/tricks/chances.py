"""The context in which a monster decides on its tricks."""

from dataclasses import dataclass

from undertide_server.content.records.tricks import Tricks
from undertide_server.simulation.components.monsters import Spent
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_server.util.rng import Rng


@dataclass(slots=True)
class Chances:
    """One action of a monster with tricks that hunts a hero in its sight."""

    run: Run
    floor: FloorIndex
    monster: MonsterRow
    target: HeroRow
    spent: Spent
    _rng: Rng | None = None

    @property
    def rng(self) -> Rng:
        """The random generator of this action. It is costly to make, so its first use makes it."""
        if self._rng is None:
            self._rng = self.run.chance(self.floor, "tricks", self.monster.entity)
        return self._rng

    @property
    def tricks(self) -> Tricks:
        """The tricks of the monster's kind."""
        return self.monster.behaviour.tricks

    def comes(self, trick: str, percent: int) -> bool:
        """Return whether the monster tries a trick now: it has rested, and chance allows it."""
        return trick not in self.spent.rests and (percent == 100 or self.rng.percent(percent))

    def rest(self, trick: str, actions: int) -> None:
        """Note that a trick was used and must rest for `actions` actions of the monster."""
        if actions:
            self.spent.rests[trick] = actions


def chances_of(run: Run, floor: FloorIndex, monster: MonsterRow, target: HeroRow) -> Chances:
    """Return the context of a monster's action; each resting trick rests one action less."""
    spent = run.world.find(monster.entity, Spent)
    if spent is None:
        spent = Spent()
        run.world.add(monster.entity, spent)
    if spent.rests:
        spent.rests = {trick: left - 1 for trick, left in spent.rests.items() if left > 1}
    return Chances(run, floor, monster, target, spent)
