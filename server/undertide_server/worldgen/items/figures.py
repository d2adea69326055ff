"""R6, R7: the figures that levels of stats give to a piece of gear."""

from collections.abc import Mapping

from undertide_server.content.records.gear import GearRules, Stat, StatRules
from undertide_server.content.records.gearing import RESISTANCE
from undertide_server.content.schema.fields import row_at
from undertide_server.util.rounding import divided
from undertide_server.worldgen.creatures.curve import Curve
from undertide_server.worldgen.items.keys import MOST_DEPTH

HUNDRED = 100
SHARES: Mapping[Stat, str] = {
    "attack": "attack",
    "magic": "magic",
    "life": "life",
    "absorb": "absorb",
    "attack.cold": "extra",
    "attack.fire": "extra",
    "attack.poison": "extra",
    "attack.arcane": "extra",
    "attack.divine": "extra",
}
"""Stats whose levels give a share of the worth, and the rule that states the share."""
GRAINED: tuple[Stat, ...] = ("attack", "absorb")
"""Stats of which tenths of a point count."""
GRAINED_BELOW = 20
"""The figure from which on tenths no longer count: there a level gives whole points."""


def worth_at(curve: Curve, depth: int) -> int:
    """Return the worth of a depth in hundredths: the highest average of a floor down to it.

    So gear never gets worse with depth, though averages may fall from floor to floor. Below the
    last floor the worth stays the same.
    """
    return max(round(HUNDRED * floor.average) for floor in curve.floors[: max(1, depth)])


def depth_made_on(rules: GearRules, number: int) -> int:
    """Return the depth for which gear is made that is found or forged on a floor (R8)."""
    return min(MOST_DEPTH, number + row_at(rules.ahead, number))


def figures_of(levels: Mapping[Stat, int], rules: StatRules, worth: int) -> dict[str, int]:
    """Return the figures that levels give at a worth in hundredths, by stat, without those of 0.

    Shares of the worth are rounded. A share above 0 is at least 1, except for `absorb`, since a
    point off every hit is much on the first floors.
    """
    figures = {stat: _figure(stat, level, rules, worth) for stat, level in levels.items()}
    return {stat: figure for stat, figure in figures.items() if figure}


def tenths_of(levels: Mapping[Stat, int], rules: StatRules, worth: int) -> dict[str, int]:
    """Return the tenths, from -5 to 4, that small figures of levels are above whole points.

    So pieces differ on the first floors too, where a level gives less than a point.
    """
    figures = figures_of(levels, rules, worth)
    tenths: dict[str, int] = {}
    for stat in GRAINED:
        figure, share = figures.get(stat, 0), levels.get(stat, 0) * int(getattr(rules, stat))
        if share > 0 and figure < GRAINED_BELOW:
            tenths[stat] = divided(10 * share * worth, HUNDRED * HUNDRED) - 10 * figure
    return {stat: tenth for stat, tenth in tenths.items() if tenth}


def _figure(stat: Stat, level: int, rules: StatRules, worth: int) -> int:
    if stat in SHARES:
        share = level * int(getattr(rules, SHARES[stat]))
        figure = divided(share * worth, HUNDRED * HUNDRED)
        return max(1, figure) if share > 0 and stat != "absorb" else figure
    if stat.startswith(RESISTANCE):
        return level
    return level * int(getattr(rules, stat))
