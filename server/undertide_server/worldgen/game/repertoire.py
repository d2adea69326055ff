"""The code behind the keys of content: layouts, tricks of monsters, and effects.

Content names each by a key or a record, which states its figures. `simulation/repertoire.py` has
the game's own; the assembly of the server hands them down to every game.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from undertide_server.content.records.effects import EffectRecord
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.tricks import Tricks
from undertide_server.worldgen.layouts.registry import LayoutKind


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
    """The code behind the content of a game."""

    layouts: Mapping[str, LayoutKind[Any]]
    """By the names that floor types use."""
    tricks: MonsterTricks
    effects: EffectChecks
