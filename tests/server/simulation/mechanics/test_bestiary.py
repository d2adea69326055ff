"""The party remembers which kinds it met, and how many fell."""

from support.worlds.staging import Stage, kind_that
from undertide_server.simulation.mechanics.bestiary import record_trick
from undertide_server.simulation.snapshot import restore, take_snapshot
from undertide_shared.messages import Move

HALL = ["##########", "#@..#....#", "####...###", "##########"]


def test_whom_a_hero_sees_is_met() -> None:
    stage = Stage(HALL)
    stage.hero()
    seen = stage.monster((3, 1), mood="asleep")
    stage.monster((7, 1), kind=kind_that(stage, notices=1))
    stage.tick(4)
    assert stage.run.progress.met == {seen.monster.kind: 0}


def test_who_hides_is_not_met() -> None:
    stage = Stage(HALL)
    stage.hero()
    stage.monster((3, 1), mood="asleep", kind=kind_that(stage, lurks=True))
    stage.tick(4)
    assert stage.run.progress.met == {}


def test_people_of_all_floors_are_one_species() -> None:
    stage = Stage(HALL)
    stage.hero()
    for number, cell in ((1, (2, 1)), (5, (3, 1))):
        stage.monster(cell, mood="asleep", kind=stage.run.kinds[f"guard@{number}"])
    stage.tick(4)
    assert stage.run.progress.met == {"guard": 0}


def test_the_fallen_are_counted() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    kind = kind_that(stage, notices=1)
    for expected in (1, 2):
        monster = stage.monster((2, 1), mood="asleep", kind=kind)
        stage.tick(4)
        monster.body.life = 1
        stage.run.index.move(hero, (1, 1))
        stage.ask(Move(1, 0))
        assert stage.run.progress.met == {kind.id: expected}


def test_lore_comes_back_with_a_snapshot_in_its_order() -> None:
    stage = Stage(HALL)
    stage.run.progress.met.update({"rat": 3, "ant": 0, "owl": 7})
    other = restore(stage.game, take_snapshot(stage.run))
    assert list(other.progress.met.items()) == [("rat", 3), ("ant", 0), ("owl", 7)]


def test_a_trick_is_noted_only_where_somebody_sees_it() -> None:
    stage = Stage(HALL)
    stage.hero()
    seen = stage.monster((3, 1), mood="asleep")
    unseen = stage.monster((7, 1), kind=kind_that(stage, notices=1))
    stage.tick()
    for monster, trick in ((seen, "steals"), (unseen, "rushes"), (seen, "steals")):
        record_trick(stage.run, stage.floor, monster, trick)
    assert stage.run.progress.tricks == {seen.monster.kind: ["steals"]}
