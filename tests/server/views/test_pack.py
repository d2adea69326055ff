"""What a player is told of its pack: gear, essences and what is worn."""

from dataclasses import replace

from support.worlds.staging import Stage, kind_that, make_test_game
from undertide_server.content.records.gearing import highest_level
from undertide_server.simulation.components.heroes import ItemStack
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.mechanics.shops import offer_for
from undertide_server.simulation.mechanics.stats import refit
from undertide_server.simulation.queries.suiting import company_of
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.views.private_facts import own_of
from undertide_shared.messages import Craft, EssenceInfo, PackItem, Wear

HALL = ["#####", "#@..#", "#####"]


def hero_with(*items: str) -> tuple[Stage, HeroRow]:
    stage = Stage(HALL, make_test_game())
    row = stage.hero()
    row.inventory.stacks.clear()
    row.inventory.last_id = 0
    for item in items:
        give_stack(row.inventory, item, 1)
    return stage, row


def told(stage: Stage, row: HeroRow) -> list[PackItem]:
    return own_of(stage.run, row).pack


def test_gear_tells_where_it_is_worn_and_what_it_gives() -> None:
    stage, row = hero_with("round_shield^9/of_embers:2/sturdy:1")
    [shield] = told(stage, row)
    gear = stage.run.items.kind(row.inventory.stacks[0].item).gear
    assert gear is not None
    assert shield.name == "sturdy round shield of embers ‡"
    assert shield.slots == ["off_hand", "main_hand"]
    assert (shield.slot, shield.quality, shield.usable) == ("", "rare", False)
    assert dict(shield.figures) == gear.figures
    assert dict(shield.figures)["res.fire"] == 2
    assert shield.affixes == [("of embers", 2), ("sturdy", 1)]
    assert shield.essence is None


def test_what_is_worn_says_where_and_a_change_is_told() -> None:
    stage, row = hero_with("long_sword^1")
    before = own_of(stage.run, row)
    stage.ask(Wear(1))
    after = own_of(stage.run, row, before)
    assert after is not before
    assert [each.slot for each in after.pack] == ["main_hand"]
    assert own_of(stage.run, row, after) is after


def test_what_is_carried_comes_by_letter_then_worn_gear_by_slot_then_essences() -> None:
    stage, row = hero_with("essence/keen", "leather_cap^1", "long_sword^1", "health_potion")
    for item in (2, 3):
        stage.ask(Wear(item))
    give_stack(row.inventory, "frost_scroll", 1)
    shown = [(each.letter, each.slot, each.takes_slot) for each in told(stage, row)]
    assert shown == [
        ("c", "", False), ("d", "", True), ("b", "main_hand", False), ("a", "head", False),
        ("", "", False),
    ]  # fmt: skip
    assert own_of(stage.run, row).hero.pack_size == stage.run.rules.heroes.pack_size


def test_gear_tells_the_gold_that_it_gives_and_what_a_trader_beside_offers() -> None:
    stage, row = hero_with("long_sword^9", "dagger^9/keen:1", "health_potion")
    before = own_of(stage.run, row)
    assert [(each.offer, each.scrap > 0) for each in before.pack] == [
        (0, True), (0, False), (0, False),
    ]  # fmt: skip
    stage.monster((2, 1), kind=kind_that(stage, peaceful=True, trades=True))
    after = own_of(stage.run, row, before)
    offers = [offer_for(stage.run, stage.run.items.kind(stack.item)) for stack in stacks(row)]
    assert [each.offer for each in after.pack] == offers
    assert offers[0] > before.pack[0].scrap
    assert offers[2] == 0


def stacks(row: HeroRow) -> list[ItemStack]:
    return row.inventory.stacks


def test_other_items_are_no_gear() -> None:
    stage, row = hero_with("health_potion")
    [potion] = told(stage, row)
    assert potion.usable
    assert (potion.slots, potion.quality, potion.figures, potion.affixes) == ([], "", [], [])


