"""R1: the curve, number for number."""

import csv
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.content.shipped import shipped
from undertide_server.worldgen.creatures.curve import build_curve, fibonacci, step_of

TABLE = Path(__file__).parents[3] / "data" / "level_table.csv"
DEFAULT = shipped("default").curve
REFERENCE = shipped("reference").curve

seeds = st.binary(min_size=16, max_size=16)


def table() -> list[dict[str, str]]:
    with TABLE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


@pytest.mark.parametrize("row", table(), ids=lambda row: f"floor {row['floor']}")
def test_reference_reproduces_the_level_table(row: dict[str, str]) -> None:
    floor = build_curve(REFERENCE, bytes(16)).floors[int(row["floor"]) - 1]
    assert floor.floor == int(row["floor"])
    assert len(floor.strengths) + len(floor.bosses) == int(row["monster_types"])
    assert floor.strengths == numbers(row["strengths"])
    assert floor.bosses == numbers(row["bosses"])
    assert floor.average == float(row["average"])


def test_reference_has_108_strengths_on_20_floors() -> None:
    floors = build_curve(REFERENCE, bytes(16)).floors
    assert len(floors) == len(table()) == 20
    assert sum(len(floor.strengths + floor.bosses) for floor in floors) == 108


@given(seeds, seeds)
def test_reference_is_the_same_for_every_seed(one: bytes, other: bytes) -> None:
    assert build_curve(REFERENCE, one) == build_curve(REFERENCE, other)


@given(seeds)
def test_every_floor_has_three_to_seven_rising_types_and_bosses_past_the_fifth(seed: bytes) -> None:
    for floor in build_curve(DEFAULT, seed).floors:
        strengths = floor.strengths + floor.bosses
        assert 3 <= len(strengths) <= 7
        assert list(strengths) == sorted(set(strengths))
        assert len(floor.strengths) <= 5
        assert not floor.bosses or len(floor.strengths) == 5


@given(seeds)
def test_a_seed_moves_the_number_of_types_by_one_at_most(seed: bytes) -> None:
    unmoved = REFERENCE.model_copy(update={"interference": {}})
    pairs = zip(build_curve(DEFAULT, seed).floors, build_curve(unmoved, seed).floors, strict=True)
    for drawn, fixed in pairs:
        counts = [len(floor.strengths + floor.bosses) for floor in (drawn, fixed)]
        assert abs(counts[0] - counts[1]) <= 1


def test_interference_is_drawn_a_third_each() -> None:
    # Floor 4 has 4 types without interference, so none of the three is clamped away.
    counts = Counter(
        len(build_curve(DEFAULT, number.to_bytes(16, "little")).floors[3].strengths)
        for number in range(900)
    )
    assert set(counts) == {3, 4, 5}
    assert all(260 <= count <= 340 for count in counts.values())


@pytest.mark.parametrize(("index", "number"), [(0, 0), (1, 1), (2, 1), (3, 2), (12, 144)])
def test_fibonacci(index: int, number: int) -> None:
    assert fibonacci(index) == number


def test_about_every_other_floor_brings_the_next_step() -> None:
    steps = [step_of(DEFAULT, floor) for floor in range(1, 21)]
    assert steps == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11]


def test_strengths_of_a_curve_are_each_named_once_and_rise() -> None:
    strengths = build_curve(REFERENCE, bytes(16)).strengths
    assert len(strengths) == 94
    assert list(strengths) == sorted(set(strengths))
