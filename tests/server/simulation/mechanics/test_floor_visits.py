"""A hero's time on each floor."""

from support.content.shipped import shipped
from support.worlds.companies import two_apart
from support.worlds.staging import Stage, make_test_game
from undertide_server.simulation.mechanics.floor_visits import (
    look_around,
    record_arrival,
    record_departure,
    teach_lesson,
)
from undertide_server.simulation.mechanics.victory import end_run
from undertide_server.simulation.pipeline import step
from undertide_server.simulation.queries.visibility import known_ground, memory_of
from undertide_server.simulation.state.events import Event, PartyTold, RunEnded, Told
from undertide_server.simulation.state.inputs import SeatTaken
from undertide_server.simulation.state.run import Run, new_run
from undertide_server.simulation.state.walk_grid import cells_of
from undertide_shared.messages import Climb, Explore

ROOM = ["#####", "#@..#", "#####"]


def test_visits_of_a_floor_add_up_and_time_elsewhere_does_not_count() -> None:
    stage = Stage(ROOM)
    row, floor = stage.hero("Ann"), stage.floor
    floor.state.clock = 10
    record_arrival(floor, row)
    floor.state.clock = 15
    record_departure(stage.run, floor, row)
    floor.state.clock = 100
    record_arrival(floor, row)
    floor.state.clock = 103
    record_departure(stage.run, floor, row)
    (stay,) = row.hero.stays.values()
    assert stay.ticks == 8


def test_the_tide_is_that_of_the_moment_of_leaving() -> None:
    stage = Stage(ROOM)
    row, floor, rules = stage.hero("Ann"), stage.floor, stage.run.rules.tide
    record_arrival(floor, row)
    record_departure(stage.run, floor, row)
    assert row.hero.stays[floor.state.branch].tide == -1
    floor.tide.clock = rules.grace + rules.rise // 2
    record_departure(stage.run, floor, row)
    assert row.hero.stays[floor.state.branch].tide in {49, 50}


def test_a_hero_of_an_older_run_has_no_stay_to_end() -> None:
    stage = Stage(ROOM)
    row = stage.hero("Ann")
    row.hero.stays.clear()
    record_departure(stage.run, stage.floor, row)
    assert row.hero.stays == {}


def test_whoever_looks_around_remembers_nothing_that_only_a_companion_sees() -> None:
    apart = two_apart()
    tiles = memory_of(apart.stage.floor, apart.ann).tiles
    tiles[:] = 0
    known_ground(apart.stage.run, apart.stage.floor, apart.ann)
    look_around(apart.stage.run, apart.stage.floor, apart.ann)
    assert (tiles > 0).tolist() == apart.ann.sight.mask.tolist()
    ground = known_ground(apart.stage.run, apart.stage.floor, apart.ann)
    known = [bool(ground.walkable & ground.only(cell)) for cell in ((2, 2), (8, 2))]
    assert known == [True, False]


LESSONS = shipped("tutorial").lessons
HALL = ["#######", "#@>...#", "#######"]


def told(events: list[Event]) -> list[str]:
    return [event.text for event in events if isinstance(event, Told | PartyTold)]


def new_heroes(run: Run, *names: str) -> list[Event]:
    return list(step(run, [SeatTaken(seat, name) for seat, name in enumerate(names)]))


def test_each_new_hero_is_told_the_lesson_of_the_first_floor() -> None:
    run = new_run(make_test_game("tutorial"))
    events = new_heroes(run, "Ann", "Ben")
    headings = [event for event in events if isinstance(event, Told) and "Lesson" in event.text]
    assert [event.text for event in headings] == [f"Lesson 1 of 8: {LESSONS.floors[0].title}."] * 2
    assert len({event.hero for event in headings}) == 2
    assert set(LESSONS.floors[0].lines) <= {*told(events)}


def test_a_floor_teaches_a_hero_once() -> None:
    stage = Stage(HALL, make_test_game("tutorial"))
    stage.hero(cell=(2, 1))
    down = told(stage.ask(Climb()))
    assert f"Lesson 2 of 8: {LESSONS.floors[1].title}." in down
    assert [line for line in down if line in LESSONS.floors[1].lines] == [*LESSONS.floors[1].lines]
    back = [*stage.ask(Climb(), branch=2), *stage.ask(Climb())]
    assert told(back) == ["Ann reaches floor 1.", "Ann reaches floor 2."]


def test_the_winners_are_told_how_the_lessons_end() -> None:
    stage = Stage(HALL, make_test_game("tutorial"))
    end_run(stage.run, won=True)
    *lines, last = stage.run.events
    assert lines == [PartyTold("good", line) for line in LESSONS.ending]
    assert isinstance(last, RunEnded)


def test_losers_are_told_nothing_and_other_presets_teach_nothing() -> None:
    stage = Stage(HALL, make_test_game("tutorial"))
    end_run(stage.run, won=False)
    assert [type(event) for event in stage.run.events] == [RunEnded]
    assert not any("Lesson" in line for line in told(new_heroes(new_run(make_test_game()), "Ann")))


def test_a_lesson_is_a_heading_and_lines_for_one_hero_alone() -> None:
    stage = Stage(HALL, make_test_game("tutorial"))
    stage.hero("Ann")
    row = stage.hero("Ben")
    stage.run.events = []
    teach_lesson(stage.run, stage.floor, row)
    heading = f"Lesson 1 of 8: {LESSONS.floors[0].title}."
    lines = [Told(row.entity, "info", line) for line in LESSONS.floors[0].lines]
    assert stage.run.events == [Told(row.entity, "good", heading), *lines]


def test_a_hero_that_looks_around_knows_the_ground_that_it_sees() -> None:
    stage = Stage(["#########", "#@..#...#", "#########"])
    row = stage.hero()
    stage.ask(Explore())
    known = row.known
    assert known is not None
    before = known.update().unknown
    stage.run.index.move(row, (6, 1))
    look_around(stage.run, stage.floor, row)
    seen = cells_of(row.sight.mask)
    assert before & seen
    assert known.update().unknown == before & ~seen
