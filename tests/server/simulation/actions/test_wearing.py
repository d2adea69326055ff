"""Gear is worn and taken off (R6)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.worlds.outcomes import refusal
from support.worlds.staging import Stage, make_test_game
from undertide_server.content.records.gear import SLOTS
from undertide_server.content.schema.fields import DAMAGE_TYPES
from undertide_server.simulation.actions.wearing import wear
from undertide_server.simulation.components.floors import Lying
from undertide_server.simulation.mechanics.inventory import carried, give_stack
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.util.rng import derive
from undertide_server.worldgen.items.generation import draw_gear
from undertide_shared.messages import Doff, Drop, Slot, Wear

HALL = ["##########", "#@.......#", "#........#", "##########"]


def hero_with(*items: str) -> tuple[Stage, HeroRow]:
    """Let a hero in that carries nothing but these, with ids from 1."""
    stage = Stage(HALL, make_test_game())
    row = stage.hero()
    for stack in list(row.inventory.stacks):
        stage.ask(Drop(stack.id))
    row.inventory.last_id = 0
    for item in items:
        give_stack(row.inventory, item, 1)
    stage.tick(20)
    return stage, row


def worn(row: HeroRow) -> dict[str, str]:
    return {stack.slot: stack.item for stack in row.inventory.stacks if stack.slot}


def test_gear_changes_the_figures_and_gives_them_back() -> None:
    stage, row = hero_with("long_sword^9", "leather_armour^9")
    before = (row.attack.power, row.body.max_life)
    stage.ask(Wear(1))
    stage.ask(Wear(2))
    assert worn(row) == {"main_hand": "long_sword^9", "body": "leather_armour^9"}
    sword, armour = (stage.run.items.kind(stack.item).gear for stack in row.inventory.stacks)
    assert sword is not None
    assert armour is not None
    assert row.attack.power == before[0] + sword.figures["attack"]
    assert row.body.max_life == before[1] + armour.figures["life"]
    stage.ask(Doff(1))
    stage.ask(Doff(2))
    assert (row.attack.power, row.body.max_life) == before
    assert worn(row) == {}


def test_putting_gear_on_and_off_heals_nobody() -> None:
    stage, row = hero_with("leather_armour^15")
    row.hero.food, stage.floor.state.clock = 0, 1  # The famished heal nothing by themselves.
    row.body.life = 5
    for _ in range(3):
        stage.ask(Wear(1))
        stage.ask(Doff(1))
    assert row.body.life == 5


def test_wearing_takes_time_and_others_see_it() -> None:
    stage, row = hero_with("long_sword^1")
    clock = stage.floor.state.clock
    events = stage.ask(Wear(1))
    assert stage.floor.state.clock == clock + 3
    told = [event for event in events if getattr(event, "own", "") == "You take up a long sword."]
    assert [getattr(event, "others", "") for event in told] == ["Ann takes up a long sword."]
    assert row.intents.outcome == "done"


def test_what_is_in_the_way_comes_off() -> None:
    stage, row = hero_with("long_sword^1", "short_sword^1")
    stage.ask(Wear(1))
    stage.ask(Wear(2))
    assert worn(row) == {"main_hand": "short_sword^1"}


def test_two_hands_hold_no_more() -> None:
    stage, row = hero_with("long_sword^1", "round_shield^1", "great_sword^1", "lantern^1")
    stage.ask(Wear(1))
    stage.ask(Wear(2))
    stage.ask(Wear(3))
    assert worn(row) == {"main_hand": "great_sword^1"}
    stage.ask(Wear(4))
    assert worn(row) == {"off_hand": "lantern^1"}
    stage.ask(Wear(1))
    assert worn(row) == {"off_hand": "lantern^1", "main_hand": "long_sword^1"}


def test_two_shields_are_a_double_shield() -> None:
    stage, row = hero_with("round_shield^1", "buckler^1")
    stage.ask(Wear(1))
    stage.ask(Wear(2, "main_hand"))
    assert worn(row) == {"off_hand": "round_shield^1", "main_hand": "buckler^1"}
    stage.ask(Wear(2, "off_hand"))
    assert worn(row) == {"off_hand": "buckler^1"}


@pytest.mark.parametrize(
    ("intent", "reason"),
    [
        (Wear(1, "head"), "it doesn't fit there"),
        (Wear(2), "that can't be worn"),
        (Wear(9), "you carry no such thing"),
        (Doff(1), "you don't wear that"),
        (Doff(9), "you carry no such thing"),
    ],
)
def test_what_can_not_be_worn_is_refused_in_no_time(intent: Wear | Doff, reason: str) -> None:
    stage, row = hero_with("long_sword^1", "health_potion")
    clock = stage.floor.state.clock
    stage.ask(intent)
    assert refusal(row) == reason
    assert stage.floor.state.clock == clock


def test_wearing_it_again_is_refused() -> None:
    stage, row = hero_with("long_sword^1")
    stage.ask(Wear(1))
    stage.ask(Wear(1))
    assert refusal(row) == "you already wear it"


def test_nothing_comes_off_into_a_full_pack() -> None:
    stage, row = hero_with("long_sword^1", "round_shield^1", "great_sword^1")
    stage.ask(Wear(1))
    stage.ask(Wear(2))
    size = stage.run.rules.heroes.pack_size
    while len(carried(row.inventory)) < size:
        give_stack(row.inventory, "leather_cap^1", 1)
    stage.ask(Doff(1))
    assert refusal(row) == "your pack is full"
    stage.ask(Wear(3))
    assert refusal(row) == "your pack has no room for what you would take off"
    stage.ask(Wear(row.inventory.stacks[-1].id))
    assert worn(row)["head"] == "leather_cap^1"


def test_dropped_gear_is_taken_off_first() -> None:
    stage, row = hero_with("leather_armour^9")
    before = row.body.max_life
    stage.ask(Wear(1))
    stage.ask(Drop(1))
    assert row.body.max_life == before
    assert row.inventory.stacks == []


def test_the_fallen_leave_what_they_wore() -> None:
    stage, row = hero_with("leather_armour^1", "gutterspark^2")
    stage.ask(Wear(1))
    stage.ask(Wear(2))
    row.body.life = 1
    stage.monster((2, 1), mood="hunting", power=500, life=500)
    while not row.hero.fate:
        stage.tick()
    left = {stage.run.world.get(each, Lying).item for each in stage.floor.items[row.cell]}
    assert {"leather_armour^1", "gutterspark^2"} <= left


@settings(max_examples=30)
@given(st.binary(min_size=16, max_size=16), st.integers(1, 20))
def test_no_gear_that_is_found_breaks_a_limit_when_it_is_worn(seed: bytes, number: int) -> None:
    stage, row = _armed(seed, number)
    rules, resistance = stage.run.rules.heroes, row.resistance
    assert resistance.counted[0] <= rules.physical_cap < 10
    assert sum(resistance.counted) <= rules.resistance_cap
    raw = dict.fromkeys(DAMAGE_TYPES, 0)
    for stack in row.inventory.stacks:
        gear = stage.run.items.kind(stack.item).gear
        if stack.slot and gear is not None:
            for kind in DAMAGE_TYPES:
                raw[kind] += gear.figures.get(f"res.{kind}", 0)
    assert resistance.worn == tuple(raw.values())
    assert resistance.worn[0] <= 8  # A weapon has none, whichever hand holds what else.


def _armed(seed: bytes, number: int) -> tuple[Stage, HeroRow]:
    """Let a hero put on all that it finds among much gear, where it fits."""
    stage, row = hero_with()
    slots: list[Slot] = [slot for sort in SLOTS for slot in SLOTS[sort]]
    for index in range(40):
        item = draw_gear(stage.run.rules, number, derive(seed, "gear", index), 3)
        stack = give_stack(row.inventory, item, 1)
        gear = stage.run.items.kind(item).gear
        assert gear is not None
        slot = derive(seed, "slot", index).pick([each for each in slots if each in gear.slots])
        wear(stage.run, stage.floor, row, Wear(stack.id, slot))
        row.inventory.stacks[:] = [each for each in row.inventory.stacks if each.slot]
    return stage, row
