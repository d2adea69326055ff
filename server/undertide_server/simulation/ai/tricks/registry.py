"""The list of monsters' tricks, and when a monster tries them."""

from collections.abc import Iterator, Mapping, Sequence

from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.tricks import PLAIN, Tricks
from undertide_server.simulation.ai.tricks.after_blows import DRAIN, FLIT, STEAL
from undertide_server.simulation.ai.tricks.company import DIVIDE, SUMMON
from undertide_server.simulation.ai.tricks.from_afar import CAST, RUSH
from undertide_server.simulation.ai.tricks.trick import StruckBlow, TrickKind, chances_of
from undertide_server.simulation.ai.tricks.wounds import MEND, RAGE
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run

TRACK = TrickKind("tracks", lore=lambda _rules, _tricks: "It follows a trail out of sight.")
"""It needs no occasion: `ai/monsters.py` asks for it."""


def tricks_of_the_game() -> tuple[TrickKind, ...]:
    """Return all tricks, in the order in which a monster tries them."""
    return (RAGE, DIVIDE, SUMMON, MEND, CAST, RUSH, DRAIN, STEAL, FLIT, TRACK)


class TrickRegistry:
    """All tricks of monsters, by key and by occasion, in the order in which a monster tries them.

    Each key names a field of the record `Tricks`, or one of its tricks of extensions.
    """

    def __init__(self, tricks: Sequence[TrickKind]) -> None:
        self._tricks = tuple(tricks)
        self.by_key: Mapping[str, TrickKind] = {trick.key: trick for trick in tricks}
        self._attempts = tuple(each.attempt for each in tricks if each.attempt is not None)
        self._after_blows = tuple(
            each.follow_blow for each in tricks if each.follow_blow is not None
        )

    def with_more(self, tricks: Sequence[TrickKind]) -> "TrickRegistry":
        """Return a registry in which a monster tries these tricks after all others."""
        return TrickRegistry((*self._tricks, *tricks))

    def try_tricks(self, run: Run, floor: FloorIndex, monster: MonsterRow, target: HeroRow) -> bool:
        """Try a monster's tricks on a hero in its sight; return whether one used up its action."""
        chances = chances_of(run, floor, monster, target)
        return any(attempt(chances) for attempt in self._attempts)

    def follow_blow(
        self, run: Run, floor: FloorIndex, monster: MonsterRow, target: HeroRow, taken: int
    ) -> None:
        """Try the tricks that follow a blow of a monster, which took `taken` life from a hero."""
        blow = StruckBlow(run, floor, monster, target, taken)
        any(follow(blow) for follow in self._after_blows)

    def lore_of(self, rules: Ruleset, tricks: Tricks) -> Iterator[str]:
        """Yield a sentence about each trick that a kind has, in the order of the fields."""
        for key in Tricks.model_fields:
            if getattr(tricks, key) != getattr(PLAIN, key):
                named = tricks.extended if key == "extended" else (key,)
                yield from (self.by_key[each].lore(rules, tricks) for each in named)