def test_an_essence_tells_what_it_costs_at_a_forge_of_this_floor() -> None:
    stage, row = hero_with("essence/keen")
    rules = stage.run.rules.crafting
    before = own_of(stage.run, row)
    for number in (1, 12):
        stage.floor.state.number = number
        after = own_of(stage.run, row, before)
        [bead] = after.pack
        assert bead.essence is not None
        highest = highest_level(stage.run.rules.affixes["keen"], number + rules.ahead)
        assert bead.essence.affix == "keen"
        assert bead.essence.costs == list(rules.costs[:highest])
        assert bead.essence.slots == ["main_hand"]
        assert not bead.usable
        before = after


def bead_of(stage: Stage, row: HeroRow, stack: int) -> EssenceInfo:
    found = next(item.essence for item in told(stage, row) if item.item == stack)
    assert found is not None
    return found


def test_an_essence_names_the_gear_that_a_forge_here_would_work_it_into() -> None:
    stage, row = hero_with(
        "essence/keen",
        "dagger^1",
        "round_shield^1",
        "dagger^1/keen:1",
        "short_bow^1",
        "scale_coat^1",
    )
    assert bead_of(stage, row, 1).pieces == [2, 5]
    stage.ask(Wear(2))
    assert bead_of(stage, row, 1).pieces == [5]


def test_limits_keep_an_essence_out_of_gear_that_has_the_slot_for_it() -> None:
    stage, row = hero_with("essence/of_stone", "scale_coat^1", "padded_coat^1")
    assert bead_of(stage, row, 1).pieces == [3]


def test_an_essence_tells_what_each_piece_would_then_be_as_far_as_there_is_enough() -> None:
    stage, row = hero_with("essence/keen", "dagger^1")
    stage.floor.state.number = 12
    costs = stage.run.rules.crafting.costs
    for count, levels in ((costs[0], 1), (costs[2], 3)):
        row.inventory.stacks[0] = replace(row.inventory.stacks[0], count=count)
        [makes] = bead_of(stage, row, 1).makes
        assert len(makes) == 1 + levels
        keys = ["dagger^12", *(f"dagger^12/keen:{level}" for level in range(1, levels + 1))]
        gear = [stage.run.items.kind(key).gear for key in keys]
        assert [dict(figures) for figures in makes] == [each.figures for each in gear if each]


def test_what_an_essence_foretells_is_what_the_forge_makes() -> None:
    stage, row = hero_with("essence/keen", "dagger^1")
    cost = stage.run.rules.crafting.costs[1]
    row.inventory.stacks[0] = replace(row.inventory.stacks[0], count=cost)
    [(_, _, foretold)] = bead_of(stage, row, 1).makes
    stage.turn(row.cell, "forge")
    stage.ask(Craft(2, [(1, cost)]))
    [dagger] = told(stage, row)
    assert dagger.figures == foretold
    assert dagger.affixes == [("keen", 2)]


def test_an_essence_says_in_words_what_each_level_gives_here() -> None:
    stage, row = hero_with("essence/keen")
    [bead] = told(stage, row)
    assert "level 1 attack +" in bead.description
    assert "level 5" not in bead.description


def test_what_suits_a_companion_better_says_so_only_to_its_bearer() -> None:
    stage, ann = hero_with("long_sword^9", "long_sword^12", "health_potion")
    ben = stage.hero("Ben")
    stage.ask(Wear(2))
    company = company_of(stage.run)
    pack = own_of(stage.run, ann, None, company).pack
    assert {each.item: each.suits for each in pack} == {1: 1, 2: None, 3: None}
    assert all(each.suits is None for each in own_of(stage.run, ben, None, company).pack)


def test_the_pack_is_told_anew_when_a_companion_changes_its_gear() -> None:
    stage, ann = hero_with("long_sword^9", "long_sword^12")
    ben = stage.hero("Ben")
    stage.ask(Wear(2))
    before = own_of(stage.run, ann, None, company := company_of(stage.run))
    assert own_of(stage.run, ann, before, company_of(stage.run, company)) is before
    ben.inventory.stacks.clear()
    give_stack(ben.inventory, "long_sword^12", 1, "main_hand")
    refit(stage.run, ben)
    after = own_of(stage.run, ann, before, company_of(stage.run, company))
    assert [each.suits for each in before.pack] != [each.suits for each in after.pack]
