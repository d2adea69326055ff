"""R4: what a monster pays."""

import csv
from pathlib import Path

import pytest

from support.content.shipped import shipped
from undertide_server.worldgen.creatures.curve import build_curve
from undertide_server.worldgen.creatures.experience import Anchor, build_anchors, experience_of

RULES = shipped("reference")
CURVE = build_curve(RULES.curve, bytes(16))
ANCHORS = build_anchors(CURVE, RULES.heroes.levels)


def test_levels_have_the_stated_thresholds() -> None:
    path = Path(__file__).parents[3] / "data" / "xp_thresholds.csv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = [tuple(map(int, row)) for row in list(csv.reader(file))[1:]]
    levels = RULES.heroes.levels
    assert [(index, *level.thresholds) for index, level in enumerate(levels, start=1)] == rows


def test_floors_whose_average_is_not_above_all_earlier_ones_are_left_out() -> None:
    averages = [floor.average for floor in CURVE.floors]
    assert averages[1] < averages[0]
    assert len(ANCHORS) == len(averages) - 1
    assert [anchor.strength for anchor in ANCHORS[:2]] == [980, 1233]


def test_a_floors_average_pays_half_a_medium_threshold() -> None:
    for floor in CURVE.floors:
        if floor.average.is_integer():
            medium = RULES.heroes.levels[floor.floor - 1].thresholds[1]
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
    anchors = build_anchors(CURVE, RULES.heroes.levels[:3])
    assert anchors[-1].experience == RULES.heroes.levels[2].thresholds[1]
