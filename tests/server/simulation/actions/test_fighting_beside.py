"""A hero that follows a companion fights what attacks it or the companion (R17)."""

from support.worlds.special_kinds import kind_that
from support.worlds.staging import Stage
from undertide_server.simulation.components.monsters import Mood
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_shared.geometry import Cell, distance
from undertide_shared.messages import Accompany

HALL = ["############", "#@.........#", "#..........#", "#..........#", "############"]
ANN, BEN = (8, 2), (6, 2)


def followed(rows: list[str] = HALL, ben: Cell = BEN) -> tuple[Stage, HeroRow]:
    """Return a stage on which Ben, who is returned, is about to follow Ann."""
    stage = Stage(rows)
    stage.hero("Ann", cell=ANN)
    row = stage.hero("Ben", cell=ben)
    row.body.life = row.body.max_life = 1000
    return stage, row


def foe_at(stage: Stage, cell: Cell, mood: Mood = "hunting") -> MonsterRow:
    return stage.monster(cell, mood=mood, life=1000, power=1)


def follow(stage: Stage, ticks: int = 20) -> None:
    stage.ask(Accompany(0), seat=1)
    stage.tick(ticks)


def test_it_strikes_the_hunter_beside_it_and_follows_on() -> None:
    stage, ben = followed()
    foe = stage.monster((5, 1), mood="hunting", life=1, power=1)
    follow(stage)
    assert foe.entity not in stage.floor.monsters
    assert ben.auto_action.activity == "accompany"


def test_it_strikes_the_weakest_first() -> None:
    stage, _ben = followed()
    strong, weak = foe_at(stage, (5, 1)), foe_at(stage, (5, 3))
    weak.body.life = 500
    stage.ask(Accompany(0), seat=1)
    assert weak.body.life < 500
    assert strong.body.life == 1000


def test_it_walks_up_to_what_attacks_its_companion() -> None:
    stage, ben = followed()
    foe = foe_at(stage, (9, 1))
    follow(stage)
    assert distance(ben.cell, foe.cell) == 1
    assert foe.body.life < 1000


def test_it_waits_where_its_companion_fills_the_way() -> None:
    stage, ben = followed(["############", "############", "#@.........#", "############"])
    foe_at(stage, (9, 2))
    follow(stage)
    assert ben.cell == (7, 2), "it came up behind Ann and changed no places with her"


def test_it_leaves_sleepers_the_peaceful_and_the_sealed_alone() -> None:
    for mood in ("asleep", "idle", "sealed", "fleeing"):
        stage, ben = followed()
        foe = foe_at(stage, (7, 1), mood)
        foe.effects.remaining["frozen"] = 1000
        stage.ask(Accompany(0), seat=1)
        assert foe.body.life == 1000, mood
        assert ben.auto_action.activity == "accompany"
    stage, _ben = followed()
    guest = stage.monster((7, 1), mood="idle", kind=kind_that(stage, peaceful=True), life=1000)
    follow(stage, 4)
    assert guest.body.life == 1000


def test_one_with_a_bow_walks_up_to_nobody_but_strikes_what_is_beside_it() -> None:
    stage, ben = followed()
    ben.attack.range = 5
    foe = foe_at(stage, (9, 1))
    foe.effects.remaining["frozen"] = 1000
    follow(stage)
    assert (ben.cell, foe.body.life) == (BEN, 1000)
    near = foe_at(stage, (5, 2))
    stage.tick(4)
    assert near.body.life < 1000
