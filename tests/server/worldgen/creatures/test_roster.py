"""R2: the kinds of a game."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.content.shipped import shipped
from undertide_server.content.records.monsters import RosterRules
from undertide_server.content.records.tricks import together
from undertide_server.util.rng import derive
from undertide_server.worldgen.creatures.curve import build_curve
from undertide_server.worldgen.creatures.roster import (
    MonsterRoster,
    Race,
    build_roster,
    cut_into_bands,
    draw_races,
)
from undertide_server.worldgen.creatures.stats import added

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


DEFAULT = shipped("default")
CLASSIC = shipped("classic")


def roster_of(seed: bytes) -> MonsterRoster:
    return build_roster(DEFAULT, build_curve(DEFAULT.curve, seed), seed)


@given(seeds)
@settings(max_examples=50)
def test_every_strength_of_the_curve_is_one_kind_of_its_bands_race(seed: bytes) -> None:
    roster = roster_of(seed)
    by_strength = roster.by_strength()
    strengths = build_curve(DEFAULT.curve, seed).strengths
    assert tuple(kind.strength for kind in roster.kinds) == strengths
    assert len({kind.id for kind in roster.kinds}) == len(strengths)
    for band in roster.bands:
        tier = DEFAULT.families[band.family].tiers[band.tier]
        kinds = [by_strength[strength] for strength in band.strengths]
        assert band.race == tier.name
        assert all(kind.glyph == tier.glyph and kind.family == band.family for kind in kinds)
        assert all(tier.name in kind.name for kind in kinds)
        assert len({kind.name for kind in kinds}) == len(kinds)


@given(seeds)
@settings(max_examples=50)
def test_a_game_uses_about_twenty_races_each_once(seed: bytes) -> None:
    races = [band.race for band in roster_of(seed).bands]
    assert 19 <= len(races) <= 24
    assert len(set(races)) == len(races)


def test_another_seed_orders_races_wholly_differently() -> None:
    orders = {
        tuple(band.race for band in roster_of(number.to_bytes(16, "little")).bands)
        for number in range(50)
    }
    lowest = {order[0] for order in orders}
    assert len(orders) == 50
    assert len(lowest) >= 8


def test_the_same_seed_gives_the_same_roster() -> None:
    assert roster_of(b"0123456789abcdef") == roster_of(b"0123456789abcdef")


@given(seeds)
@settings(max_examples=50)
def test_bosses_are_those_whose_strength_occurs_as_a_boss_only(seed: bytes) -> None:
    regular = {
        strength
        for floor in build_curve(DEFAULT.curve, seed).floors
        for strength in floor.strengths
    }
    kinds = roster_of(seed).kinds
    assert all(kind.boss == (kind.strength not in regular) for kind in kinds)
    assert kinds[-1].boss


@given(seeds)
@settings(max_examples=50)
def test_figures_are_sane_for_every_kind(seed: bytes) -> None:
    for kind in roster_of(seed).kinds:
        assert kind.life >= 1
        assert kind.attack >= 1
        assert 1 <= kind.speed <= 40
        assert kind.absorb <= max(1, kind.strength // 5)
        assert len(kind.resistances) == 6
        assert kind.experience >= 1


def test_tables_give_the_kinds_that_they_state() -> None:
    roster = build_roster(CLASSIC, build_curve(CLASSIC.curve, bytes(16)), bytes(16))
    assert roster.bands == ()
    assert [kind.name for kind in roster.kinds] == ["orc", "troll"]
    assert [kind.strength for kind in roster.kinds] == [
        CLASSIC.population.kinds[name].strength for name in ("orc", "troll")
    ]


def test_many_seeds_use_about_twenty_races_each_in_its_tiers_order() -> None:
    for number in range(300):
        bands = roster_of(number.to_bytes(16, "little")).bands
        assert 19 <= len(bands) <= 24
        for family in {band.family for band in bands}:
            tiers = [band.tier for band in bands if band.family == family]
            assert tiers == list(range(len(tiers)))


@given(seeds)
@settings(max_examples=50)
def test_bosses_have_the_tricks_of_their_familys_bosses_besides(seed: bytes) -> None:
    for kind in roster_of(seed).kinds:
        family = DEFAULT.families[kind.family]
        _, _, member, _ = kind.id.split(".")
        more = (family.boss,) if kind.boss else ()
        own = (family.behaviour.tricks, family.classes[member].tricks)
        assert kind.behaviour.tricks == together(*own, *more)
        assert kind.behaviour == family.behaviour.model_copy(
            update={"tricks": kind.behaviour.tricks}
        )


@given(seeds)
@settings(max_examples=20)
def test_kinds_state_the_mods_of_family_and_class(seed: bytes) -> None:
    for kind in roster_of(seed).kinds:
        family = DEFAULT.families[kind.family]
        _, _, member, _ = kind.id.split(".")
        levels = added(family.mods, family.classes[member].mods)
        assert dict(kind.mods) == {name: level for name, level in levels.items() if level}


@given(seeds)
@settings(max_examples=60)
def test_no_goblin_that_slows_comes_before_floor_4(seed: bytes) -> None:
    curve = build_curve(DEFAULT.curve, seed)
    first = max(max(floor.strengths + floor.bosses) for floor in curve.floors[:3])
    for kind in build_roster(DEFAULT, curve, seed).kinds:
        slows = any(use.spell == "slow" for use in kind.behaviour.tricks.spells)
        assert kind.family != "goblin" or not slows or kind.strength > first
