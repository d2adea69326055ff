"""Items: taken, laid down, drunk and read; none is made or lost on the way."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.worlds.outcomes import held, refusal, told
from support.worlds.staging import Stage, kind_that
from undertide_server.simulation.components.floors import Lying
from undertide_server.simulation.components.monsters import Mood
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.mechanics.shops import offer_for
from undertide_server.simulation.state.events import Hit
from undertide_server.simulation.state.rows import HeroRow
from undertide_shared.messages import Drop, Intent, Move, Sell, Take, Use, Wear

HALL = ["##########", "#@.......#", "#........#", "##########"]
HEAL, CONFUSE, LIGHTNING, FIREBALL = (
    "health_potion",
    "confusion_scroll",
    "lightning_scroll",
    "fireball_scroll",
)
SCROLL = LIGHTNING
"""An item that takes a slot of the pack."""


def hero_with(stage: Stage, item: str, count: int = 1) -> tuple[HeroRow, int]:
    """Let a hero in that carries only `item`; return its row and the stack's id."""
    row = stage.hero()
    row.inventory.stacks.clear()
    give_stack(row.inventory, item, count)
    return row, row.inventory.stacks[0].id


def count_of(stage: Stage, item: str) -> int:
    """Count an item in every pack and on the floor."""
    carried = sum(
        stack.count
        for row in stage.floor.heroes.values()
        for stack in row.inventory.stacks
        if stack.item == item
    )
    lying = sum(each.count for _, each in stage.run.world.each(Lying) if each.item == item)
    return carried + lying


def test_what_lies_here_is_taken_and_stacked() -> None:
    stage = Stage(HALL)
    row, _ = hero_with(stage, HEAL, 2)
    stage.item((1, 1), HEAL, 3)
    stage.ask(Take())
    assert [(stack.item, stack.count) for stack in row.inventory.stacks] == [(HEAL, 5)]
    assert (1, 1) not in stage.floor.items


def test_what_does_not_fit_stays() -> None:
    stage = Stage(HALL)
    row = stage.hero()
    most = stage.run.rules.items[SCROLL].stack
    row.inventory.stacks.clear()
    for _ in range(stage.run.rules.heroes.pack_size):
        give_stack(row.inventory, SCROLL, most)
    row.inventory.stacks[0] = replace(row.inventory.stacks[0], count=most - 1)
    stage.item((1, 1), SCROLL, 3)
    stage.ask(Take())
    assert stage.run.world.get(stage.floor.items[(1, 1)][0], Lying).count == 2
    stage.ask(Take())
    assert refusal(row) == "your pack is full"


def test_a_full_pack_refuses_no_amulet_heart_potion_food_or_essence() -> None:
    loose = ["amulet_of_embers", "heart_container", HEAL, "heel_of_bread", "essence/keen"]
    stage = Stage(HALL)
    row = stage.hero()
    row.inventory.stacks.clear()
    for _ in range(stage.run.rules.heroes.pack_size):
        give_stack(row.inventory, SCROLL, 1)
    for item in loose:
        stage.item((1, 1), item)
        stage.ask(Take())
        assert refusal(row) == ""
    assert [stack.item for stack in row.inventory.stacks[-len(loose) :]] == loose


def test_of_what_takes_no_slot_one_stack_can_be_carried() -> None:
    stage = Stage(HALL)
    row = stage.hero()
    most = stage.run.rules.items[HEAL].stack
    row.inventory.stacks.clear()
    stage.item((1, 1), HEAL, most + 1)
    stage.ask(Take())
    assert [stack.count for stack in row.inventory.stacks] == [most]
    stage.ask(Take())
    assert refusal(row) == f"you can't carry more than {most} health potions"


def test_nothing_here_is_refused() -> None:
    stage = Stage(HALL)
    row = stage.hero()
    stage.ask(Take())
    assert refusal(row) == "there is nothing here to take"


def test_a_dropped_stack_lies_where_the_hero_stands() -> None:
    stage = Stage(HALL)
    row, stack = hero_with(stage, HEAL, 4)
    stage.ask(Drop(stack))
    assert row.inventory.stacks == []
    assert stage.run.world.get(stage.floor.items[(1, 1)][0], Lying).count == 4
    stage.ask(Drop(stack))
    assert refusal(row) == "you carry no such thing"


def test_a_potion_heals_and_is_used_up() -> None:
    stage = Stage(HALL)
    row, stack = hero_with(stage, HEAL)
    row.body.life, row.body.max_life = 1, 20
    stage.ask(Use(stack))
    assert row.body.life == 11, "ten at least: 40 % of 20 would be 8"
    assert stage.floor.state.clock == 2


def test_a_potion_heals_a_long_life_by_its_share() -> None:
    stage = Stage(HALL)
    row, stack = hero_with(stage, HEAL)
    row.body.life, row.body.max_life, row.body.regen = 1, 1000, 0
    stage.ask(Use(stack))
    assert row.body.life == 401
    assert row.inventory.stacks == []


