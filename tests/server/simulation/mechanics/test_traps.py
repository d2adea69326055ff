"""Traps go off underfoot or along a line, are found, and reload."""

import pytest

from support.content.own_rules import with_living, with_terrain, with_trap
from support.worlds.outcomes import hits, reloading
from support.worlds.staging import Stage
from undertide_server.simulation.mechanics.traps import can_disarm
from undertide_server.simulation.state.events import Seen, Told
from undertide_server.simulation.state.inputs import PlayerLost, Withdrawn
from undertide_shared.messages import Move, Rest, Travel, Wait

ROOM = ["#########", "#@......#", "#.......#", "#.......#", "#########"]
EAST, SOUTH = (1, 0), (0, 1)


def test_a_hidden_floor_trap_strikes_who_steps_on_it_and_is_seen_from_then_on() -> None:
    stage = Stage(ROOM)
    stage.hero()
    trap = stage.trap((2, 1), "spikes")
    assert stage.terrain((2, 1)) == "floor"
    events = stage.ask(Move(1, 0))
    (hit,) = hits(events)
    record = stage.run.rules.traps["spikes"]
    average = stage.game.curve.floors[0].average
    assert hit.parts == ((round(average * record.power_percent / 100), record.damage),)
    assert hit.parts == ((3, "physical"),), "30 % of 9.8"
    assert not trap.hidden
    assert stage.terrain((2, 1)) == record.terrain
    assert any(isinstance(event, Seen) and event.others == record.text for event in events)


def test_staying_on_a_trap_sets_nothing_off() -> None:
    stage = Stage(ROOM)
    stage.hero()
    stage.trap((1, 1), "spikes")
    stage.tick(20)
    assert not hits(stage.ask(Wait()))


def test_monsters_know_the_traps_of_their_floor_but_not_when_confused() -> None:
    stage = Stage(["######", "#@#..#", "###..#", "######"])
    for cell in ((3, 1), (3, 2), (4, 1), (4, 2)):
        stage.trap(cell, "spikes")
    monster = stage.monster((3, 1), mood="hunting", life=500)
    monster.mind.last_seen, monster.mind.patience = (4, 2), 500
    visited = set()
    for _ in range(20):
        assert not hits(stage.tick())
        visited.add(monster.cell)
    assert len(visited) > 1
    monster.effects.remaining["confused"] = 100
    assert hits(stage.tick(100))


def test_a_trap_with_a_radius_strikes_all_around_it_and_touches_the_ground() -> None:
    stage = Stage(ROOM, with_trap("fire_vent", radius=1))
    ann, ben = stage.hero("Ann"), stage.hero("Ben", cell=(3, 2))
    sleeper = stage.hero("Cid", cell=(1, 2))
    stage.step(PlayerLost(2))
    stage.step(Withdrawn(2))
    near, far = stage.monster((3, 1), mood="sealed"), stage.monster((4, 1), mood="asleep")
    stage.trap((2, 1), "fire_vent")
    for cell in ((1, 2), (2, 2), (4, 2)):
        stage.turn(cell, "grass")
    struck = {hit.target.entity for hit in hits(stage.ask(Move(1, 0)))}
    assert struck == {ann.entity, ben.entity}
    assert near.body.life == near.body.max_life
    assert far.body.life == far.body.max_life
    assert sleeper.body.life == sleeper.body.max_life
    assert stage.terrain((4, 2)) == "grass"
    assert stage.terrain((1, 2)) == stage.terrain((2, 2)) == "burning_grass"


def test_a_trap_can_kill_and_is_the_fate_of_its_victim() -> None:
    stage = Stage(ROOM)
    stage.hero("Ann", cell=(7, 3))
    stage.put_to_sleep()
    row = stage.hero("Ben", cell=(1, 1))
    row.body.life = 1
    stage.trap((2, 1), "spikes")
    stage.ask(Move(1, 0), seat=1)
    assert row.hero.fate == stage.run.rules.traps["spikes"].name
    assert row.entity not in stage.floor.heroes


def test_a_wall_trap_fires_at_who_steps_into_its_line() -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    trap = stage.trap((0, 2), "arrows", facing=EAST)
    assert not hits(stage.ask(Move(1, 0)))
    (hit,) = hits(stage.ask(Move(0, 1)))
    assert (hit.target.entity, hit.manner) == (row.entity, "missile")
    assert not trap.hidden
    assert stage.terrain((0, 2)) == "arrow_slit"


@pytest.mark.parametrize("reach", [1, 2, 3, 9])
def test_a_wall_trap_fires_no_further_than_it_reaches(reach: int) -> None:
    stage = Stage(ROOM, with_trap("arrows", reach=reach))
    stage.hero(cell=(3, 1))
    stage.trap((0, 2), "arrows", facing=EAST)
    assert bool(hits(stage.ask(Move(0, 1)))) is (reach >= 3)


@pytest.mark.parametrize("between", ["wall", "door", "monster"])
def test_whatever_stands_between_shelters_from_a_wall_trap(between: str) -> None:
    stage = Stage(ROOM)
    stage.hero(cell=(4, 1))
    stage.trap((4, 4), "arrows", facing=(0, -1))
    if between == "monster":
        stage.monster((4, 3), mood="sealed")
    else:
        stage.turn((4, 3), between)
    assert not hits(stage.ask(Move(0, 1)))


