"""Blows, missiles and thefts of monsters, and what follows them."""

from dataclasses import replace

from support.content.own_rules import with_terrain
from support.worlds.staging import Stage
from undertide_server.content.records.monsters import Behaviour
from undertide_server.simulation.ai.attacks import shoot_missile
from undertide_server.simulation.state.events import Event, Hit, Seen
from undertide_server.simulation.state.rows import MonsterRow

HALL = ["#" * 12, "#@" + "." * 9 + "#", "#" + "." * 10 + "#", "#" * 12]
LONG_HALL = ["##########", "#@.......#", "##########"]


def caster(stage: Stage) -> MonsterRow:
    """Put somebody who casts fire into the hall."""
    kind = replace(stage.game.roster.kinds[0], behaviour=Behaviour(shoots=7, casts="fire"))
    stage.run.kinds[kind.id] = kind
    return stage.monster((6, 1), kind=kind)


def shot(stage: Stage, source: MonsterRow) -> list[Event]:
    """Let a missile fly at the hero, and return what happened."""
    target = next(iter(stage.floor.heroes.values()))
    stage.run.events = []
    shoot_missile(stage.run, stage.floor, source, target)
    stage.run.world.bury()
    return stage.run.events


def test_cover_stops_missiles_by_its_chance() -> None:
    stage = Stage(LONG_HALL, with_terrain("rubble", cover=50))
    row = stage.hero()
    row.body.life = row.body.max_life = 100_000
    stage.turn(row.cell, "rubble")
    archer = stage.monster((6, 1))
    stopped = 0
    for _ in range(100):
        stage.floor.state.clock += 1
        events = shot(stage, archer)
        stopped += not any(isinstance(event, Hit) for event in events)
    assert 30 < stopped < 70


def test_who_is_saved_by_cover_reads_it() -> None:
    stage = Stage(LONG_HALL, with_terrain("rubble", cover=100))
    row = stage.hero()
    stage.turn(row.cell, "rubble")
    (told,) = shot(stage, stage.monster((6, 1)))
    assert isinstance(told, Seen)
    assert (told.actor.entity, told.own) == (row.entity, "The rubble stops what was meant for you.")
    assert told.others == "The rubble stops what was meant for Ann."


def test_open_ground_stops_nothing() -> None:
    stage = Stage(LONG_HALL)
    stage.hero()
    assert any(isinstance(event, Hit) for event in shot(stage, stage.monster((6, 1))))


def test_where_a_casters_missile_strikes_its_element_reaches_the_ground() -> None:
    stage = Stage(LONG_HALL)
    row = stage.hero()
    stage.turn(row.cell, "grass")
    shot(stage, stage.monster((5, 1)))
    assert stage.terrain(row.cell) == "grass"
    shot(stage, caster(stage))
    assert stage.terrain(row.cell) == "burning_grass"


def test_what_cover_stops_brings_no_fire() -> None:
    stage = Stage(LONG_HALL, with_terrain("bramble", cover=100))
    row = stage.hero()
    stage.turn(row.cell, "bramble")
    shot(stage, caster(stage))
    assert stage.terrain(row.cell) == "bramble"


def test_a_caster_on_ground_that_swallows_magic_only_strikes() -> None:
    stage = Stage(LONG_HALL)
    row = stage.hero()
    stage.turn(row.cell, "grass")
    stage.turn((6, 1), "quiet_floor")
    assert any(isinstance(event, Hit) for event in shot(stage, caster(stage)))
    assert stage.terrain(row.cell) == "grass"


def test_the_ground_burns_even_where_the_missile_killed() -> None:
    stage = Stage(LONG_HALL)
    row = stage.hero()
    row.body.life = 1
    stage.turn(row.cell, "grass")
    shot(stage, caster(stage))
    assert row.hero.fate
    assert stage.terrain((1, 1)) == "burning_grass"