def test_a_potion_is_not_wasted_on_the_healthy() -> None:
    stage = Stage(HALL)
    row, stack = hero_with(stage, HEAL)
    stage.ask(Use(stack))
    assert refusal(row) == "you are already in full health"
    assert row.inventory.stacks[0].count == 1
    assert stage.floor.state.clock == 0


def test_lightning_strikes_the_nearest_in_sight() -> None:
    stage = Stage(HALL)
    row, stack = hero_with(stage, LIGHTNING)
    row.attack.power, row.attack.spread = 10, 0
    near, far = stage.monster((4, 1), life=500), stage.monster((6, 1), life=500)
    near.resistance.counted = (0,) * 6
    stage.ask(Use(stack))
    assert (near.body.life, far.body.life) == (460, 500), "400 % of 10"


def test_confusion_takes_hold_of_the_target_and_wears_off() -> None:
    stage = Stage(HALL)
    _, stack = hero_with(stage, CONFUSE)
    monster = stage.monster((6, 1), life=500)
    stage.ask(Use(stack, 6, 1))
    left = monster.effects.remaining["confused"]
    stage.tick(left)
    assert not monster.effects.remaining


def test_a_fireball_strikes_all_within_its_radius_the_reader_too() -> None:
    stage = Stage(HALL)
    row, stack = hero_with(stage, FIREBALL)
    row.attack.power, row.attack.spread = 10, 0
    row.body.life = row.body.max_life = 500
    row.body.absorb = row.body.absorb_tenths = 0
    near, far = stage.monster((2, 1), life=500), stage.monster((8, 1), life=500)
    for each in (row, near):
        each.resistance.counted = (0,) * 6
    events = stage.ask(Use(stack, 2, 1))
    burnt = [(hit.target.entity, hit.parts) for hit in events if isinstance(hit, Hit)][:2]
    assert burnt == [(each.entity, ((25, "fire"),)) for each in (row, near)], "250 % of 10"
    assert far.body.life == 500


@pytest.mark.parametrize(
    ("item", "target", "reason"),
    [
        (CONFUSE, (None, None), "it needs a target"),
        (CONFUSE, (5, 1), "there is nobody to enchant"),
        (CONFUSE, (1, 1), "there is nobody to enchant"),
        (FIREBALL, (-1, 1), "you can't see that place"),
        (FIREBALL, (10**6, 1), "you can't see that place"),
        (FIREBALL, (8, 1), "you see nobody there to burn"),
        (LIGHTNING, (None, None), "no monster is near enough to strike"),
    ],
)
def test_a_scroll_that_would_do_nothing_is_kept(
    item: str, target: tuple[int | None, int | None], reason: str
) -> None:
    stage = Stage(HALL)
    row, stack = hero_with(stage, item)
    stage.ask(Use(stack, *target))
    assert refusal(row) == reason
    assert row.inventory.stacks[0].count == 1


def test_a_reader_who_dies_of_a_fireball_leaves_it_used_up() -> None:
    stage = Stage(HALL)
    row, stack = hero_with(stage, FIREBALL, 2)
    row.body.life = 1
    stage.ask(Use(stack, 1, 1))
    assert row.hero.fate == "Ann"
    assert [stage.run.world.get(each, Lying).count for each in stage.floor.items[(1, 1)]] == [1]


intents = st.one_of(
    st.builds(Move, st.integers(-1, 1), st.integers(-1, 1)),
    st.just(Take()),
    st.builds(Drop, st.integers(1, 12)),
)


@settings(max_examples=30)
@given(st.lists(st.tuples(st.integers(0, 1), intents), max_size=40))
def test_no_order_of_taking_and_dropping_makes_or_loses_an_item(
    asked: list[tuple[int, Intent]],
) -> None:
    stage = Stage(HALL)
    stage.hero("Ann")
    stage.hero("Ben")
    for x in (1, 2, 3):
        stage.item((x, 2), HEAL, 3)
    before = count_of(stage, HEAL)
    for seat, intent in asked:
        stage.ask(intent, seat)
    assert count_of(stage, HEAL) == before


def test_a_fireball_does_not_tell_who_hides_behind_a_wall() -> None:
    stage = Stage(["########", "#@.#...#", "#..#...#", "#..#####", "#......#", "########"])
    row, stack = hero_with(stage, FIREBALL)
    row.body.life = 1
    stage.run.index.move(row, (1, 4))
    stage.monster((4, 1), life=500)
    stage.step()
    stage.ask(Use(stack, 5, 4))
    assert refusal(row) == "you see nobody there to burn"


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


@pytest.mark.parametrize(
    ("key", "price", "offer"),
    [("dagger^1", 14, 4), ("long_sword^20", 273, 68), ("long_sword^9/keen:3", 364, 91)],
)
def test_a_sale_pays_a_quarter_of_the_price(key: str, price: int, offer: int) -> None:
    stage, _ = visit()
    kind = stage.run.items.kind(key)
    assert (kind.price, offer_for(stage.run, kind)) == (price, offer)


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
