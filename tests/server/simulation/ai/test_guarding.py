"""Guardians stay near their posts."""

from support.worlds.special_kinds import kind_that, told
from support.worlds.staging import Stage
from undertide_server.simulation.components.monsters import GuardPost
from undertide_server.simulation.snapshot import restore, take_snapshot
from undertide_shared.geometry import distance

LONG = ["#" * 30, "#@" + "." * 27 + "#", "#" + "." * 28 + "#", "#" * 30]
POST = (20, 1)


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
