"""What the party knows of the kinds that it met."""

from dataclasses import replace

import pytest

from support.worlds.staging import Stage, kind_that
from undertide_server.content.records.tricks import Rush, Tricks
from undertide_server.views.bestiary import bestiary, manner, resistances, tricks
from undertide_shared.messages import MetKind

STAGE = Stage(["####", "#@.#", "####"])
PLAIN = replace(
    kind_that(STAGE), speed=10, resistances=(0,) * 6, extra_attacks=(), absorb=0, mods=()
)
HALL = ["##########", "#@.......#", "##########"]


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


def known(stage: Stage, species: str, fell: int) -> MetKind:
    stage.run.progress.met[species] = fell
    (kind,) = bestiary(stage.run).kinds
    return kind


def test_nobody_is_known_at_first() -> None:
    assert bestiary(Stage(HALL).run).kinds == []


def test_at_the_first_meeting_name_and_description_are_known() -> None:
    stage = Stage(HALL)
    kind = stage.game.roster.kinds[3]
    met = known(stage, kind.id, 0)
    assert (met.name, met.glyph, met.colour) == (kind.name, kind.glyph, kind.colour)
    assert (met.description, met.fell, met.facts) == (kind.description, 0, [])


def test_the_more_fell_the_more_is_known() -> None:
    stage = Stage(HALL)
    for kind in stage.game.roster.kinds:
        stage.run.progress.met.clear()
        facts = [known(stage, kind.id, fell).facts for fell in (0, 1, 2, 3, 9, 10, 50)]
        assert facts[0] == []
        assert facts[1] == facts[2] != []
        assert facts[3] == facts[4]
        assert facts[5] == facts[6]
        assert facts[5][: len(facts[3])] == facts[3]
        assert facts[3][: len(facts[1])] == facts[1]
        assert len(facts[1]) < len(facts[3]) < len(facts[5])
        assert all(fact.endswith(".") and len(fact) < 200 for fact in facts[6])


def test_facts_are_those_of_the_kind() -> None:
    stage = Stage(HALL)
    tricks = Tricks(rushes=Rush(reach=5, rest=3), drains=40)
    kind = kind_that(stage, tricks, pack=True, shoots=6, guards=4)
    facts = known(stage, kind.id, 10).facts
    assert "It shoots up to 6 cells far." in facts
    assert "Its kin wakes when it takes notice of you." in facts
    assert "It goes no further than 4 cells from its post." in facts
    assert "It charges from up to 5 cells away." in facts
    assert "Its blows give 40% of what they take back to it." in facts


def test_people_are_known_whatever_the_floor() -> None:
    stage = Stage(HALL)
    met = known(stage, "guard", 1)
    assert met.name == "guard"
    assert met.facts


def test_kinds_come_in_the_order_in_which_they_were_met() -> None:
    stage = Stage(HALL)
    met = [kind.id for kind in stage.game.roster.kinds[5:0:-1]]
    stage.run.progress.met.update(dict.fromkeys(met, 0))
    names = [stage.run.kinds[kind].name for kind in met]
    assert [kind.name for kind in bestiary(stage.run).kinds] == names
