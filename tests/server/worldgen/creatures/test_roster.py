"""R2: the kinds of a game."""

from hypothesis import given, settings
from hypothesis import strategies as st

from support.content.shipped import shipped
from undertide_server.content.records.tricks import together
from undertide_server.worldgen.creatures.curve import build_curve
from undertide_server.worldgen.creatures.roster import MonsterRoster, build_roster
from undertide_server.worldgen.creatures.stats import added

DEFAULT = shipped("default")
CLASSIC = shipped("classic")

seeds = st.binary(min_size=16, max_size=16)


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
