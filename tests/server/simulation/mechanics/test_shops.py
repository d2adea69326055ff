"""Wares cost gold; errands never buy."""

from dataclasses import replace

import pytest

from support.worlds.companies import two_together
from support.worlds.outcomes import held
from support.worlds.staging import Stage, kind_that
from undertide_server.simulation.components.floors import Lying
from undertide_server.simulation.components.monsters import Mood
from undertide_server.simulation.mechanics.shops import offer_for, parts_of, pay, trader_beside
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.util.rounding import divided
from undertide_server.worldgen.items.forge import essences_in
from undertide_server.worldgen.items.keys import key_of
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
    found = [trader_beside(pair.stage.floor, row) for row in (pair.ann, pair.ben)]
    assert found == [None, trader if trades else None]


def test_what_is_paid_is_told_and_the_ware_is_no_ware_any_more() -> None:
    stage = Stage(SHOP)
    row = customer(stage, 50)
    entity = stage.item((1, 1), WARE, price=50)
    lying, version = stage.run.world.get(entity, Lying), stage.floor.caches.items_version
    stage.run.events = []
    pay(stage.run, stage.floor, row, lying)
    name = row.actor.name
    assert stage.run.events == [
        Seen(stage.floor.entity, who(row), "info", "You pay 50 gold.", f"{name} pays 50 gold.")
    ]
    assert (row.hero.gold, lying.price, lying.told) == (0, 0, True)
    assert stage.floor.caches.items_version > version
    pay(stage.run, stage.floor, row, lying)
    assert row.hero.gold == 0


@pytest.mark.parametrize(("percent", "offer"), [(40, 20), (1, 1), (0, 0)])
def test_a_trader_offers_a_share_of_the_price_of_gear_and_nothing_for_the_rest(
    percent: int, offer: int
) -> None:
    stage = Stage(SHOP)
    loot = stage.run.rules.loot.model_copy(update={"sale_percent": percent})
    stage.run.rules = stage.run.rules.model_copy(update={"loot": loot})
    sword = replace(stage.run.items.kind("long_sword^9/keen:1"), price=50)
    assert offer_for(stage.run, sword) == offer
    assert offer_for(stage.run, stage.run.items.kind(WARE)) == 0


@pytest.mark.parametrize(("percent", "scrap"), [(10, 5), (1, 1), (0, None)])
def test_plain_gear_breaks_into_a_share_of_its_price_and_other_gear_into_its_essences(
    percent: int, scrap: int | None
) -> None:
    stage = Stage(SHOP)
    run = stage.run
    crafting = run.rules.crafting.model_copy(update={"scrap_percent": percent})
    run.rules = run.rules.model_copy(update={"crafting": crafting})
    plain = run.items.kind("long_sword^9")
    assert plain.gear is not None
    parts = parts_of(run, plain.gear)
    price = run.items.kind(key_of(plain.gear.piece)).price
    expected = max(1, divided(price * percent, 100)) if scrap is not None else None
    assert parts == ({} if expected is None else {run.rules.loot.gold: expected})
    keen = run.items.kind("long_sword^9/keen:1")
    assert keen.gear is not None
    assert parts_of(run, keen.gear) == essences_in(keen.gear) != {}
