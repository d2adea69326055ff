"""The code of a game: its systems, and what is behind the keys of content.

These are layouts, tricks of monsters, and effects.

Content names each by a key or a record, which states its figures. `simulation/repertoire.py` has
the game's own, and adds those of extensions to the games that need them; the assembly of the server
hands it down to every game.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from undertide_server.content.records.effects import EffectRecord
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.tricks import Tricks
from undertide_server.worldgen.layouts.registry import LayoutKind


class RunSystems(Protocol):
    """All systems, in their order. A run and a floor's index are the simulation's."""

    @property
    def step(self) -> Sequence[Callable[[Any], None]]:
        """The systems of one step of a run."""

    @property
    def floor_tick(self) -> Sequence[Callable[[Any, Any], None]]:
        """The systems of one tick of a floor."""


class MonsterTricks(Protocol):
    """All tricks of monsters. A run, a floor's index and rows of actors are the simulation's."""

    def try_tricks(self, run: Any, floor: Any, monster: Any, target: Any) -> bool:
        """Try a monster's tricks on a hero in its sight; return whether its action is used up."""

    def follow_blow(self, run: Any, floor: Any, monster: Any, target: Any, taken: int) -> None:
        """Try the tricks that follow a blow, which took `taken` life from a hero."""

    def lore_of(self, rules: Ruleset, tricks: Tricks) -> Iterator[str]:
        """Yield a sentence about each trick that a kind has."""


EffectChecks = Mapping[type[EffectRecord], Callable[[Any, Any], Callable[[], None]]]
"""By its record, what checks an effect in its context and returns what then can't fail."""


@dataclass(frozen=True, slots=True, eq=False)
class Repertoire:
    """The code of a game."""

    systems: RunSystems
    layouts: Mapping[str, LayoutKind[Any]]
    """By the names that floor types use."""
    tricks: MonsterTricks
    effects: EffectChecks
    extend: Callable[["Repertoire", Mapping[str, int]], "Repertoire"]
    """Returns a repertoire with the extensions that a game needs, each by the rules of a number.
    Raises MissingExtensionError if one is not here."""
    words: Mapping[str, str] = field(default_factory=dict)
    """The words for players about tricks and effects of extensions, by key."""
