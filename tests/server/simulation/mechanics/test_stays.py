"""A hero's time on each floor."""

from support.worlds.staging import Stage
from undertide_server.simulation.mechanics.stays import arrive, depart

ROOM = ["#####", "#@..#", "#####"]


def test_visits_of_a_floor_add_up_and_time_elsewhere_does_not_count() -> None:
    stage = Stage(ROOM)
    row, floor = stage.hero("Ann"), stage.floor
    floor.state.clock = 10
    arrive(floor, row)
    floor.state.clock = 15
    depart(stage.run, floor, row)
    floor.state.clock = 100
    arrive(floor, row)
    floor.state.clock = 103
    depart(stage.run, floor, row)
    (stay,) = row.hero.stays.values()
    assert stay.ticks == 8


def test_the_tide_is_that_of_the_moment_of_leaving() -> None:
    stage = Stage(ROOM)
    row, floor, rules = stage.hero("Ann"), stage.floor, stage.run.rules.tide
    arrive(floor, row)
    depart(stage.run, floor, row)
    assert row.hero.stays[floor.state.branch].tide == -1
    floor.tide.clock = rules.grace + rules.rise // 2
    depart(stage.run, floor, row)
    assert row.hero.stays[floor.state.branch].tide in {49, 50}


def test_a_hero_of_an_older_run_has_no_stay_to_end() -> None:
    stage = Stage(ROOM)
    row = stage.hero("Ann")
    row.hero.stays.clear()
    depart(stage.run, stage.floor, row)
    assert row.hero.stays == {}
