"""Rushing: a straight run, or a step out of the air."""

from support.worlds.special_kinds import kind_that, told
from support.worlds.staging import Stage
from undertide_server.content.records.tricks import Rush, Tricks
from undertide_server.simulation.components.monsters import GuardPost
from undertide_server.simulation.state.rows import MonsterRow
from undertide_shared.geometry import distance

HALL = ["#" * 14, "#@" + "." * 11 + "#", "#" + "." * 12 + "#", "#" + "." * 12 + "#", "#" * 14]
RUNS = Tricks(rushes=Rush(reach=6, rest=5))
BLINKS = Tricks(rushes=Rush(reach=6, rest=5, blinks=True))


def rusher(stage: Stage, cell: tuple[int, int], tricks: Tricks) -> MonsterRow:
    hero = stage.hero()
    hero.body.life = hero.body.max_life = 10**6
    return stage.monster(cell, mood="hunting", kind=kind_that(stage, tricks))


def test_it_charges_in_a_straight_line() -> None:
    stage = Stage(HALL)
    row = rusher(stage, (6, 1), RUNS)
    assert "The beast charges at you!" in told(stage.tick(1))
    assert row.cell == (2, 1)


def test_slanting_ways_are_straight_too() -> None:
    stage = Stage(HALL)
    row = rusher(stage, (3, 3), RUNS)
    stage.tick(1)
    assert row.cell == (2, 2)


def test_it_does_not_charge_round_corners_through_others_or_from_afar() -> None:
    for cell, between in (((6, 2), None), ((6, 1), (4, 1)), ((8, 1), None)):
        stage = Stage(HALL)
        row = rusher(stage, cell, RUNS)
        if between:
            stage.monster(between, mood="asleep")
        stage.tick(1)
        assert distance(row.cell, cell) <= 1


def test_it_does_not_charge_into_harm() -> None:
    stage = Stage(HALL)
    row = rusher(stage, (6, 1), RUNS)
    stage.turn((4, 1), "acid")
    stage.tick(1)
    assert row.cell != (2, 1)


def test_then_it_rests() -> None:
    stage = Stage(HALL)
    row = rusher(stage, (6, 1), RUNS)
    stage.tick(1)
    stage.run.index.move(row, (7, 1))
    row.actor.energy = 0
    stage.tick(1)
    assert distance(row.cell, (7, 1)) == 1


def test_those_that_blink_care_for_nothing_between() -> None:
    stage = Stage(HALL)
    row = rusher(stage, (6, 2), BLINKS)
    stage.monster((4, 1), mood="asleep")
    assert "The beast is gone, and there again, beside you!" in told(stage.tick(1))
    assert distance(row.cell, (1, 1)) == 1


def test_nobody_blinks_where_no_magic_works() -> None:
    stage = Stage(HALL)
    row = rusher(stage, (6, 1), BLINKS)
    stage.turn((6, 1), "quiet_floor")
    stage.tick(1)
    assert distance(row.cell, (6, 1)) <= 1


def test_guardians_rush_nowhere_beyond_their_bounds() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    hero.body.life = hero.body.max_life = 10**6
    kind = kind_that(stage, BLINKS, guards=2)
    row = stage.monster((6, 1), mood="hunting", kind=kind)
    row.post = GuardPost(6, 1)
    stage.tick(10)
    assert distance(row.cell, (6, 1)) <= 2
