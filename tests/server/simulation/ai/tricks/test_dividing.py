"""Dividing: both halves together have what the whole had."""

import pytest

from support.worlds.special_kinds import kind_that, told
from support.worlds.staging import Stage
from undertide_server.content.records.tricks import Tricks
from undertide_server.simulation.components.actors import Attack
from undertide_server.simulation.state.rows import MonsterRow

HALL = ["##########", "#@.......#", "#........#", "##########"]


def slime(stage: Stage, times: int = 1, life: int = 100) -> MonsterRow:
    hero = stage.hero()
    hero.body.life = hero.body.max_life = 10**6
    kind = kind_that(stage, Tricks(divides=times))
    row = stage.monster((4, 1), mood="hunting", kind=kind, power=100, life=life)
    row.monster.experience = 31
    return row


def test_it_falls_into_two_that_share_life_and_experience() -> None:
    stage = Stage(HALL)
    whole = slime(stage)
    whole.body.life = 50
    events = stage.tick(1)
    assert "The beast falls into two, and both come on." in told(events)
    halves = list(stage.floor.monsters.values())
    assert [row.body.life for row in halves] == [25, 25]
    assert [row.body.max_life for row in halves] == [50, 50]
    assert sum(row.monster.experience for row in halves) <= 31
    assert all(row.mind.mood == "hunting" for row in halves)
    powers = [stage.run.world.get(row.entity, Attack).power for row in halves]
    assert powers == [70, 70]


@pytest.mark.parametrize(("times", "pieces"), [(1, 2), (2, 4), (3, 8)])
def test_it_divides_no_more_often_than_its_kind_does(times: int, pieces: int) -> None:
    stage = Stage(["#" * 30, *["#" + "." * 28 + "#"] * 6, "#@" + "." * 27 + "#", "#" * 30])
    slime(stage, times, life=4096)
    for _ in range(60):
        for row in stage.floor.monsters.values():
            row.body.life = min(row.body.life, row.body.max_life // 2)
        stage.tick()
    assert len(stage.floor.monsters) == pieces


def test_above_half_its_life_it_stays_whole() -> None:
    stage = Stage(HALL)
    slime(stage).body.life = 51
    stage.tick(20)
    assert len(stage.floor.monsters) == 1


def test_without_room_it_stays_whole() -> None:
    stage = Stage(["#####", "#@.##", "#####"])
    hero = stage.hero()
    hero.body.life = hero.body.max_life = 10**6
    row = stage.monster((2, 1), mood="hunting", kind=kind_that(stage, Tricks(divides=1)))
    row.body.life = 10
    stage.tick(20)
    assert len(stage.floor.monsters) == 1
