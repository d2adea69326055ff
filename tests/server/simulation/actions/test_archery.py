"""A shot wakes its target and takes its time."""

from support.worlds.companies import hero_of
from support.worlds.staging import Stage
from undertide_server.simulation.state.events import Hit
from undertide_shared.messages import Shoot

ALLEY = ["#" * 20, "#@" + "." * 17 + "#", "#" * 20]


def test_a_missile_strikes_from_afar_wakes_its_target_and_takes_its_time() -> None:
    stage = Stage(ALLEY)
    row = hero_of(stage, "strider")
    monster = stage.monster((1 + row.attack.range, 1), mood="asleep", life=500)
    clock = stage.floor.state.clock
    events = stage.ask(Shoot(*monster.cell))
    (hit,) = [each for each in events if isinstance(each, Hit) and each.source.entity == row.entity]
    assert hit.manner == "missile"
    assert monster.body.life < 500
    assert monster.mind.mood == "hunting"
    assert stage.floor.state.clock - clock >= stage.run.rules.costs.shoot // row.actor.speed
