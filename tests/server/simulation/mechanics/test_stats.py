"""A hero's figures follow from level, calling, hearts, gear and hunger, and from nothing else."""

from dataclasses import replace

import pytest

from support.content.own_rules import game_with
from support.content.shipped import shipped
from support.worlds.staging import Stage, make_test_game
from undertide_server.content.schema.fields import DAMAGE_TYPES
from undertide_server.simulation.components.heroes import ItemStack
from undertide_server.simulation.mechanics.experience import reach_level
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.mechanics.stats import refit, strengthen
from undertide_server.simulation.rules.levels import regen_of, share_of_level
from undertide_server.simulation.state.inputs import SeatTaken
from undertide_server.simulation.state.rows import HeroRow
from undertide_shared.messages import Slot

HALL = ["##########", "#@.......#", "##########"]
CALLINGS = sorted(shipped("default").callings)


def bare(stage: Stage, calling: str = "") -> HeroRow:
    """Let a hero in and take away all that it has."""
    stage.step(SeatTaken(0, "Ann", calling))
    (row,) = stage.floor.heroes.values()
    row.inventory.stacks.clear()
    fitted(stage, row)
    return row


def fitted(stage: Stage, row: HeroRow) -> None:
    refit(stage.run, row)


def wear(stage: Stage, row: HeroRow, item: str, slot: Slot) -> ItemStack:
    """Let a hero wear something without any act of its own."""
    stack = give_stack(row.inventory, item, 1, slot)
    fitted(stage, row)
    return stack


@pytest.mark.parametrize("key", CALLINGS)
def test_a_bare_hero_has_its_level_by_the_shares_of_its_calling(key: str) -> None:
    stage = Stage(HALL, make_test_game())
    row = bare(stage, key)
    rules, calling = stage.run.rules.heroes, stage.run.rules.callings[key]
    for level in (1, 9, len(rules.levels)):
        reach_level(stage.run, row, level)
        record = rules.levels[level - 1]
        assert row.body.max_life == share_of_level(record.life, calling.life)
        assert row.attack.power == share_of_level(record.attack, calling.attack)
        assert row.magic.power == share_of_level(record.magic, calling.magic)
        assert row.magic.max_mana == share_of_level(record.mana, calling.mana)
        assert row.actor.speed == share_of_level(rules.speed, calling.speed)
        assert row.hero.sight == share_of_level(rules.sight, calling.sight)
        assert row.body.regen == regen_of(row.body.max_life, rules.regen_full)
        assert row.magic.regen == regen_of(row.magic.max_mana, rules.mana_full)


def test_what_is_worn_adds_up_and_what_is_carried_gives_nothing() -> None:
    stage = Stage(HALL, make_test_game())
    row = bare(stage)
    life, attack = row.body.max_life, row.attack.power
    sword, shield = "long_sword^9", "round_shield^9"
    give_stack(row.inventory, sword, 1)
    fitted(stage, row)
    assert (row.body.max_life, row.attack.power) == (life, attack)
    wear(stage, row, sword, "main_hand")
    wear(stage, row, shield, "off_hand")
    kinds = [stage.run.items.kind(key).gear for key in (sword, shield)]
    given = [gear.figures for gear in kinds if gear is not None]
    assert row.attack.power == attack + sum(each.get("attack", 0) for each in given)
    assert row.body.max_life == life + sum(each.get("life", 0) for each in given)
    assert row.body.absorb == sum(each.get("absorb", 0) for each in given)


def test_new_gear_heals_nobody_and_less_of_it_leaves_no_more_life_than_there_is_room_for() -> None:
    stage = Stage(HALL, make_test_game())
    row = bare(stage)
    full = row.body.max_life
    armour = wear(stage, row, "plate_armour^12", "body")
    gear = stage.run.items.kind(armour.item).gear
    assert gear is not None
    assert row.body.max_life == full + gear.figures["life"]
    assert row.body.life == full
    row.body.life = row.body.max_life
    row.inventory.stacks.remove(armour)
    fitted(stage, row)
    assert row.body.life == row.body.max_life == full


def test_what_a_hero_grows_by_itself_leaves_its_wounds_and_lack_as_they_were() -> None:
    stage = Stage(HALL, make_test_game())
    row = bare(stage)
    row.body.life -= 3
    row.magic.mana = row.magic.max_mana - 2
    reach_level(stage.run, row, 8)
    assert row.magic.max_mana - row.magic.mana == 2
    row.hero.hearts += 10
    strengthen(stage.run, row)
    assert row.body.max_life - row.body.life == 3
    assert row.magic.max_mana - row.magic.mana == 2


def test_resistance_is_told_as_worn_and_counts_within_its_limits() -> None:
    stage = Stage(HALL, make_test_game())
    row = bare(stage)
    rules = stage.run.rules.heroes
    for _ in range(9):
        wear(stage, row, "scale_coat^3", "body")
    physical = DAMAGE_TYPES.index("physical")
    assert row.resistance.worn[physical] == 9
    assert row.resistance.counted[physical] == rules.physical_cap == 9


