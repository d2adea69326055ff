"""Room for those who come to a monster."""

from dataclasses import replace

import pytest

from support.content.own_rules import game_with
from support.worlds.outcomes import told
from support.worlds.staging import Stage, kind_that, make_test_game
from undertide_server.content.records.tricks import Summons, Tricks
from undertide_server.simulation.ai.tricks.company import NEAR, kin_of, room_beside
from undertide_server.simulation.components.actors import Attack
from undertide_server.simulation.state.rows import MonsterRow
from undertide_shared.geometry import distance


def test_there_is_room_on_a_free_cell_near_by() -> None:
    stage = Stage(["#########", "#@......#", "#########"])
    row = stage.monster((4, 1))
    stage.monster((3, 1))
    cell = room_beside(stage.run, stage.floor, row)
    assert cell is not None
    assert stage.floor.is_free(cell)
    assert distance(cell, row.cell) <= NEAR


def test_there_is_none_where_only_far_cells_are_free() -> None:
    stage = Stage(["##########", "#@.......#", "##########"])
    row = stage.monster((8, 1))
    for x in (4, 5, 6, 7):
        stage.monster((x, 1))
    assert room_beside(stage.run, stage.floor, row) is None


def test_there_is_none_on_a_floor_that_holds_no_more() -> None:
    population = make_test_game().ruleset.population.model_copy(update={"most_alive": 1})
    stage = Stage(["#########", "#@......#", "#########"], game_with(population=population))
    row = stage.monster((4, 1))
    assert room_beside(stage.run, stage.floor, row) is None


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
    assert [row.monster.experience for row in halves] == [15, 15], "of 31"
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


LONG_HALL = ["#" * 20, *["#" + "." * 18 + "#"] * 6, "#@" + "." * 17 + "#", "#" * 20]
CALLS = Summons(percent=100, rest=2, count=2, most=5, strength_percent=50)


def caller(stage: Stage, summons: Summons = CALLS) -> MonsterRow:
    """Put somebody strong who calls weak kin far from a hero that can't die."""
    hero = stage.hero()
    hero.body.life = hero.body.max_life = 10**6
    weak = kind_that(stage, Tricks(summons=summons))
    kind = replace(weak, id="caller", strength=weak.strength * 10)
    stage.run.kinds[kind.id] = kind
    return stage.monster((15, 3), mood="hunting", kind=kind, life=10**6)


def others(stage: Stage, row: MonsterRow) -> list[MonsterRow]:
    return [other for other in stage.floor.monsters.values() if other is not row]


def test_kin_come_beside_it_and_hunt() -> None:
    stage = Stage(LONG_HALL)
    row = caller(stage)
    events = stage.tick(1)
    assert "The beast calls, and is answered." in told(events)
    assert len(others(stage, row)) == 2
    assert all(distance(kin.cell, row.cell) <= 3 for kin in others(stage, row))
    assert all(kin.mind.mood == "hunting" for kin in others(stage, row))


def test_no_more_come_than_its_kind_has_and_they_call_nobody() -> None:
    stage = Stage(LONG_HALL)
    row = caller(stage)
    stage.tick(200)
    assert len(others(stage, row)) == CALLS.most


def test_they_pay_nothing() -> None:
    stage = Stage(LONG_HALL)
    row = caller(stage)
    stage.tick(40)
    assert {kin.monster.experience for kin in others(stage, row)} == {0}


def test_a_full_floor_takes_no_more() -> None:
    population = make_test_game().ruleset.population.model_copy(update={"most_alive": 2})
    stage = Stage(LONG_HALL, game_with(population=population))
    row = caller(stage)
    stage.tick(40)
    assert len(others(stage, row)) == 1


def test_the_strongest_kin_that_may_come_does() -> None:
    stage = Stage(LONG_HALL)
    for kind in stage.game.roster.kinds:
        found = kin_of(stage.run, kind, CALLS)
        if found is None:
            assert kind.strength < 2 * stage.game.roster.kinds[0].strength
            continue
        assert found.strength * 2 <= kind.strength
        kin = [
            other.strength
            for other in stage.run.kinds.values()
            if other.family == kind.family
            and other.strength * 2 <= kind.strength
            and not other.behaviour.peaceful
        ]
        if kin:
            assert (found.family, found.strength) == (kind.family, max(kin))


def test_where_everybody_is_too_strong_nobody_comes() -> None:
    stage = Stage(LONG_HALL)
    weakest = stage.game.roster.kinds[0]
    lone = replace(weakest, family="nobody's", strength=1)
    assert kin_of(stage.run, lone, CALLS) is None
