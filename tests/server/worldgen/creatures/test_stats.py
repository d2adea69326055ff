"""Strength and mods as figures."""

import csv
from pathlib import Path

import pytest

from support.content.shipped import shipped
from undertide_server.content.schema.fields import DAMAGE_TYPES, DamageType
from undertide_server.worldgen.creatures.curve import build_curve
from undertide_server.worldgen.creatures.stats import (
    Anchor,
    added,
    build_anchors,
    experience_of,
    figures_of,
)

RULES = shipped("default").monsters
REFERENCE = shipped("reference")
CURVE = build_curve(REFERENCE.curve, bytes(16))
ANCHORS = build_anchors(CURVE, REFERENCE.heroes.levels)


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


def test_levels_have_the_stated_thresholds() -> None:
    path = Path(__file__).parents[3] / "data" / "xp_thresholds.csv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = [tuple(map(int, row)) for row in list(csv.reader(file))[1:]]
    levels = REFERENCE.heroes.levels
    assert [(index, *level.thresholds) for index, level in enumerate(levels, start=1)] == rows


def test_floors_whose_average_is_not_above_all_earlier_ones_are_left_out() -> None:
    averages = [floor.average for floor in CURVE.floors]
    assert averages[1] < averages[0]
    assert len(ANCHORS) == len(averages) - 1
    assert [anchor.strength for anchor in ANCHORS[:2]] == [980, 1233]


def test_a_floors_average_pays_half_a_medium_threshold() -> None:
    for floor in CURVE.floors:
        if floor.average.is_integer():
            medium = REFERENCE.heroes.levels[floor.floor - 1].thresholds[1]
            assert experience_of(int(floor.average), ANCHORS) == medium // 2


@pytest.mark.parametrize(
    ("strength", "experience"),
    [
        (5, 13),  # proportional below the first: half of 25 is 12.5
        (10, 25),
        (15, 63),  # half-way between 25 and 100: 62.5
        (20, 100),
        (60, 300),  # proportional above the last
    ],
)
def test_is_linear_between_anchors_and_proportional_beyond(strength: int, experience: int) -> None:
    anchors = (Anchor(1000, 50), Anchor(2000, 200))
    assert experience_of(strength, anchors) == experience


def test_never_falls_as_strength_rises() -> None:
    pays = [experience_of(strength, ANCHORS) for strength in range(1, 3000)]
    assert pays == sorted(pays)


def test_content_with_fewer_levels_than_floors_goes_by_the_last_level() -> None:
    anchors = build_anchors(CURVE, REFERENCE.heroes.levels[:3])
    assert anchors[-1].experience == REFERENCE.heroes.levels[2].thresholds[1]