def test_a_bow_in_hand_shoots_as_far_as_it_says_and_none_shoots_nowhere() -> None:
    stage = Stage(HALL, make_test_game())
    row = bare(stage)
    assert row.attack.range == 0
    bow = wear(stage, row, "short_bow^1", "main_hand")
    gear = stage.run.items.kind(bow.item).gear
    assert gear is not None
    assert row.attack.range == gear.range == 7


def test_longer_sight_is_seen_at_once() -> None:
    rows = ["#" * 64, "#@" + "." * 61 + "#", "#" * 64]
    stage = Stage(rows, make_test_game())
    row = bare(stage)
    seen = [int(row.sight.mask[1].sum())]
    wear(stage, row, "lantern^1", "off_hand")
    stage.step()
    seen.append(int(row.sight.mask[1].sum()))
    assert (row.hero.sight, seen) == (22, [21, 23]), "and the wall behind it"


OUTFIT: dict[Slot, str] = {
    "main_hand": "short_bow^12/burning:2/thirsty:1",
    "head": "leather_cap^12/flowing:2/of_the_owl:1",
    "body": "leather_armour^12/knitting:1/of_grace:2/stalwart:3/thorny:2",
    "feet": "soft_boots^12/buttered:3/of_the_heron:2/quick:1",
    "cloak": "wool_cloak^12/of_frost:3",
    "ring": "iron_band^12",
}
"""Gear that gives something of every stat, and tenths."""


def figures_of(row: HeroRow) -> dict[str, object]:
    """Return all figures of a hero that its level, calling, gear and hunger decide."""
    body, attack, magic, hero = row.body, row.attack, row.magic, row.hero
    return {
        "life": body.max_life,
        "regen": body.regen,
        "absorb": (body.absorb, body.absorb_tenths),
        "thorns": body.thorns,
        "attack": (attack.power, attack.tenths),
        "extra": attack.extra,
        "reach": (attack.range, attack.close),
        "leech": attack.leech,
        "magic": (magic.power, magic.max_mana, magic.regen),
        "resistance": row.resistance.worn,
        "speed": row.actor.speed,
        "sight": hero.sight,
        "nourish": hero.nourish,
        "noticed": hero.noticed,
    }


def test_all_figures_of_a_footpad_of_level_nine_bare_outfitted_and_starving() -> None:
    stage = Stage(HALL, make_test_game())
    row = bare(stage, "footpad")
    reach_level(stage.run, row, 9)
    by_itself = {
        "life": 110,
        "regen": 184,
        "absorb": (0, 0),
        "thorns": 0,
        "attack": (23, 0),
        "extra": (),
        "reach": (0, 100),
        "leech": 0,
        "magic": (11, 35, 44),
        "resistance": (0,) * 6,
        "speed": 13,
        "sight": 20,
        "nourish": 0,
        "noticed": 50,
    }
    assert figures_of(row) == by_itself
    for slot, item in OUTFIT.items():
        wear(stage, row, item, slot)
    outfitted = {
        "life": 287,
        "regen": 550,
        "absorb": (3, 2),
        "thorns": 12,
        "attack": (73, 2),
        "extra": (("fire", 8),),
        "reach": (7, 50),
        "leech": 2,
        "magic": (15, 43, 86),
        "resistance": (0, 3, 0, 0, 0, 2),
        "speed": 14,
        "sight": 21,
        "nourish": 30,
        "noticed": 50,
    }
    assert figures_of(row) == outfitted
    row.hero.food = stage.run.rules.hunger.full // 10
    fitted(stage, row)
    assert figures_of(row) == {**outfitted, "regen": 192}, "35 % of it"
    row.inventory.stacks[:] = [replace(stack, slot="") for stack in row.inventory.stacks]
    row.hero.food = stage.run.rules.hunger.full
    fitted(stage, row)
    assert figures_of(row) == by_itself


def test_figures_that_gear_raises_or_lowers_have_their_limits() -> None:
    callings = make_test_game().ruleset.callings
    feeble = callings["warden"].model_copy(update={"attack": 1})
    stage = Stage(HALL, game_with(callings={**callings, "warden": feeble}))
    row = bare(stage, "warden")
    assert (row.attack.power, row.attack.tenths) == (1, 0)
    for _ in range(50):
        wear(stage, row, "soft_boots^12/buttered:3/quick:2", "feet")
        wear(stage, row, "leather_cap^12/watchful:3", "head")
    assert (row.actor.speed, row.hero.sight, row.hero.nourish) == (40, 60, 90)
    row.inventory.stacks.clear()
    for _ in range(50):
        wear(stage, row, "plate_armour^1", "body")
    assert row.actor.speed == 1
    wear(stage, row, "short_bow^3/burning:2", "main_hand")
    assert row.attack.extra == (("fire", 1),)


def test_refitting_again_changes_nothing() -> None:
    stage = Stage(HALL, make_test_game())
    row = bare(stage)
    wear(stage, row, "plate_armour^12", "body")
    row.body.life -= 4
    before = (row.body, row.attack, row.resistance, row.magic, row.actor.speed)
    text = repr(before)
    fitted(stage, row)
    assert repr(before) == text
