"""R4: encounters: the thresholds of a party, the worth of monsters, and the monsters of a room."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from math import inf
from operator import le
from typing import NamedTuple

from undertide_server.content.records.heroes import HeroLevel
from undertide_server.content.records.population import (
    DIFFICULTIES,
    Difficulty,
    EncounterRules,
    Multiplier,
)
from undertide_server.content.schema.fields import row_at
from undertide_server.util.rng import Rng
from undertide_server.worldgen.creatures.roster import MonsterKind
from undertide_server.worldgen.creatures.stats import Anchor, experience_of

KINDS = 2
"""Number of different kinds of a pair: one is boring, four are confusing."""
MIXES = 1024
"""Most answers about mixes that are cached: the rooms of a floor ask the same over and over."""

Pair = tuple[MonsterKind, ...]
"""The kinds of a room, `KINDS` of them where a floor has as many."""
Mix = tuple[int, ...]
"""The number of monsters of each kind of a pair."""


class Span(NamedTuple):
    """The adjusted experience of encounters of one difficulty: from `budget` to below `end`."""

    budget: int
    end: int | None
    """None: the hardest difficulty has no end."""


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
    most = max(1, monsters)
    for step in reversed(rules):
        if step.monsters <= most:
            return step.percent
    raise ValueError("the first multiplier must be that of a single monster")


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


def span_of(levels: Sequence[HeroLevel], party: Sequence[int], difficulty: Difficulty) -> Span:
    """Return the adjusted experience that an encounter of a difficulty has for a party."""
    harder = DIFFICULTIES[DIFFICULTIES.index(difficulty) + 1 :]
    end = threshold(levels, party, harder[0]) if harder else None
    return Span(threshold(levels, party, difficulty), end)


def nearest_first(difficulty: Difficulty) -> tuple[Difficulty, ...]:
    """Return a difficulty, then the harder ones in rising order, then the easier in falling."""
    which = DIFFICULTIES.index(difficulty)
    return (*DIFFICULTIES[which:], *DIFFICULTIES[:which][::-1])


def pairs_of(kinds: Sequence[MonsterKind], weights: Sequence[int]) -> dict[Pair, int]:
    """Return each pair of different kinds with its weight, the product of those of its kinds.

    Kinds without a weight are left out; a kind that is alone makes a pair by itself.
    """
    some = [(kind, weight) for kind, weight in zip(kinds, weights, strict=True) if weight]
    if len(some) < KINDS:
        return {(kind,): weight for kind, weight in some}
    return {
        (one, other): weight * more for (one, weight), (other, more) in combinations(some, KINDS)
    }


def mixes_of(
    rules: EncounterRules,
    pairs: Iterable[Pair],
    bosses: Sequence[MonsterKind],
    span: Span,
    most: int,
) -> dict[Pair, frozenset[Mix]]:
    """Return for each pair its mixes that make an encounter within a span, with the bosses.

    Pairs without such a mix are left out. There are up to `most` monsters in all. Without bosses,
    each kind of the pair takes part.
    """
    own, least = sum(boss.experience for boss in bosses), 0 if bosses else 1
    room = max(0, most - len(bosses))
    factors = tuple(multiplier(rules.multipliers, len(bosses) + more) for more in range(room + 1))
    found = (
        (pair, _mixes(tuple(kind.experience for kind in pair), own, least, factors, span))
        for pair in pairs
    )
    return {pair: mixes for pair, mixes in found if mixes}


@lru_cache(maxsize=MIXES)
def _mixes(
    pays: tuple[int, ...], own: int, least: int, factors: tuple[int, ...], span: Span
) -> frozenset[Mix]:
    """Return the mixes of kinds that pay `pays` each, at least `least` of each, within a span.

    There are one or two kinds. Bosses give `own` experience. `factors` are the multipliers in
    percent by number of others. Bounds are hundredfold, so that nothing is rounded: a whole number
    is reached by the exact figure if it is by the one that is rounded down.
    """
    low = 100 * (span.budget - own)
    end = inf if span.end is None else 100 * (span.end - own)
    if len(pays) == 1:
        numbers = range(least, len(factors))
        return frozenset((each,) for each in numbers if low <= pays[0] * each * factors[each] < end)
    first, second = pays
    return frozenset(
        (one, number - one)
        for number in range(2 * least, len(factors))
        for one in range(least, number - least + 1)
        if low <= (first * one + second * (number - one)) * factors[number] < end
    )


def draw_monsters(
    pair: Pair, bosses: Sequence[MonsterKind], ends: frozenset[Mix], rng: Rng
) -> tuple[MonsterKind, ...]:
    """Return the monsters of a room, a kind for each: the bosses, or else one of each of `pair`.

    Then kinds of the pair are added at even odds until they are one of the mixes `ends`. One is
    added only where such a mix can still come of it. Raises ValueError if there are none.
    """
    monsters = [*(bosses or pair)]
    mix = (0 if bosses else 1,) * len(pair)
    while mix not in ends:
        steps = [at for at in range(len(pair)) if _leads_on(_one_more(mix, at), ends)]
        drawn = rng.pick(steps)
        mix = _one_more(mix, drawn)
        monsters.append(pair[drawn])
    return tuple(monsters)


def fill(pair: Pair, bosses: Sequence[MonsterKind], most: int, rng: Rng) -> tuple[MonsterKind, ...]:
    """Return the bosses, then kinds of `pair` at even odds, up to `most` monsters in all."""
    more = most - len(bosses) if pair else 0
    return (*bosses, *(rng.pick(pair) for _ in range(more)))


def help_each_other(pair: Pair) -> bool:
    """Return whether one of a pair fights from afar or by spells, and the other does neither."""
    return len({_stays_back(kind) for kind in pair}) == KINDS


def _stays_back(kind: MonsterKind) -> bool:
    behaviour = kind.behaviour
    return bool(behaviour.shoots or behaviour.tricks.spells or behaviour.tricks.mends)


def crowds_of(
    rules: EncounterRules, kinds: Iterable[MonsterKind], least: int, span: Span, most: int
) -> dict[MonsterKind, int]:
    """Return how many of each kind alone make an encounter within a span: as many as can.

    Kinds of which no number from `least` to `most` does are left out.
    """
    found: dict[MonsterKind, int] = {}
    for kind in kinds:
        for number in range(most, least - 1, -1):
            if _is_within(_adjusted(rules, kind.experience, number), span):
                found[kind] = number
                break
    return found


def champion_of(
    rules: EncounterRules,
    anchors: Sequence[Anchor],
    strengths: range,
    span: Span,
    most: int,
) -> tuple[int, int] | None:
    """Return how many champions of which strength make an encounter within a span.

    They are as few as can, up to `most`, and then as weak as can, within `strengths`. None if no
    number does.
    """
    for number in range(1, most + 1):
        at = bisect_left(
            strengths,
            span.budget,
            key=lambda each: _adjusted(rules, experience_of(each, anchors), number),
        )
        if at < len(strengths):
            strength = strengths[at]
            if _is_within(_adjusted(rules, experience_of(strength, anchors), number), span):
                return number, strength
    return None


def _adjusted(rules: EncounterRules, experience: int, number: int) -> int:
    """Return the adjusted experience of so many monsters that pay alike."""
    return experience * number * multiplier(rules.multipliers, number) // 100


def _is_within(adjusted: int, span: Span) -> bool:
    return adjusted >= span.budget and (span.end is None or adjusted < span.end)


def _one_more(mix: Mix, at: int) -> Mix:
    """Return a mix with one more monster of the kind at a position of the pair."""
    return (*mix[:at], mix[at] + 1, *mix[at + 1 :])


def _leads_on(mix: Mix, ends: frozenset[Mix]) -> bool:
    """Return whether one of `ends` has at least as many of each kind as a mix."""
    return any(all(map(le, mix, end)) for end in ends)
