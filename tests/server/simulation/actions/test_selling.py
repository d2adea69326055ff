"""Traders buy gear."""

from support.worlds.outcomes import held, refusal
from support.worlds.special_kinds import kind_that, told
from support.worlds.staging import Stage
from undertide_server.simulation.components.monsters import Mood
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.mechanics.shops import offer_for
from undertide_server.simulation.state.rows import HeroRow
from undertide_shared.messages import Sell, Wear

SHOP = ["########", "#@.....#", "########"]


def visit(
    *items: str, mood: Mood = "idle", cell: tuple[int, int] = (2, 1), trades: bool = True
) -> tuple[Stage, HeroRow]:
    """Let a hero in beside a trader, with nothing but `items`, with ids from 1."""
    stage = Stage(SHOP)
    row = stage.hero()
    row.inventory.stacks.clear()
    row.inventory.last_id = 0
    for item in items:
        give_stack(row.inventory, item, 1)
    kind = kind_that(stage, peaceful=True, trades=trades, guards=1, asleep=0)
    stage.monster(cell, mood=mood, kind=kind)
    return stage, row


def test_a_trader_pays_a_share_of_the_price_and_keeps_the_piece() -> None:
    stage, row = visit("long_sword^9", "dagger^1")
    kind = stage.run.items.kind("long_sword^9")
    events = stage.ask(Sell(1))
    gold = (kind.price * stage.run.rules.loot.sale_percent + 50) // 100
    assert (row.hero.gold, held(row)) == (gold, [("dagger^1", 1)])
    assert offer_for(stage.run, kind) == gold
    assert f"You sell a long sword for {gold} gold." in told(events)


def test_a_sale_never_pays_more_than_the_price() -> None:
    stage, _ = visit()
    for key in ("dagger^1", "long_sword^20", "long_sword^9/keen:3"):
        kind = stage.run.items.kind(key)
        assert 0 < offer_for(stage.run, kind) < kind.price


def test_what_no_trader_takes_stays() -> None:
    stage, row = visit("health_potion", "dagger^1")
    stage.ask(Sell(1))
    assert refusal(row) == "the beast buys only gear"
    stage.ask(Wear(2))
    stage.ask(Sell(2))
    assert refusal(row) == "take it off first"
    assert len(row.inventory.stacks) == 2


def test_only_a_trader_at_peace_beside_the_hero_buys() -> None:
    for stage, row in (
        visit("dagger^1", cell=(4, 1)),
        visit("dagger^1", mood="hunting"),
        visit("dagger^1", trades=False),
    ):
        stage.ask(Sell(1))
        assert refusal(row) == "no trader is next to you"
        assert held(row) == [("dagger^1", 1)]
