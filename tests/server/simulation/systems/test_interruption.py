"""Company that heroes meet ends what they do by themselves."""

from dataclasses import replace

from support.worlds.staging import Stage
from undertide_server.content.records.monsters import Behaviour
from undertide_server.simulation.state.events import Told
from undertide_shared.messages import Explore, Rest

HOUSE = ["##########", "#@..#....#", "#...+....#", "##########"]


def test_peaceful_company_interrupts_no_errand() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    row.body.life = 1
    stage.ask(Rest())
    behaviour = Behaviour(peaceful=True, asleep=0)
    kind = replace(stage.game.roster.kinds[0], behaviour=behaviour)
    stage.run.kinds[kind.id] = kind
    stage.monster((3, 1), kind=kind)
    stage.tick(3)
    assert row.auto_action.activity == "rest"


def test_a_tide_newcomer_in_view_interrupts_rest_and_says_what_came() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    row.body.life -= 10
    stage.ask(Rest())
    activities = [row.auto_action.activity]
    monster = stage.monster((3, 1), mood="hunting")
    events = stage.tick()
    activities.append(row.auto_action.activity)
    assert activities == ["rest", "none"]
    (told,) = [event for event in events if isinstance(event, Told)]
    assert monster.actor.name in told.text
    assert told.text.endswith("comes into view.")


def test_exploring_is_not_interrupted_by_what_stays_hidden() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    stage.monster((8, 1), mood="hunting")
    stage.ask(Explore())
    assert row.auto_action.activity == "explore"
