"""R4: encounters: the thresholds of a party, the worth of monsters, and the monsters of a room."""

from collections.abc import Sequence

from undertide_server.content.records.encounters import (
    DIFFICULTIES,
    Difficulty,
    EncounterRules,
    Multiplier,
)
from undertide_server.content.records.heroes import HeroLevel
from undertide_server.content.records.tables import row_at
from undertide_server.util.rng import Rng
from undertide_server.worldgen.creatures.roster import MonsterKind

KINDS = 2
"""Number of different kinds in a room: one is boring, four are confusing."""


def threshold(levels: Sequence[HeroLevel], party: Sequence[int], difficulty: Difficulty) -> int:
    """Return the experience at which an encounter reaches a difficulty for a party.

    It is the sum over the heroes' levels, counted from 1; levels past the last of `levels` count as
    the last.
    """
    which = DIFFICULTIES.index(difficulty)
    return sum(levels[min(level, len(levels)) - 1].thresholds[which] for level in party)


def reached(adjusted: int, levels: Sequence[HeroLevel], party: Sequence[int]) -> Difficulty | None:
    """Return the hardest difficulty whose threshold is reached; None below the easiest one."""
    met = [each for each in DIFFICULTIES if adjusted >= threshold(levels, party, each)]
    return met[-1] if met else None


def multiplier(rules: Sequence[Multiplier], monsters: int) -> int:
    """Return the multiplier of the experience of this number of monsters, in percent."""
    return [step.percent for step in rules if step.monsters <= max(1, monsters)][-1]


def adjusted_experience(rules: EncounterRules, kinds: Sequence[MonsterKind], bosses: int) -> int:
    """Return the adjusted experience of an encounter: multiplied for its number of monsters.

    The first `bosses` of `kinds` are bosses, whose own experience has multiplier 1. The result is
    rounded down, so that it reaches a whole threshold only if the exact figure does.
    """
    own = sum(kind.experience for kind in kinds[:bosses])
    rest = sum(kind.experience for kind in kinds[bosses:])
    return own + rest * multiplier(rules.multipliers, len(kinds)) // 100


def draw_difficulty(rules: EncounterRules, number: int, rng: Rng) -> Difficulty:
    """Draw the difficulty of a room on floor `number`."""
    weights = [row_at(rules.difficulties.get(each, ()), number) for each in DIFFICULTIES]
    return rng.weighted(DIFFICULTIES, weights)


def draw_kinds(
    kinds: Sequence[MonsterKind], weights: Sequence[int], rng: Rng
) -> tuple[MonsterKind, ...]:
    """Draw `KINDS` different kinds by weight, or all that have a weight if they are fewer."""
    left = [(kind, weight) for kind, weight in zip(kinds, weights, strict=True) if weight]
    drawn: list[MonsterKind] = []
    while left and len(drawn) < KINDS:
        place = rng.weighted(range(len(left)), [weight for _, weight in left])
        drawn.append(left.pop(place)[0])
    return tuple(drawn)


def fill(
    rules: EncounterRules,
    pair: Sequence[MonsterKind],
    bosses: Sequence[MonsterKind],
    budget: int,
    most: int,
    rng: Rng,
) -> tuple[MonsterKind, ...]:
    """Return the monsters of a room, a kind for each: the bosses, then some of `pair`.

    Kinds of `pair` are added at even odds while the adjusted experience is below `budget`, up to
    `most` monsters in all.
    """
    monsters = [*bosses]
    while (
        pair and len(monsters) < most and adjusted_experience(rules, monsters, len(bosses)) < budget
    ):
        monsters.append(rng.pick(pair))
    return tuple(monsters)
