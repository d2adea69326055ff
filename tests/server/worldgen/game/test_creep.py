"""R5: who the tide brings."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped
from undertide_server.content.load import list_presets
from undertide_server.util.rng import derive
from undertide_server.worldgen.game.creep import (
    creep_pool,
    creep_weights,
    draw,
    expected_experience,
)
from undertide_server.worldgen.game.game import Game, make_game

SEED = b"0123456789abcdef"
GAMES = {preset: make_game(shipped(preset), SEED, REPERTOIRE) for preset in list_presets()}
FLOORS = [
    pytest.param(game, floor.floor, id=f"{preset} floor {floor.floor}")
    for preset, game in GAMES.items()
    for floor in game.curve.floors
]


def expected_strength(strengths: list[int], bias: int) -> Fraction:
    weights = creep_weights(len(strengths), bias)
    return Fraction(sum(map(int.__mul__, strengths, weights)), sum(weights))


@pytest.mark.parametrize(("game", "floor_number"), FLOORS)
def test_the_pool_is_every_kind_between_shares_of_the_average(
    game: Game, floor_number: int
) -> None:
    strengths = game.curve.floors[floor_number - 1].strengths
    average = Fraction(sum(strengths), len(strengths))
    pool = creep_pool(game, floor_number)
    low, high = average * Fraction(3, 10), average * Fraction(13, 10)
    assert pool == tuple(kind for kind in game.roster.kinds if low <= kind.strength <= high)
    assert pool


@pytest.mark.parametrize(("game", "floor_number"), FLOORS)
def test_expected_strength_never_falls_as_the_bias_rises(game: Game, floor_number: int) -> None:
    strengths = [kind.strength for kind in creep_pool(game, floor_number)]
    expected = [expected_strength(strengths, bias) for bias in range(101)]
    assert expected == sorted(expected)
    assert len(strengths) == 1 or expected[0] < expected[-1]


@given(st.lists(st.integers(1, 5000), min_size=1, max_size=60).map(sorted), st.integers(0, 99))
def test_expected_strength_never_falls_for_any_pool(strengths: list[int], bias: int) -> None:
    assert expected_strength(strengths, bias) <= expected_strength(strengths, bias + 1)


def test_the_weakest_are_favoured_at_first_and_the_strongest_in_the_end() -> None:
    assert creep_weights(3, 0) == [900, 400, 100]
    assert creep_weights(3, 100) == [100, 400, 900]


def test_bosses_are_in_the_pool_where_they_fit() -> None:
    game = GAMES["reference"]
    assert any(kind.boss for kind in creep_pool(game, 20))


def test_draws_follow_the_weights() -> None:
    pool = creep_pool(GAMES["reference"], 5)
    rng = derive(SEED, "test")
    calm = Counter(draw(pool, 0, rng).strength for _ in range(2000))
    wild = Counter(draw(pool, 100, rng).strength for _ in range(2000))
    assert max(calm, key=calm.__getitem__) in [kind.strength for kind in pool[:3]]
    assert max(wild, key=wild.__getitem__) in [kind.strength for kind in pool[-3:]]


def test_nothing_can_be_drawn_from_an_empty_pool() -> None:
    with pytest.raises(ValueError, match="bound"):
        draw((), 50, derive(SEED, "test"))


@pytest.mark.parametrize("bias", [0, 50, 100])
def test_the_expected_experience_is_the_mean_of_many_draws(bias: int) -> None:
    pool = creep_pool(GAMES["default"], 5)
    rng = derive(SEED, "draws")
    paid = [draw(pool, bias, rng).experience for _ in range(4000)]
    assert expected_experience(pool, bias) == pytest.approx(sum(paid) / len(paid), rel=0.05)
