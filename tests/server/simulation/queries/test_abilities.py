"""Which abilities heroes have, and what they always give."""

from support.worlds.companies import hero_of
from support.worlds.staging import Stage
from undertide_server.content.records.abilities import Ambush, Care
from undertide_server.simulation.queries.abilities import abilities_of, gift_of

HALL = ["######", "#@...#", "######"]


def test_a_calling_has_its_abilities_in_their_order() -> None:
    run = Stage(HALL).run
    assert list(abilities_of(run, "warden")) == ["taunt", "brace"]
    assert abilities_of(run, "mender")["link"] is run.rules.abilities["link"]


def test_only_the_callings_with_a_gift_have_it() -> None:
    stage = Stage(HALL)
    footpad, mender = hero_of(stage, "footpad"), hero_of(stage, "mender")
    assert gift_of(stage.run, footpad, Ambush) is not None
    assert gift_of(stage.run, footpad, Care) is None
    care = gift_of(stage.run, mender, Care)
    assert care is not None
    assert care.times == 3
