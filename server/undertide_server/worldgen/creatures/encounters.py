"""R4: encounters. How much a party can bear, what monsters count for, and who waits in a room."""

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
"""Different kinds of a room: one is boring, four are a muddle."""


def threshold(levels: Sequence[HeroLevel], party: Sequence[int], difficulty: Difficulty) -> int:
    """Return the experience from which on an encounter is so hard for a party.

    It is the sum over the heroes' levels, counted from 1; those past the last of `levels` count as
    the last.
    """
    which = DIFFICULTIES.index(difficulty)
    return sum(levels[min(level, len(levels)) - 1].thresholds[which] for level in party)


def reached(adjusted: int, levels: Sequence[HeroLevel], party: Sequence[int]) -> Difficulty | None:
    """Return the hardest difficulty whose threshold is reached; None below that of an easy one."""
    met = [each for each in DIFFICULTIES if adjusted >= threshold(levels, party, each)]
    return met[-1] if met else None


def multiplier(rules: Sequence[Multiplier], monsters: int) -> int:
    """Return what the experience of so many monsters is multiplied by, in percent."""
    return [step.percent for step in rules if step.monsters <= max(1, monsters)][-1]


def adjusted_experience(rules: EncounterRules, kinds: Sequence[MonsterKind], bosses: int) -> int:
    """Return what an encounter counts for: its experience, multiplied for its number.

    The first `bosses` of `kinds` are bosses, whose own cost is at multiplier 1. Rounded down, so
    that it reaches a whole threshold only where the exact figure does.
    """
    own = sum(kind.experience for kind in kinds[:bosses])
    rest = sum(kind.experience for kind in kinds[bosses:])
    return own + rest * multiplier(rules.multipliers, len(kinds)) // 100


def draw_difficulty(rules: EncounterRules, number: int, rng: Rng) -> Difficulty:
    """Draw how hard a room of floor `number` is."""
    weights = [row_at(rules.difficulties.get(each, ()), number) for each in DIFFICULTIES]
    return rng.weighted(DIFFICULTIES, weights)


def draw_kinds(
    kinds: Sequence[MonsterKind], weights: Sequence[int], rng: Rng
) -> tuple[MonsterKind, ...]:
    """Draw different kinds by weight, `KINDS` of them where so many have a weight."""
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

    Those are added at even odds while the adjusted experience is below `budget`, up to `most`
    monsters in all.
    """
    monsters = [*bosses]
    while (
        pair and len(monsters) < most and adjusted_experience(rules, monsters, len(bosses)) < budget
    ):
        monsters.append(rng.pick(pair))
    return tuple(monsters)
