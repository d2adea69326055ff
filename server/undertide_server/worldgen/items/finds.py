"""R8: finds on a floor: items by their weights, with gear and essences among them."""

from collections.abc import Mapping
from dataclasses import dataclass

from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.schema.fields import row_at
from undertide_server.util.rng import Rng
from undertide_server.worldgen.items.generation import (
    draw_essence,
    draw_gear,
    essence_odds,
    gear_odds,
)
from undertide_server.worldgen.items.keys import ESSENCE

GEAR, ESSENCES = "/gear", "/essences"
"""Stand for a second draw, of gear or of an essence; no key of an item begins with a slash."""

Find = tuple[str, int]
"""Key of an item, and the number of them that lie together."""

FINE_TRIES = 2
"""Tries at the quality of gear that people hoard, guard or sell."""


@dataclass(frozen=True, slots=True)
class Finds:
    """The finds on floors of one number, and their weights."""

    rules: Ruleset
    number: int
    odds: Mapping[str, int]
    """Weights by key, of items and of second draws."""
    gear: Mapping[str, int]
    """Weights of the bases of gear, by key."""

    @property
    def are_any(self) -> bool:
        """Whether there is anything to draw."""
        return any(self.odds.values())

    def draw(self, rng: Rng, gear_percent: int = 0) -> Find:
        """Draw a find; `gear_percent` is the chance that it is good gear.

        Raises ValueError if there is nothing to draw.
        """
        if gear_percent and self.odds[GEAR] and rng.percent(gear_percent):
            return self.draw_gear(rng, FINE_TRIES), 1
        key = rng.weighted(list(self.odds), list(self.odds.values()))
        if key == GEAR:
            return self.draw_gear(rng), 1
        if key == ESSENCES:
            return draw_essence(self.rules, self.number, rng), self.rules.crafting.essences
        return key, 1

    def draw_gear(self, rng: Rng, tries: int = 1) -> str:
        """Draw the key of a piece of gear; the best quality of `tries` draws counts.

        Raises ValueError if no gear is found there.
        """
        return draw_gear(self.rules, self.number, rng, tries, self.gear)


def finds_of(rules: Ruleset, number: int) -> Finds:
    """Return the finds on floors of a number."""
    odds = {key: row_at(rules.items[key].weights, number) for key in sorted(rules.items)}
    gear = gear_odds(rules, number)
    odds[GEAR] = _if_any(gear, row_at(rules.loot.gear, number))
    odds[ESSENCES] = _if_any(essence_odds(rules, number), row_at(rules.loot.essences, number))
    return Finds(rules, number, odds, gear)


def wares_of(found: Finds) -> Finds:
    """Return the wares of shops on the floors of some finds: those that have a price."""
    rules = found.rules
    priced = {
        key: weight
        for key, weight in found.odds.items()
        if key == GEAR or rules.items[ESSENCE if key == ESSENCES else key].price
    }
    return Finds(rules, found.number, priced, found.gear)


def _if_any(odds: Mapping[str, int], weight: int) -> int:
    """Return a weight if there is anything to draw, else 0."""
    return weight if any(odds.values()) else 0
