from typing import get_args

import pytest
from msgspec import structs

from support.client.client_examples import GOBLIN, delta, hero_status, keyframe
from support.client.screen_text import playing
from undertide_client.model.mirror import Mirror
from undertide_client.screens.words.threat_words import called, threat_words
from undertide_shared.messages import Threat, Trick
from undertide_shared.messages.words import TRICKS

DIRE = Threat(GOBLIN, 250, 2000, 1, "dire", 3)


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
    assert words(**changes) == text


def test_reach_and_tricks_follow() -> None:
    text = words(reach=6, tricks=["steals", "sings"], spells=["slow", "haste"])
    assert "It strikes up to 6 cells far." in text
    assert text.endswith("Its kind was seen to steal, cast slow and cast haste.")


def test_the_word_of_danger_stands_before_the_name_of_an_enemy() -> None:
    mirror = told()
    one = mirror.sightings[GOBLIN]
    kind = mirror.kinds[one.kind]
    assert called(mirror, one, kind) == "dire goblin"
    assert called(mirror, structs.replace(one, mood="peaceful"), kind) == "goblin"


def test_nothing_is_said_without_a_hero_or_a_threat() -> None:
    mirror = playing().mirror
    one = mirror.sightings[GOBLIN]
    assert threat_words(mirror, one) == ""
    assert called(mirror, one, mirror.kinds[one.kind]) == "goblin"


def test_a_threat_ends_with_its_sighting() -> None:
    mirror = told()
    mirror.apply(delta(3, gone=[GOBLIN]))
    assert mirror.threats == {}
    mirror = told()
    mirror.apply(keyframe(hero=hero_status()))
    assert mirror.threats == {}


def test_there_are_words_for_every_trick_that_servers_tell() -> None:
    assert list(TRICKS) == list(get_args(Trick))
