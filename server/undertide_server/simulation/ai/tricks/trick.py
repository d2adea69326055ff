"""What a trick of monsters is: when a monster uses it, and what the lore of its species says of it.

The record `Tricks` of the content states the figures of each trick in a field of its own.
"""

from collections.abc import Callable
from dataclasses import dataclass

from undertide_server.content.records.ruleset import Ruleset
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


@dataclass(slots=True)
class StruckBlow:
    """A blow of a monster with tricks that has struck a hero."""

    run: Run
    floor: FloorIndex
    monster: MonsterRow
    target: HeroRow
    taken: int
    """The life that it took."""
    _rng: Rng | None = None

    @property
    def rng(self) -> Rng:
        """The random generator of all that follows this blow. Its first use makes it."""
        if self._rng is None:
            self._rng = self.run.chance(self.floor, "after a blow", self.monster.entity)
        return self._rng

    @property
    def tricks(self) -> Tricks:
        """The tricks of the monster's kind."""
        return self.monster.behaviour.tricks

    @property
    def is_survived(self) -> bool:
        """Whether the hero is still on the floor."""
        return self.target.entity in self.floor.heroes


@dataclass(frozen=True, slots=True)
class TrickKind:
    """A trick that kinds of monsters may have.

    Attributes:
        key: The field of `Tricks` that states its figures. A kind has the trick if the field isn't
            at its default.
        lore: Returns the sentence for players about a kind that has it, from the run's rules and
            the kind's tricks.
        attempt: Tries it instead of the monster's action; returns whether it used the action up.
        follow_blow: Tries it after a blow; returns whether nothing else may follow this blow.

    Both functions are called for every monster with tricks of any sort, so they look at the figures
    first. They take their random numbers from the occasion's `rng`, and report a use that heroes
    see by `record_trick`.
    """

    key: str
    lore: Callable[[Ruleset, Tricks], str]
    attempt: Callable[[Chances], bool] | None = None
    follow_blow: Callable[[StruckBlow], bool] | None = None
