import pytest
from msgspec import structs

from support.client.client_examples import delta, keyframe
from support.client.hero_examples import BALL, BURNING, HEALING, TOLD, reading
from undertide_client.screens.words.effect_words import duration_words, effects_words, status_words
from undertide_shared.messages import EffectFigures, PaceStatus


@pytest.mark.parametrize(("effect", "text"), TOLD)
def test_an_effect_is_told_with_its_figures(effect: EffectFigures, text: str) -> None:
    assert effects_words(reading(), [effect]) == text


def test_several_effects_are_told_in_order() -> None:
    ball, burning = (effects_words(reading(), [each]) for each in (BALL, BURNING))
    assert effects_words(reading(), [BALL, BURNING]) == f"{ball} {burning}"


def test_without_a_hero_shares_are_told() -> None:
    found = reading()
    found.apply(structs.replace(keyframe(), seat=None, hero=None))
    assert effects_words(found, [HEALING]) == "Heals 40 % of full life, at least 10."
    assert effects_words(found, [BALL]).startswith("150 % of magic as fire damage")


def test_a_status_of_ones_own_tells_what_it_takes() -> None:
    assert status_words(reading(), BURNING) == "2 life as fire damage every 1 s"


@pytest.mark.parametrize(
    ("ticks", "words"), [(5, "0.5 s"), (10, "1 s"), (25, "2.5 s"), (128, "13 s")]
)
def test_times_are_told_in_seconds(ticks: int, words: str) -> None:
    assert duration_words(ticks, reading()) == words


def test_times_are_told_in_turns_where_one_plays_in_turns() -> None:
    mirror = reading()
    mirror.apply(delta(2, pace=PaceStatus("solo")))
    assert duration_words(25, mirror) == "12 turns"
    assert duration_words(5, mirror) == "2.5 turns"
    assert duration_words(2, mirror) == "1 turn"
