"""Strength and mods as figures."""

import pytest

from support.content.shipped import shipped
from undertide_server.content.schema.fields import DAMAGE_TYPES, DamageType
from undertide_server.worldgen.creatures.stats import added, figures_of

RULES = shipped("default").monsters


def test_without_mods_life_is_the_strength_and_attack_a_fifth() -> None:
    figures = figures_of(20, {}, RULES)
    assert (figures.life, figures.attack, figures.speed) == (20, 4, 10)
    assert figures.absorb == 0
    assert figures.resistances == (0,) * 6
    assert figures.extra_attacks == ()


@pytest.mark.parametrize(
    ("mod", "level", "name", "value"),
    [
        ("life", 2, "life", 130),
        ("life", -2, "life", 70),
        ("life", -10, "life", 10),  # a tenth is always left
        ("attack", 2, "attack", 26),
        ("absorb", 2, "absorb", 6),
        ("absorb", -2, "absorb", 0),
        ("regen", 0, "regen", 83),  # 100 life in 1200 ticks: 0.083 a tick
        ("regen", 1, "regen", 183),  # and 1% of it in 10 ticks: 0.1 a tick
        ("regen", -1, "regen", 83),
        ("speed", 3, "speed", 16),
        ("speed", -10, "speed", 1),
    ],
)
def test_each_mod_does_what_its_rule_says(mod: str, level: int, name: str, value: int) -> None:
    assert getattr(figures_of(100, {mod: level}, RULES), name) == value


def test_absorb_is_at_least_one() -> None:
    assert figures_of(7, {"absorb": 1}, RULES).absorb == 1


@pytest.mark.parametrize("kind", DAMAGE_TYPES)
def test_resistance_stands_at_the_place_of_its_type(kind: DamageType) -> None:
    resistances = figures_of(10, {f"res.{kind}": 7}, RULES).resistances
    assert dict(zip(DAMAGE_TYPES, resistances, strict=True))[kind] == 7
    assert sum(resistances) == 7


def test_extra_attacks_are_a_share_of_the_attack_where_that_is_any() -> None:
    assert figures_of(500, {"attack.fire": 2}, RULES).extra_attacks == (("fire", 24),)
    assert figures_of(5, {"attack.cold": 3}, RULES).extra_attacks == ()
    assert figures_of(500, {"attack.fire": -1}, RULES).extra_attacks == ()


def test_the_weakest_kind_has_one_of_everything() -> None:
    figures = figures_of(1, {"life": -10, "attack": -10}, RULES)
    assert (figures.life, figures.attack) == (1, 1)


def test_levels_of_family_and_class_add_up() -> None:
    assert added({"life": 2, "speed": 1}, {"life": -3, "absorb": 1}) == {
        "life": -1,
        "speed": 1,
        "absorb": 1,
    }
