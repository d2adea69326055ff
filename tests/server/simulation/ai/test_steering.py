"""Monsters get about: nearer, away, anywhere and home."""

import pytest

from support.worlds.outcomes import told
from support.worlds.staging import Stage, kind_that
from undertide_server.simulation.ai.steering import approach, go_home, wander
from undertide_server.simulation.components.monsters import GuardPost
from undertide_server.simulation.queries.awareness import is_allowed, is_out_of_bounds
from undertide_server.simulation.snapshot import restore, take_snapshot
from undertide_shared.geometry import distance

HALL = ["#" * 12, *["#" + "." * 10 + "#"] * 3, "#@" + "." * 9 + "#", "#" * 12]


def test_it_goes_straight_at_what_it_sees() -> None:
    stage = Stage(HALL)
    row = stage.monster((8, 1))
    approach(stage.run, stage.floor, row, (4, 4))
    assert row.cell == (7, 2)
    assert row.actor.energy == -20


def test_it_goes_round_whoever_is_in_the_way() -> None:
    stage = Stage(["#######", "#@....#", "#.#####", "#.....#", "#######"])
    row = stage.monster((4, 1))
    approach(stage.run, stage.floor, row, (4, 3))
    assert row.cell == (3, 1)


def test_where_no_way_leads_it_waits() -> None:
    stage = Stage(["#######", "#@.#..#", "#######"])
    row = stage.monster((2, 1))
    approach(stage.run, stage.floor, row, (5, 1))
    assert row.cell == (2, 1)
    assert row.actor.energy == -20


def test_it_goes_the_whole_way_round_a_wall_of_glass() -> None:
    # The only gap is 50 steps away: the way round is longer than any detour around others.
    width = 54
    hall = "#." + "." * (width - 4) + ".#"
    wall = "#" + "G" * (width - 3) + ".#"
    stage = Stage(["#" * width, "#@" + hall[2:], wall, hall, "#" * width], legend={"G": "glass"})
    row = stage.monster((1, 3))
    for _ in range(2 * width):
        if row.cell[1] == 1:
            break
        approach(stage.run, stage.floor, row, (1, 1))
    assert row.cell[1] == 1


def test_it_waits_rather_than_go_far_round_those_in_its_way() -> None:
    width = 54
    hall = "#." + "." * (width - 4) + ".#"
    ring = ["#" * width, "#@" + hall[2:], "#." + "#" * (width - 4) + ".#", hall, "#" * width]
    stage = Stage(ring)
    for x in range(3, 10):
        stage.monster((x, 1))
    row = stage.monster((10, 1))
    approach(stage.run, stage.floor, row, (1, 1))
    assert row.cell == (10, 1)


@pytest.mark.parametrize("post", [(2, 2), (8, 1)])
def test_it_goes_home_a_step_at_a_time_and_waits_there(post: tuple[int, int]) -> None:
    stage = Stage(HALL)
    row = stage.monster((5, 2), kind=kind_that(stage, guards=1))
    row.post = GuardPost(*post)
    for _ in range(6):
        before = row.cell
        go_home(stage.run, stage.floor, row)
        assert distance(before, row.cell) <= 1
    assert row.cell == post


def test_it_wanders_but_not_into_harm() -> None:
    stage = Stage(["####", "#@.#", "####"])
    stage.turn((1, 1), "acid")
    row = stage.monster((2, 1))
    for clock in range(30):
        stage.floor.state.clock = clock
        wander(stage.run, stage.floor, row, stage.run.chance(stage.floor, "test"))
        assert row.cell == (2, 1)


LONG = ["#" * 30, "#@" + "." * 27 + "#", "#" + "." * 28 + "#", "#" * 30]
POST = (20, 1)


def test_bounds_are_cells_from_the_post() -> None:
    stage = Stage(LONG)
    guard = stage.monster(POST, kind=kind_that(stage, guards=3))
    assert is_allowed(guard, (1, 1)), "without a post it goes anywhere"
    guard.post = GuardPost(*POST)
    assert is_allowed(guard, (17, 1))
    assert not is_allowed(guard, (16, 1))
    assert not is_out_of_bounds(guard, (16, 1)), "it can strike there"
    assert is_out_of_bounds(guard, (15, 1))
    stage.run.index.move(guard, (10, 1))
    assert is_allowed(guard, (11, 1)), "whoever was brought away may come back"
    assert not is_allowed(guard, (9, 1))


def test_a_guardian_takes_its_post_in_the_first_moment_of_its_floor() -> None:
    stage = Stage(LONG)
    stage.hero()
    guard = stage.monster(POST, kind=kind_that(stage, guards=4))
    stage.tick(1)
    assert guard.post == GuardPost(*POST)


def test_those_who_come_later_have_none() -> None:
    stage = Stage(LONG)
    stage.hero()
    stage.tick(1)
    late = stage.monster(POST, mood="hunting", kind=kind_that(stage, guards=4))
    stage.tick(1)
    assert late.post is None


def test_it_goes_no_further_than_its_kind_does() -> None:
    stage = Stage(LONG)
    hero = stage.hero(cell=(16, 1))
    hero.body.life = hero.body.max_life = 10**6
    guard = stage.monster(POST, mood="hunting", kind=kind_that(stage, guards=4), life=10**6)
    stage.tick(1)
    for x in (15, 14, 12, 10, 8, 4):
        stage.run.index.move(hero, (x, 1))
        for _ in range(12):
            stage.tick()
            assert distance(guard.cell, POST) <= 4
    stage.tick(40)
    assert guard.cell == POST, "it goes back where nobody is within its bounds"


def test_it_strikes_whoever_stands_at_the_edge() -> None:
    stage = Stage(LONG)
    hero = stage.hero(cell=(15, 1))
    hero.body.life = hero.body.max_life = 10**6
    guard = stage.monster(POST, mood="hunting", kind=kind_that(stage, guards=4))
    stage.tick(40)
    assert distance(guard.cell, hero.cell) == 1
    assert hero.body.life < hero.body.max_life


def test_one_that_has_lost_half_its_life_leaves_its_post_for_good() -> None:
    stage = Stage(LONG)
    hero = stage.hero(cell=(8, 1))
    hero.body.life = hero.body.max_life = 10**6
    guard = stage.monster(POST, mood="hunting", kind=kind_that(stage, guards=4), life=100)
    stage.tick(1)
    guard.body.life = 49
    events = stage.tick(40)
    assert "The beast leaves its post!" in told(events)
    assert guard.post is None
    assert distance(guard.cell, hero.cell) == 1
    assert not stage.run.world.has(guard.entity, GuardPost)


def test_it_does_not_amble_away() -> None:
    stage = Stage(LONG)
    stage.hero()
    guard = stage.monster(POST, kind=kind_that(stage, guards=1, notices=1))
    for _ in range(400):
        stage.tick()
        assert distance(guard.cell, POST) <= 1


def test_its_post_comes_back_with_a_snapshot() -> None:
    stage = Stage(LONG)
    stage.hero()
    guard = stage.monster(POST)
    stage.run.world.add(guard.entity, GuardPost(3, 2))
    other = restore(stage.game, take_snapshot(stage.run))
    assert other.index.floors[stage.floor.entity].monsters[guard.entity].post == GuardPost(3, 2)
