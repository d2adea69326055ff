"""R6, R8: the draw of found gear and essences. Pure functions of chance and the floor's number."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from undertide_server.content.records.gear import MOST_RESISTANCE, Affix, GearBase, Quality, Stat
from undertide_server.content.records.gearing import (
    RESISTANCE,
    broken_limits,
    highest_level,
    levels_of,
    resistance_of,
)
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.schema.fields import row_at
from undertide_server.util.rng import Rng
from undertide_server.worldgen.items.figures import depth_made_on
from undertide_server.worldgen.items.keys import Piece, essence_key, key_of

STRONG_RESISTANCE = 2
"""R6: a piece with this much resistance to one type seldom resists another."""


@dataclass(slots=True)
class _Blank:
    """A piece of gear while affixes are drawn for it."""

    rules: Ruleset
    base_key: str
    number: int
    """Number of the floor whose affixes it can have."""
    depth: int
    """Depth for which it is made."""
    affixes: dict[str, int] = field(default_factory=dict)
    kept: int = 0
    """Levels that the next affix leaves for those that follow it."""

    def room(self) -> int:
        """Return the number of levels that may still be added."""
        most = row_at(self.rules.crafting.found_levels, self.number)
        return max(0, most - self.kept - sum(self.affixes.values()))

    @property
    def base(self) -> GearBase:
        """The record of its base."""
        return self.rules.gear.bases[self.base_key]

    def key(self) -> str:
        """Return the key of the piece as it is now."""
        return key_of(Piece(self.base_key, self.depth, tuple(sorted(self.affixes.items()))))

    def levels_with(self, key: str, level: int) -> Mapping[Stat, int]:
        """Return the levels by stat that it would have with one more affix."""
        chosen = self.affixes | {key: level}
        records = self.rules.affixes
        return levels_of(self.base.stats, [(records[each], chosen[each]) for each in chosen])


def gear_odds(rules: Ruleset, number: int) -> dict[str, int]:
    """Return the weight of finding each base on a floor, by key."""
    bases = rules.gear.bases
    return {key: row_at(bases[key].weights, number) for key in sorted(bases)}


def essence_odds(rules: Ruleset, number: int) -> dict[str, int]:
    """Return the weight of finding each affix's essence on a floor, if gear there has the affix."""
    return {
        key: affix.weight for key, affix in sorted(rules.affixes.items()) if affix.floor <= number
    }


def draw_gear(
    rules: Ruleset, number: int, rng: Rng, tries: int = 1, odds: Mapping[str, int] | None = None
) -> str:
    """Draw the key of a piece of found gear on a floor, within R6's limits.

    The best quality of `tries` draws counts. `odds` are the floor's `gear_odds`, if they are known.
    Raises ValueError if they are all 0.
    """
    blank = _draw_plain(rules, number, rng, gear_odds(rules, number) if odds is None else odds)
    for _ in range(_draw_affixes(rules, number, rng, tries)):
        _add_affix(blank, rng)
    return blank.key()


def draw_exalted(rules: Ruleset, number: int, rng: Rng, tries: int) -> str:
    """Draw the key of a piece of the highest quality on a floor, within R6's limits.

    Of `tries` pieces the one with the most levels counts. Raises ValueError if `gear_odds` are all
    0.
    """
    odds = gear_odds(rules, number)
    blanks = [_draw_exalted(rules, number, rng, odds) for _ in range(tries)]
    return max(blanks, key=lambda blank: sum(blank.affixes.values())).key()


def _draw_exalted(rules: Ruleset, number: int, rng: Rng, odds: Mapping[str, int]) -> _Blank:
    """Draw a piece of the highest quality.

    Above the first floor with that quality its affixes are those of that floor: there are too few
    before it.
    """
    best = rules.gear.qualities[-1]
    blank = _draw_plain(rules, number, rng, odds)
    first = min((row.floor for row in best.weights if row.value), default=number)
    blank.number = max(number, first)
    for kept in reversed(range(rng.between(best.affixes.low, best.affixes.high))):
        blank.kept = kept
        _add_affix(blank, rng)
    return blank


def _draw_plain(rules: Ruleset, number: int, rng: Rng, odds: Mapping[str, int]) -> _Blank:
    base = rng.weighted(list(odds), list(odds.values()))
    return _Blank(rules, base, number, depth_made_on(rules.gear, number))


def draw_essence(rules: Ruleset, number: int, rng: Rng) -> str:
    """Draw the key of an essence. Raises ValueError if `essence_odds` are all 0."""
    odds = essence_odds(rules, number)
    return essence_key(rng.weighted(list(odds), list(odds.values())))


def _draw_affixes(rules: Ruleset, number: int, rng: Rng, tries: int) -> int:
    """Draw a quality, the best of some tries, and return its number of affixes."""
    qualities = rules.gear.qualities
    weights = [row_at(quality.weights, number) for quality in qualities]
    if not any(weights):
        return 0
    drawn = [rng.weighted(range(len(qualities)), weights) for _ in range(tries)]
    best: Quality = qualities[max(drawn)]
    return rng.between(best.affixes.low, best.affixes.high)


def _add_affix(blank: _Blank, rng: Rng) -> None:
    """Draw one more affix for a piece, if one fits that R6 allows and that is not too rare."""
    records, sort = blank.rules.affixes, blank.base.sort
    fitting = {
        key: weight
        for key, weight in essence_odds(blank.rules, blank.number).items()
        if weight and sort in records[key].sorts and key not in blank.affixes
    }
    while fitting and blank.room():
        key = rng.weighted(list(fitting), list(fitting.values()))
        del fitting[key]
        level = _draw_level(records[key], blank, rng)
        if _is_fit(blank, key, level, rng):
            blank.affixes[key] = level
            return


def _draw_level(affix: Affix, blank: _Blank, rng: Rng) -> int:
    """Draw the level of an affix: low ones are likelier."""
    highest = min(highest_level(affix, blank.number), blank.room())
    return min(rng.between(1, highest), rng.between(1, highest))


def _is_fit(blank: _Blank, key: str, level: int, rng: Rng) -> bool:
    """Return whether R6 allows a piece another affix, and chance allows one that R6 calls rare."""
    rules, before = blank.rules.gear, blank.levels_with(key, 0)
    after = blank.levels_with(key, level)
    if any(broken_limits(blank.base.sort, after)):
        return False
    if resistance_of(after) == resistance_of(before):
        return True
    resisted = _resisted(after)
    strong = any(after[stat] >= STRONG_RESISTANCE for stat in resisted)
    if strong and len(resisted) > 1 and not rng.percent(rules.second_resistance_percent):
        return False
    return resistance_of(after) < MOST_RESISTANCE or rng.percent(rules.full_resistance_percent)


def _resisted(levels: Mapping[Stat, int]) -> set[Stat]:
    """Return the stats of resistance that a piece has."""
    return {stat for stat, level in levels.items() if stat.startswith(RESISTANCE) and level > 0}
