"""Sentences about a kind."""

from dataclasses import replace

import pytest

from support.worlds.staging import Stage, kind_that
from undertide_server.views.creature_words import manner, resistances, tricks

STAGE = Stage(["####", "#@.#", "####"])
PLAIN = replace(
    kind_that(STAGE), speed=10, resistances=(0,) * 6, extra_attacks=(), absorb=0, mods=()
)


@pytest.mark.parametrize(
    ("speed", "fact"),
    [
        (10, "It is as fast as you."),
        (12, "It is faster than you."),
        (8, "It is slower than you."),
    ],
)
def test_speed_is_told_against_that_of_heroes(speed: int, fact: str) -> None:
    assert manner(STAGE.run, replace(PLAIN, speed=speed))[0] == fact


def test_what_its_blows_do_besides_is_told() -> None:
    burning = replace(PLAIN, extra_attacks=(("fire", 3), ("cold", 1)))
    assert manner(STAGE.run, burning)[1] == (
        "It strikes what is next to it, with fire and cold besides."
    )


def test_resistance_is_told_by_what_it_does() -> None:
    kind = replace(PLAIN, resistances=(3, 5, -2, 10, 12, 0), absorb=2, mods=(("regen", 2),))
    assert resistances(STAGE.run, kind) == [
        "It is hurt more by fire.",
        "It resists physical and cold.",
        "Nothing is done to it by poison.",
        "It is healed by arcane.",
        "Its hide takes the edge off every hit.",
        "Its wounds close while you watch.",
    ]


def test_those_of_whom_there_is_nothing_to_tell_have_a_sentence_too() -> None:
    assert resistances(STAGE.run, PLAIN) == [
        "Nothing does it more harm than anything else, or less."
    ]
    assert tricks(STAGE.run, PLAIN) == ["It knows no tricks."]


def test_every_kind_of_the_game_can_be_told_of() -> None:
    for kind in STAGE.run.kinds.values():
        facts = [fact for told in (manner, resistances, tricks) for fact in told(STAGE.run, kind)]
        assert len(set(facts)) == len(facts)
