"""R2: the cut of strengths into bands, and the draw of a race for each band."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from undertide_server.content.records.monsters import Family, RosterRules
from undertide_server.util.rng import Rng

EVEN = 100
"""Percent of a family's weight that counts without a lean."""
LEAN_SHARE = 18
"""Percent that one level of lean adds at one end of the bands and takes away at the other. The
strongest lean, 5, leaves a tenth, so that a family can still come in any band.
"""


@dataclass(frozen=True, slots=True)
class Race:
    """One tier of one family. `tier` counts from 0."""

    family: str
    tier: int


def cut_into_bands(strengths: Sequence[int], rules: RosterRules) -> list[tuple[int, ...]]:
    """Return rising strengths cut into bands from the lowest, each as long as R2 allows."""
    bands: list[list[int]] = []
    for strength in strengths:
        band = bands[-1] if bands else None
        if band and len(band) < rules.band_values and _fits(band[0], strength, rules):
            band.append(strength)
        else:
            bands.append([strength])
    return [tuple(band) for band in bands]


def draw_races(families: Mapping[str, Family], count: int, rng: Rng) -> list[Race]:
    """Return a race, drawn for each of `count` bands, from the lowest.

    A family's higher tier only comes after its lower one. When every race has been drawn, all start
    again from their lowest tier: content with fewer races than bands still fills a game.
    """
    tiers = dict.fromkeys(sorted(families), 0)
    races: list[Race] = []
    for band in range(count):
        if not _open(families, tiers):
            tiers = dict.fromkeys(tiers, 0)
        names = _open(families, tiers)
        weights = [_weight(families[name], band, count) for name in names]
        family = rng.weighted(names, weights)
        races.append(Race(family, tiers[family]))
        tiers[family] += 1
    return races


def _fits(smallest: int, strength: int, rules: RosterRules) -> bool:
    return strength * 100 <= smallest * rules.band_stretch_percent


def _open(families: Mapping[str, Family], tiers: Mapping[str, int]) -> list[str]:
    """Return the families that can be drawn and have a tier left, in order."""
    return [
        name
        for name, tier in tiers.items()
        if families[name].weight and tier < len(families[name].tiers)
    ]


def _weight(family: Family, band: int, count: int) -> int:
    """Return a family's weight for a band: its lean counts most at the ends, not in the middle."""
    last = max(1, count - 1)
    place = 2 * band - last  # from -last at the lowest band to last at the highest
    return family.weight * (EVEN * last + LEAN_SHARE * family.lean * place)
