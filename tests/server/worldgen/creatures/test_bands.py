"""R2: bands, and the races that get them."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.content.shipped import shipped
from undertide_server.content.records.monsters import RosterRules
from undertide_server.util.rng import derive
from undertide_server.worldgen.creatures.bands import Race, cut_into_bands, draw_races
from undertide_server.worldgen.creatures.curve import build_curve

RULES = shipped("reference")
FAMILIES = RULES.families

seeds = st.binary(min_size=16, max_size=16)


def test_the_reference_curve_gives_the_stated_22_bands() -> None:
    strengths = build_curve(RULES.curve, bytes(16)).strengths
    bands = cut_into_bands(strengths, RULES.roster)
    assert len(strengths) == 94
    assert len(bands) == 22
    ends = [(band[0], band[-1]) for band in bands]
    assert ends[:5] == [(7, 9), (10, 13), (14, 18), (20, 25), (26, 33)]
    assert ends[-2:] == [(1708, 1765), (2752, 2752)]


@given(st.lists(st.integers(1, 5000), unique=True).map(sorted), st.integers(1, 5))
def test_bands_hold_every_strength_and_are_as_long_as_allowed(
    strengths: list[int], most: int
) -> None:
    bands = cut_into_bands(strengths, RosterRules(band_values=most, band_stretch_percent=130))
    assert [strength for band in bands for strength in band] == strengths
    for band in bands:
        assert 1 <= len(band) <= most
        assert band[-1] <= 1.3 * band[0]
    for band, following in pairwise(bands):
        assert len(band) == most or following[0] > 1.3 * band[0]


@given(seeds, st.integers(0, 40))
def test_higher_tiers_only_come_after_lower_ones(seed: bytes, count: int) -> None:
    races = draw_races(FAMILIES, count, derive(seed, "races"))
    assert len(races) == count
    seen: Counter[str] = Counter()
    for race in races:
        assert race.tier == seen[race.family]
        seen[race.family] += 1


@given(seeds)
def test_content_with_too_few_races_starts_again(seed: bytes) -> None:
    families = {"rat": FAMILIES["rat"], "dragon": FAMILIES["dragon"]}
    races = draw_races(families, 15, derive(seed, "races"))
    assert Counter(races[:6]) == Counter(Race(name, tier) for name in families for tier in range(3))
    assert Counter(races[6:12]) == Counter(races[:6])


def test_families_without_weight_are_never_drawn() -> None:
    families = {**FAMILIES, "rat": FAMILIES["rat"].model_copy(update={"weight": 0})}
    for number in range(50):
        drawn = draw_races(families, 22, derive(number.to_bytes(16, "little"), "races"))
        assert "rat" not in {race.family for race in drawn}


def mean_place(family: str) -> float:
    """Return where the first tier of a family comes on average, 0 lowest and 21 highest."""
    places = [
        races.index(Race(family, 0))
        for number in range(400)
        if Race(family, 0) in (races := draw_races(FAMILIES, 22, derive(b"%16d" % number, "races")))
    ]
    return sum(places) / len(places)


def test_families_lean_as_they_say() -> None:
    assert mean_place("rat") < mean_place("orc") < mean_place("dragon")


@pytest.mark.parametrize("count", [0, 1, 2])
def test_few_bands_are_no_trouble(count: int) -> None:
    assert len(draw_races(FAMILIES, count, derive(bytes(16), "races"))) == count