def test_a_wall_trap_fires_in_the_direction_that_it_faces_alone() -> None:
    stage = Stage(ROOM)
    stage.hero()
    stage.trap((0, 2), "arrows", facing=SOUTH)
    assert not hits(stage.ask(Move(0, 1)))


def test_cover_stops_arrows_and_a_wall_traps_element_reaches_where_it_strikes() -> None:
    stage = Stage(ROOM, with_terrain("rubble", cover=100))
    row = stage.hero()
    stage.turn((1, 2), "rubble")
    stage.trap((0, 2), "arrows", facing=EAST)
    assert not hits(stage.ask(Move(0, 1)))
    assert reloading(stage)
    stage = Stage(ROOM)
    row = stage.hero()
    stage.turn((1, 2), "grass")
    stage.trap((0, 2), "fire_spout", facing=EAST)
    assert hits(stage.ask(Move(0, 1)))
    assert stage.terrain(row.cell) == "burning_grass"


def test_who_sees_a_trap_may_step_aside_but_never_from_a_hidden_one() -> None:
    stage = Stage(ROOM, with_trap("spikes", spared=100, reload=1))
    stage.hero()
    stage.trap((2, 1), "spikes")
    assert hits(stage.ask(Move(1, 0)))
    stage.ask(Move(-1, 0))
    events = stage.ask(Move(1, 0))
    assert not hits(events)
    assert any(isinstance(event, Seen) and event.own == "You step aside." for event in events)


@pytest.mark.parametrize("intent", [Wait(), Rest()])
@pytest.mark.parametrize("percent", [0, 100])
def test_who_takes_time_beside_a_hidden_trap_may_notice_it(
    intent: Wait | Rest, percent: int
) -> None:
    stage = Stage(ROOM, with_living(search_percent=percent))
    row = stage.hero()
    row.body.life -= 1
    near, wall = stage.trap((2, 2), "spikes"), stage.trap((0, 2), "arrows", facing=EAST)
    far = stage.trap((3, 1), "spikes")
    events = stage.ask(intent)
    found = percent == 100
    assert (near.hidden, wall.hidden, far.hidden) == (not found, not found, True)
    assert (Told(row.entity, "good", "You notice a spike trap.") in events) is found
    assert (stage.terrain((2, 2)) == "spike_trap") is found


def test_errands_go_round_a_trap_that_was_found() -> None:
    stage = Stage(ROOM)
    row = stage.hero(cell=(1, 2))
    stage.trap((3, 2), "spikes", hidden=False)
    stage.ask(Travel(7, 2))
    for _ in range(20):
        if row.auto_action.activity == "none":
            break
        stage.tick(2)
    assert row.cell == (7, 2)
    assert reloading(stage) == {}


def test_a_trap_ends_the_errand_that_ran_into_it() -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    stage.trap((3, 1), "spikes")
    stage.ask(Travel(7, 1))
    stage.tick(20)
    assert row.cell == (3, 1)
    assert row.auto_action.activity == "none"


def test_a_trap_reloads_before_it_goes_off_again() -> None:
    stage = Stage(ROOM)
    stage.hero()
    stage.trap((2, 1), "spikes")
    assert hits(stage.ask(Move(1, 0)))
    stage.ask(Move(-1, 0))
    assert not hits(stage.ask(Move(1, 0)))
    stage.ask(Move(-1, 0))
    stage.tick(stage.run.rules.traps["spikes"].reload)
    assert reloading(stage) == {}
    assert hits(stage.ask(Move(1, 0)))


@pytest.mark.parametrize("hidden", [False, True])
def test_only_a_trap_that_was_seen_can_be_disarmed(hidden: bool) -> None:
    stage = Stage(ROOM)
    stage.trap((2, 1), "spikes", hidden=hidden)
    assert can_disarm(stage.run, stage.floor, (2, 1)) is not hidden
    assert not can_disarm(stage.run, stage.floor, (3, 1))


def test_a_slit_fires_at_nobody_who_fell_on_the_way_into_its_line() -> None:
    stage = Stage(ROOM)
    ann = stage.hero("Ann")
    stage.hero("Ben", cell=(7, 3))
    ann.body.life = 1
    stage.trap((1, 2), "spikes")
    stage.trap((0, 2), "arrows", facing=EAST)
    assert len(hits(stage.ask(Move(0, 1)))) == 1
    assert ann.is_fallen
    assert (0, 2) not in reloading(stage), "the slit didn't go off"


def test_cover_helps_against_no_spikes() -> None:
    stage = Stage(ROOM, with_terrain("spike_trap", cover=100))
    stage.hero()
    stage.trap((2, 1), "spikes")
    assert len(hits(stage.ask(Move(1, 0)))) == 1


def test_a_slit_fires_at_nobody_who_died_on_the_way_into_its_line() -> None:
    stage = Stage(ROOM)
    ann = stage.hero("Ann")
    ann.body.life = 1
    stage.trap((1, 2), "spikes")
    stage.trap((0, 2), "arrows", facing=EAST)
    assert len(hits(stage.ask(Move(0, 1)))) == 1
    assert ann.hero.fate
    assert (0, 2) not in reloading(stage)
