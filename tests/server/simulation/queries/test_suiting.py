"""Whom gear and books suit best among those who stand."""

import dataclasses

import pytest

from support.worlds.staging import Stage, make_test_game
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.mechanics.stats import refit
from undertide_server.simulation.queries.suiting import (
    ALONE,
    change_by_wearing,
    company_of,
    gain,
    is_no_better,
    suited_companion,
    suited_hero,
    wearer_of,
)
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.worldgen.items.catalogue import GearFigures
from undertide_shared.messages import Slot

HALL = ["#######", "#@....#", "#######"]
SWORD = "long_sword^9"
BOOK = "book_heal"


def pair() -> tuple[Stage, HeroRow, HeroRow]:
    """Let in Ann, who wears a fine sword, and Ben, who wears a poor one."""
    stage = Stage(HALL, make_test_game())
    ann, ben = stage.hero("Ann"), stage.hero("Ben")
    for row, sword in ((ann, "long_sword^12"), (ben, "long_sword^1")):
        row.inventory.stacks.clear()
        give_stack(row.inventory, sword, 1, "main_hand")
        refit(stage.run, row)
    return stage, ann, ben


def test_gear_suits_the_one_who_gains_most() -> None:
    stage, _, _ = pair()
    company = company_of(stage.run)
    assert suited_companion(stage.run, SWORD, 0, company) == 1
    assert suited_companion(stage.run, SWORD, 1, company) is None
    assert suited_hero(stage.run, SWORD, 1, company) == 1
    assert suited_hero(stage.run, "long_sword^1", 0, company) is None


@pytest.mark.parametrize(("life", "suited"), [(100, 0), (101, None)])
def test_gear_suits_its_bearer_from_three_percent_of_strength_on(
    life: int, suited: int | None
) -> None:
    stage, ann, ben = pair()
    gloves = "leather_gloves^3"
    gear = stage.run.items.kind(gloves).gear
    assert gear is not None
    assert (gear.figures, gear.tenths) == ({"life": 3}, {})
    ann.body.max_life, ben.body.max_life = life, 1000
    assert suited_hero(stage.run, gloves, 0, company_of(stage.run)) == suited


def test_other_things_suit_nobody_better() -> None:
    stage, _, _ = pair()
    company = company_of(stage.run)
    assert suited_hero(stage.run, "health_potion", 0, company) is None
    assert gain(stage.run, "health_potion", company[0]) == 0


def test_a_book_goes_to_one_who_lacks_the_spell() -> None:
    stage, ann, ben = pair()
    ann.magic.spells.append("heal")
    assert suited_hero(stage.run, BOOK, 0, company_of(stage.run)) == 1
    ben.magic.spells.append("heal")
    stage.run.index.mark_company_changed()
    assert suited_hero(stage.run, BOOK, 0, company_of(stage.run)) is None


def test_only_those_who_stand_count_and_nobody_shares_alone() -> None:
    stage, _, ben = pair()
    assert set(company_of(stage.run)) == {0, 1}
    ben.hero.dies_in = 100
    assert company_of(stage.run) == ALONE
    ben.hero.dies_in = 0
    stage.put_to_sleep(1)
    assert company_of(stage.run) == ALONE


def test_nothing_suits_or_is_left_by_one_who_does_not_stand() -> None:
    stage, _, _ = pair()
    stage.hero("Cid")
    stage.put_to_sleep(2)
    company = company_of(stage.run)
    assert set(company) == {0, 1}
    for item in (SWORD, BOOK):
        assert suited_companion(stage.run, item, 2, company) is None
        assert suited_hero(stage.run, item, 2, company) is None


def test_the_company_is_the_same_until_something_about_it_changes() -> None:
    stage, ann, ben = pair()
    before = company_of(stage.run)
    assert company_of(stage.run, before) is before
    assert wearer_of(stage.run, ann) is before[0]
    give_stack(ben.inventory, "leather_cap^1", 1)
    stage.run.index.mark_company_changed()
    assert company_of(stage.run, before) is before, "it is only carried"
    assert wearer_of(stage.run, ann) is before[0]
    give_stack(ben.inventory, "leather_cap^1", 1, "head")
    refit(stage.run, ben)
    after = company_of(stage.run, before)
    assert after is not before
    assert after[1] != before[1]


@pytest.mark.parametrize(
    ("item", "worn", "no_better"),
    [
        ("long_sword^1", {"main_hand": "long_sword^1"}, True),
        ("long_sword^1", {"main_hand": "long_sword^9"}, True),
        ("long_sword^9", {"main_hand": "long_sword^1"}, False),
        ("long_sword^1", {}, False),
        ("long_sword^1", {"main_hand": "long_sword^1/keen:2"}, True),
        ("long_sword^1", {"main_hand": "long_sword^9/of_embers:2"}, True),
        ("long_sword^1/keen:1", {"main_hand": "long_sword^9/keen:5"}, False),
        ("dagger^1", {"main_hand": "long_sword^1"}, False),
        ("short_bow^1", {"main_hand": "long_sword^9"}, False),
        ("long_sword^1", {"main_hand": "great_sword^9"}, False),
        ("great_sword^1", {"main_hand": "great_sword^9"}, True),
        ("buckler^1", {"off_hand": "buckler^1"}, False),
        ("buckler^1", {"off_hand": "buckler^1", "main_hand": "buckler^1"}, True),
        ("health_potion", {"main_hand": "long_sword^1"}, False),
    ],
)
def test_plain_gear_is_compared_with_what_is_worn_in_its_slots(
    item: str, worn: dict[Slot, str], no_better: bool
) -> None:
    stage = Stage(["###", "#@#", "###"])
    row = stage.hero()
    row.inventory.stacks.clear()
    for slot, key in worn.items():
        give_stack(row.inventory, key, 1, slot)
    assert is_no_better(stage.run, row, item) is no_better


def test_gear_tells_by_how_much_it_would_change_its_wearer() -> None:
    stage, ann, ben = pair()
    run, held = stage.run, run_gear(stage, SWORD)
    for row in (ann, ben):
        wearer = wearer_of(run, row)
        assert change_by_wearing(run, SWORD, wearer) == gain(run, SWORD, wearer)
        assert change_by_wearing(run, BOOK, wearer) is None
        assert held.sort == "weapon"
        other = dataclasses.replace(wearer.worn["main_hand"], sort="focus")
        worn = {**wearer.worn, "main_hand": other}
        bowman = dataclasses.replace(wearer, worn=worn, gains={})
        assert change_by_wearing(run, SWORD, bowman) is None


def run_gear(stage: Stage, item: str) -> GearFigures:
    """Return the figures of a piece of gear."""
    gear = stage.run.items.kind(item).gear
    assert gear is not None
    return gear
