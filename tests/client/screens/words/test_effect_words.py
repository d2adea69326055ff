import pytest
from msgspec import structs

from support.client.client_examples import hero_status, keyframe
from support.client.screen_text import playing
from undertide_client.model.mirror import Mirror
from undertide_client.screens.words.effect_words import (
    duration_words,
    effects_words,
    status_words,
)
from undertide_shared.messages import EffectFigures

HEAL = EffectFigures("heal", percent=40, of="life", least=10)
BALL = EffectFigures("ball", percent=150, of="magic", damage="fire", radius=2, range=8)
BURNING = EffectFigures(
    "harm", "burning", percent=4, of="life", damage="fire", chance=30, ticks=30, every=10
)


def mirror() -> Mirror:
    """Return what a hero with 60 life, attack 7 and magic 8 knows, on a floor of average 28.5."""
    found = playing().mirror
    first = keyframe()
    floor = structs.replace(first.floor, average=2850)
    hero = hero_status(life=23, max_life=60, attack=7, magic=8)
    found.apply(structs.replace(first, floor=floor, hero=hero))
    return found


@pytest.mark.parametrize(
    ("effect", "text"),
    [
        (HEAL, "Heals 40 % of full life, at least 10: 24 for you."),
        (structs.replace(HEAL, least=30), "Heals 40 % of full life, at least 30: 30 for you."),
        (
            EffectFigures("hearten", percent=5, of="life", least=2),
            "Adds 5 % of full life, at least 2: 3 for you, for good.",
        ),
        (EffectFigures("feed", percent=30, of="food"), "Feeds 30 % of a full stomach."),
        (EffectFigures("cure"), "Ends all bad statuses."),
        (EffectFigures("teach", "fireball"), "Teaches fireball."),
        (BALL, "Some 12 fire damage to all within 2 cells, up to 8 cells away."),
        (
            EffectFigures("chain", percent=100, of="attack", damage="arcane", range=7, count=4),
            "Some 7 arcane damage to up to 4 enemies, up to 7 cells away.",
        ),
        (EffectFigures("blink", range=6), "Takes you up to 6 cells away."),
        (EffectFigures("light", radius=14), "Shows the ground within 14 cells."),
        (
            EffectFigures("summon", "skeleton", count=2, ticks=200),
            "Calls 2 times a skeleton for 20 s.",
        ),
        (BURNING, "Burning for 3 s (30 %): 4 % of full life as fire damage every 1 s."),
        (EffectFigures("hinder", "frozen", ticks=30, speed=0), "Frozen for 3 s: can't act."),
        (
            EffectFigures("boost", "warded", ticks=150, absorb=3),
            "Warded for 15 s: up to 3 % of full life off each hit.",
        ),
        (
            EffectFigures("trap", percent=25, of="average", damage="cold", radius=1),
            "A trap: some 7 cold damage within 1 cell.",
        ),
        (
            EffectFigures("ground", percent=5, of="life", damage="fire", every=10),
            "3 life as fire damage every 1 s.",
        ),
        (EffectFigures("sing"), ""),
    ],
)
def test_an_effect_is_told_with_its_figures(effect: EffectFigures, text: str) -> None:
    assert effects_words(mirror(), [effect]) == text


def test_several_effects_are_told_in_order() -> None:
    assert effects_words(mirror(), [BALL, BURNING]).endswith("away. Burning for 3 s (30 %): "
        "4 % of full life as fire damage every 1 s.")  # fmt: skip


def test_without_a_hero_shares_are_told() -> None:
    found = mirror()
    found.apply(structs.replace(keyframe(), seat=None, hero=None))
    assert effects_words(found, [HEAL]) == "Heals 40 % of full life, at least 10."
    assert effects_words(found, [BALL]).startswith("150 % of magic as fire damage")


def test_a_status_of_ones_own_tells_what_it_takes() -> None:
    assert status_words(mirror(), BURNING) == "2 life as fire damage every 1 s"


@pytest.mark.parametrize(
    ("ticks", "words"), [(5, "0.5 s"), (10, "1 s"), (25, "2.5 s"), (128, "13 s")]
)
def test_times_are_told_in_seconds(ticks: int, words: str) -> None:
    assert duration_words(ticks) == words
