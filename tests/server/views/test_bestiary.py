"""What the party knows of the kinds that it met."""

from support.worlds.staging import Stage, kind_that
from undertide_server.content.records.tricks import Rush, Tricks
from undertide_server.views.bestiary import bestiary
from undertide_shared.messages import MetKind

HALL = ["##########", "#@.......#", "##########"]


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
