"""R2: the kinds of a game."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from undertide_server.content.load import load_ruleset
from undertide_server.rng import Rng, derive
from undertide_server.simulation.rules.damage import hurt, spread_of
from undertide_server.worldgen.curve import build_curve
from undertide_server.worldgen.roster import MonsterKind, Roster, build_roster

DEFAULT = load_ruleset("default")
TUTORIAL = load_ruleset("tutorial")

seeds = st.binary(min_size=16, max_size=16)


def roster_of(seed: bytes) -> Roster:
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
    roster = build_roster(TUTORIAL, build_curve(TUTORIAL.curve, bytes(16)), bytes(16))
    assert roster.bands == ()
    assert [kind.name for kind in roster.kinds] == ["orc", "troll"]
    assert [kind.strength for kind in roster.kinds] == [
        TUTORIAL.population.kinds[name].strength for name in ("orc", "troll")
    ]


def kind_like(family: str, class_name: str, strength: int) -> MonsterKind:
    """Return a kind of a family at a strength of choice."""
    only = DEFAULT.model_copy(
        update={
            "families": {
                family: DEFAULT.families[family].model_copy(
                    update={"classes": {class_name: DEFAULT.families[family].classes[class_name]}}
                )
            },
            "curve": DEFAULT.curve.model_copy(
                update={
                    "floors": 1,
                    "base": strength - 3,
                    "types": DEFAULT.curve.types.model_copy(update={"fewest": 1, "most": 1}),
                }
            ),
        }
    )
    (kind,) = build_roster(only, build_curve(only.curve, bytes(16)), bytes(16)).kinds
    assert kind.strength == strength
    return kind


def first_wins(first: MonsterKind, second: MonsterKind, rng: Rng) -> bool:
    """Fight a duel by R6, each acting as its speed says."""
    life = [first.life, second.life]
    energy = [0, 0]
    fighters = (first, second)
    for _ in range(5000):
        for index, fighter in enumerate(fighters):
            energy[index] += fighter.speed
            foe = fighters[1 - index]
            if energy[index] >= 20:
                energy[index] -= 20
                power = spread_of(fighter.attack, 25, rng.below(101))
                life[1 - index] -= hurt(power, foe.resistances[0], foe.absorb)
                if life[1 - index] <= 0:
                    return index == 0
    return life[0] > life[1]


@pytest.mark.parametrize("strength", [25, 100, 700])
def test_at_equal_strength_a_dragon_beats_a_goblin_far_more_often_than_not(strength: int) -> None:
    dragon = kind_like("dragon", "red", strength)
    goblin = kind_like("goblin", "cutthroat", strength)
    rng = derive(bytes(16), "duel")
    wins = sum(first_wins(dragon, goblin, rng) for _ in range(100))
    assert wins >= 90
