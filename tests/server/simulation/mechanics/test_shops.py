"""Wares cost gold; errands never buy."""

import pytest

from support.worlds.companies import two_together
from support.worlds.outcomes import held
from support.worlds.staging import Stage, kind_that
from undertide_server.simulation.components.floors import Lying
from undertide_server.simulation.components.monsters import Mood
from undertide_server.simulation.mechanics.shops import trader_beside
from undertide_server.simulation.state.rows import HeroRow
from undertide_shared.geometry import Cell
from undertide_shared.messages import Drop, Explore, Move, Take

SHOP = ["########", "#@.....#", "########"]
WARE = "health_potion"


def customer(stage: Stage, gold: int) -> HeroRow:
    row = stage.hero()
    row.inventory.stacks.clear()
    row.hero.gold = gold
    return row


def test_taking_a_ware_costs_its_price() -> None:
    stage = Stage(SHOP)
    row = customer(stage, 50)
    stage.item((1, 1), WARE, 2, price=40)
    stage.ask(Take())
    assert row.hero.gold == 10
    assert held(row) == [(WARE, 2)]


def test_who_has_too_little_gold_is_told_and_takes_nothing() -> None:
    stage = Stage(SHOP)
    row = customer(stage, 12)
    stage.item((1, 1), WARE, price=40)
    stage.ask(Take())
    assert (row.intents.outcome, row.intents.reason) == ("refused", "it costs 40 gold; you have 12")
    assert (row.hero.gold, held(row)) == (12, [])
    assert stage.floor.state.clock == 0


def test_what_was_paid_for_and_does_not_fit_waits_without_a_price() -> None:
    stage = Stage(SHOP)
    row = customer(stage, 90)
    most = stage.run.rules.items[WARE].stack
    entity = stage.item((1, 1), WARE, most, price=40)
    room = most
    stage.run.world.get(entity, Lying).count = room + 1
    stage.ask(Take())
    left = stage.run.world.get(entity, Lying)
    assert (row.hero.gold, left.count, left.price) == (50, 1, 0)


def test_what_is_dropped_in_a_shop_has_no_price() -> None:
    stage = Stage(SHOP)
    row = customer(stage, 40)
    stage.item((1, 1), WARE, price=40)
    stage.ask(Take())
    stage.ask(Drop(row.inventory.stacks[0].id))
    stage.ask(Take())
    assert (row.hero.gold, held(row)) == (0, [(WARE, 1)])


def test_exploring_takes_gold_and_leaves_wares() -> None:
    stage = Stage(SHOP)
    row = customer(stage, 100)
    stage.item((3, 1), WARE, price=40)
    stage.item((5, 1), "gold", 30)
    stage.step()
    stage.ask(Explore())
    stage.tick(60)
    assert (row.hero.gold, held(row)) == (130, [])
    assert (3, 1) in stage.floor.items
    assert row.auto_action.activity == "none"


def test_gold_needs_no_room_in_the_pack_and_stays_where_its_owner_falls() -> None:
    stage = Stage(SHOP)
    stage.hero("Ann", cell=(6, 1))
    stage.put_to_sleep()
    row = stage.hero("Ben", cell=(2, 1))
    stage.item((2, 1), "gold", 30)
    stage.ask(Take(), seat=1)
    assert row.hero.gold == 30
    row.inventory.stacks.clear()
    row.body.life = 1
    stage.trap((3, 1), "spikes")
    stage.ask(Move(1, 0), seat=1)
    assert row.hero.gold == 0
    (lying,) = [stage.run.world.get(each, Lying) for each in stage.floor.items[(3, 1)]]
    assert (lying.item, lying.count, lying.price) == ("gold", 30, 0)


@pytest.mark.parametrize(
    ("cell", "mood", "trades"),
    [((7, 1), "idle", True), ((8, 1), "idle", False), ((7, 1), "hunting", False)],
)
def test_one_trades_with_a_trader_beside_who_is_at_peace(
    cell: Cell, mood: Mood, trades: bool
) -> None:
    pair = two_together()
    trader = pair.stage.monster(cell, kind=kind_that(pair.stage, trades=True, peaceful=True))
    trader.mind.mood = mood
    found = [trader_beside(pair.stage.run, pair.stage.floor, row) for row in (pair.ann, pair.ben)]
    assert found == [None, trader if trades else None]
