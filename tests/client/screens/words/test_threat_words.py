from typing import get_args

import pytest
from msgspec import structs

from support.client.client_examples import GOBLIN, delta, hero_status, keyframe
from support.client.screen_text import playing
from undertide_client.model.mirror import Mirror
from undertide_client.screens.widgets import palette
from undertide_client.screens.words.threat_words import (
    danger_sentence,
    danger_span,
    danger_words,
    threat_of,
    threat_words,
)
from undertide_shared.messages import Threat, Trick
from undertide_shared.messages.words import TRICKS

DIRE = Threat(GOBLIN, 250, 2000, 1, "dire", 3, costs=66)
RATED = "Dire danger (!!!): felling it alone would cost you about 66 % of your full life."


def told(threat: Threat = DIRE) -> Mirror:
    """Return what a player sees of a goblin with 60 % of its life, with 23 life of its own."""
    mirror = playing().mirror
    mirror.apply(delta(threats=[threat]))
    return mirror


def words(**changes: object) -> str:
    mirror = told(structs.replace(DIRE, **changes))
    return threat_words(mirror, mirror.sightings[GOBLIN])


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({}, "10 of its blows kill you; 3 of yours kill it."),
        ({"deals": 2300}, "One of its blows kills you; 3 of yours kill it."),
        ({"takes": 10_000}, "10 of its blows kill you; one of yours kills it."),
        ({"deals": 0, "takes": 0}, "Its blows don't hurt you; yours don't hurt it."),
    ],
)
def test_blows_are_counted_by_the_life_that_is_left(changes: dict[str, int], text: str) -> None:
    assert words(**changes) == f"{RATED} {text}"


def test_reach_and_tricks_follow() -> None:
    text = words(reach=6, tricks=["steals", "sings", "lamp.blinds"], spells=["slow", "haste"])
    assert "It strikes up to 6 cells far." in text
    assert text.endswith("Its kind was seen to steal, blind, cast slow and cast haste.")


def test_an_enemy_is_a_danger_and_the_peaceful_are_none() -> None:
    mirror = told()
    one = mirror.sightings[GOBLIN]
    assert danger_words(mirror, one) == "dire danger"
    assert danger_words(mirror, structs.replace(one, mood="peaceful")) == ""


@pytest.mark.parametrize(
    ("rank", "mark", "ink"),
    [
        (0, "", palette.SOFT),
        (1, "!", palette.INK),
        (2, "!!", palette.WARNING),
        (3, "!!!", palette.BAD),
        (4, "!!!!", palette.BAD),
        (9, "!!!!", palette.BAD),
    ],
)
def test_a_greater_danger_has_a_longer_and_louder_mark(
    rank: int, mark: str, ink: palette.Colour
) -> None:
    assert danger_span(structs.replace(DIRE, rank=rank)) == (mark, ink)


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({}, RATED),
        ({"costs": 100}, "Dire danger (!!!): alone you would fall before it does."),
        (
            {"costs": 0, "danger": "little", "rank": 0},
            "Little danger: felling it alone would cost you hardly any life.",
        ),
        ({"danger": ""}, ""),
    ],
)
def test_a_danger_says_what_a_fight_costs(changes: dict[str, int | str], text: str) -> None:
    mirror = told(structs.replace(DIRE, **changes))
    assert danger_sentence(mirror, mirror.sightings[GOBLIN]) == text


def test_nothing_is_said_without_a_hero_or_a_threat() -> None:
    mirror = playing().mirror
    one = mirror.sightings[GOBLIN]
    assert threat_words(mirror, one) == ""
    assert threat_of(mirror, one) is None
    assert danger_span(None) == ("", palette.SOFT)


def test_a_threat_ends_with_its_sighting() -> None:
    mirror = told()
    mirror.apply(delta(3, gone=[GOBLIN]))
    assert mirror.threats == {}
    mirror = told()
    mirror.apply(keyframe(hero=hero_status()))
    assert mirror.threats == {}


def test_there_are_words_for_every_trick_that_servers_tell() -> None:
    assert list(TRICKS) == list(get_args(Trick))
