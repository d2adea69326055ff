"""The tricks of monsters, in one list, and when a monster tries them."""

from collections.abc import Iterator

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
"""It needs no occasion: `ai/searching.py` asks for it."""


def tricks_of_the_game() -> tuple[TrickKind, ...]:
    """Return all tricks, in the order in which a monster tries them."""
    return (RAGE, DIVIDE, SUMMON, MEND, CAST, RUSH, DRAIN, STEAL, FLIT, TRACK)


TRICKS = tricks_of_the_game()
BY_KEY = {trick.key: trick for trick in TRICKS}
ATTEMPTS = tuple(trick.attempt for trick in TRICKS if trick.attempt is not None)
AFTER_BLOWS = tuple(trick.follow_blow for trick in TRICKS if trick.follow_blow is not None)


def try_tricks(run: Run, floor: FloorIndex, monster: MonsterRow, target: HeroRow) -> bool:
    """Try a monster's tricks on a hero in its sight; return whether one used up its action."""
    chances = chances_of(run, floor, monster, target)
    return any(attempt(chances) for attempt in ATTEMPTS)


def follow_blow(
    run: Run, floor: FloorIndex, monster: MonsterRow, target: HeroRow, taken: int
) -> None:
    """Try the tricks that follow a blow of a monster, which took `taken` life from a hero."""
    blow = StruckBlow(run, floor, monster, target, taken)
    any(follow(blow) for follow in AFTER_BLOWS)


def lore_of(rules: Ruleset, tricks: Tricks) -> Iterator[str]:
    """Yield a sentence about each trick that a kind has, in the order of the record's fields."""
    for key in Tricks.model_fields:
        if getattr(tricks, key) != getattr(PLAIN, key):
            yield BY_KEY[key].lore(rules, tricks)
