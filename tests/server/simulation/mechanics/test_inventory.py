"""What fits into packs, and what new heroes carry and wear."""

from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.content.shipped import shipped
from support.worlds.staging import Stage, make_test_game
from undertide_server.content.records.heroes import StartItem
from undertide_server.content.records.monsters import Behaviour
from undertide_server.content.schema.fields import DAMAGE_TYPES
from undertide_server.simulation.components.actors import Attack, Resistance
from undertide_server.simulation.components.heroes import ItemStack
from undertide_server.simulation.mechanics.inventory import (
    carried,
    counted_name,
    exchange,
    fits,
    free_slots,
    give_stack,
    has_room,
    outfit,
    stow,
    take_out,
)
from undertide_server.simulation.state.inputs import SeatTaken
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.worldgen.items.keys import piece_of
from undertide_shared.messages import Move
from undertide_shared.text import LETTERS

HALL = ["#####", "#@..#", "#####"]
POTION, SWORD = "health_potion", "long_sword^1"


def bare_hero() -> tuple[Stage, HeroRow]:
    stage = Stage(HALL, make_test_game())
    row = stage.hero()
    row.inventory.stacks.clear()
    return stage, row


def test_what_is_worn_takes_no_room() -> None:
    stage, row = bare_hero()
    for _ in range(stage.run.rules.heroes.pack_size):
        give_stack(row.inventory, SWORD, 1)
    assert not has_room(stage.run, row, SWORD)
    row.inventory.stacks[0] = replace(row.inventory.stacks[0], slot="main_hand")
    assert has_room(stage.run, row, SWORD)
    assert len(carried(row.inventory)) == len(row.inventory.stacks) - 1


def test_a_stack_never_changes_but_another_takes_its_place() -> None:
    stage, row = bare_hero()
    stack = give_stack(row.inventory, POTION, 1)
    before = list(row.inventory.stacks)
    with pytest.raises(FrozenInstanceError):
        stack.count = 2  # type: ignore[misc]
    assert stow(stage.run, row, POTION, 1) == 1
    assert before == [stack]
    assert row.inventory.stacks == [replace(stack, count=2)]
    take_out(row.inventory, row.inventory.stacks[0], 1)
    assert row.inventory.stacks == [stack]


def test_nothing_is_stacked_on_gear() -> None:
    stage, row = bare_hero()
    assert stow(stage.run, row, SWORD, 2) == 2
    assert [stack.count for stack in row.inventory.stacks] == [1, 1]


items = st.sampled_from([POTION, SWORD, "essence/keen", "frost_scroll"])


@settings(max_examples=50)
@given(st.lists(st.tuples(items, st.integers(1, 30)), max_size=12), items, st.integers(1, 40))
def test_what_fits_is_what_can_be_stowed(
    before: list[tuple[str, int]], item: str, count: int
) -> None:
    stage, row = bare_hero()
    for each, number in before:
        stow(stage.run, row, each, number)
    fitting = fits(stage.run, row.inventory, {item: count})
    assert (stow(stage.run, row, item, count) == count) is fitting


def test_freed_stacks_make_room() -> None:
    stage, row = bare_hero()
    for _ in range(stage.run.rules.heroes.pack_size):
        give_stack(row.inventory, SWORD, 1)
    wanted = {"frost_scroll": 2, "blink_scroll": 1}
    assert not fits(stage.run, row.inventory, wanted, freed=1)
    assert fits(stage.run, row.inventory, wanted, freed=2)


def test_artifacts_go_by_their_names() -> None:
    stage, _ = bare_hero()
    assert counted_name(stage.run, "long_sword^9", 1) == "a long sword"
    assert counted_name(stage.run, "oak_staff^9", 1) == "an oak staff"
    assert counted_name(stage.run, POTION, 2) == "2 health potions"
    assert counted_name(stage.run, "dawnbreaker^9", 1) == "Dawnbreaker ✦"


def letters(row: HeroRow) -> dict[int, str]:
    """Return the letter of each stack by its id."""
    return {stack.id: stack.letter for stack in row.inventory.stacks}


def test_a_new_item_gets_the_first_free_letter() -> None:
    stage, row = bare_hero()
    for item in (POTION, SWORD, "leather_cap^1"):
        stow(stage.run, row, item, 1)
    take_out(row.inventory, row.inventory.stacks[1], 1)
    assert [stack.letter for stack in row.inventory.stacks] == ["a", "c"]
    stow(stage.run, row, "frost_scroll", 1)
    assert [stack.letter for stack in row.inventory.stacks] == ["a", "c", "b"]


def test_an_item_that_comes_back_gets_its_old_letter_if_it_is_free() -> None:
    stage, row = bare_hero()
    for item in (POTION, SWORD, "frost_scroll"):
        stow(stage.run, row, item, 1)
    for index in (1, 0):
        take_out(row.inventory, row.inventory.stacks[index], 1)
    stow(stage.run, row, SWORD, 1)
    stow(stage.run, row, POTION, 1)
    assert [(stack.item, stack.letter) for stack in row.inventory.stacks] == [
        ("frost_scroll", "c"), (SWORD, "b"), (POTION, "a"),
    ]  # fmt: skip


def test_essences_have_no_letter() -> None:
    stage, row = bare_hero()
    stow(stage.run, row, "essence/keen", 3)
    stow(stage.run, row, POTION, 1)
    assert [stack.letter for stack in row.inventory.stacks] == ["", "a"]


def test_stacks_of_an_older_run_get_letters_with_the_next_thing() -> None:
    stage, row = bare_hero()
    row.inventory.stacks = [ItemStack(1, POTION, 1), ItemStack(2, SWORD, 1, "main_hand")]
    row.inventory.last_id = 2
    stow(stage.run, row, "frost_scroll", 1)
    assert list(letters(row).values()) == ["a", "b", "c"]


ANYTHING = (
    POTION,
    SWORD,
    "essence/keen",
    "frost_scroll",
    "leather_cap^1",
    "smoked_eel",
    "dagger^1",
)
moves = st.tuples(st.sampled_from(["stow", "take", "wear"]), st.integers(0, 30))


@settings(max_examples=60)
@given(st.lists(moves, max_size=60))
def test_letters_stay_whatever_comes_and_goes(steps: list[tuple[str, int]]) -> None:
    stage, row = bare_hero()
    pack, before = row.inventory, dict[int, str]()
    for kind, number in steps:
        if kind == "stow":
            stow(stage.run, row, ANYTHING[number % len(ANYTHING)], 1 + number % 3)
        elif pack.stacks and kind == "take":
            take_out(pack, pack.stacks[number % len(pack.stacks)], 1)
        elif pack.stacks:
            stack = pack.stacks[number % len(pack.stacks)]
            exchange(pack, stack, replace(stack, slot="" if stack.slot else "ring"))
        now = letters(row)
        assert all(now[each] == letter for each, letter in before.items() if each in now)
        given = [letter for letter in now.values() if letter]
        assert len(given) == len(set(given))
        lettered = [each for each in pack.stacks if not each.item.startswith("essence/")]
        assert len(given) == min(len(lettered), len(LETTERS))
        before = now
    assert pack.lettered.keys() <= set(LETTERS)


def test_beyond_the_last_letter_stacks_have_none() -> None:
    _, row = bare_hero()
    for _ in range(len(LETTERS) + 2):
        give_stack(row.inventory, SWORD, 1)
    assert [stack.letter for stack in row.inventory.stacks] == [*LETTERS, "", ""]


LOOSE = ("amulet_of_frost", "heart_container", POTION, "smoked_eel", "essence/keen")


@settings(max_examples=40)
@given(st.lists(st.tuples(st.sampled_from([*LOOSE, SWORD]), st.integers(1, 30)), max_size=30))
def test_what_takes_no_slot_is_held_in_one_stack_and_leaves_the_slots(
    found: list[tuple[str, int]],
) -> None:
    stage, row = bare_hero()
    for item, count in found:
        stow(stage.run, row, item, count)
    swords = sum(stack.item == SWORD for stack in row.inventory.stacks)
    assert free_slots(stage.run, row.inventory) == stage.run.rules.heroes.pack_size - swords >= 0
    for item in LOOSE:
        counts = [stack.count for stack in row.inventory.stacks if stack.item == item]
        assert len(counts) <= 1
        assert sum(counts) <= stage.run.items.kind(item).stack


LONG_HALL = ["##########", "#@.......#", "##########"]
RULES = shipped("default")
CALLINGS = sorted(RULES.callings)
WORTH = range(15, 26)
"""R7: strengths of a monster that a new hero is worth."""


def newcomer(stage: Stage, calling: str) -> HeroRow:
    stage.step(SeatTaken(0, "Ann", calling))
    (row,) = stage.floor.heroes.values()
    return row


@pytest.mark.parametrize("calling", CALLINGS)
def test_it_has_all_that_it_begins_with(calling: str) -> None:
    stage = Stage(LONG_HALL, make_test_game())
    row = newcomer(stage, calling)
    wanted = (*RULES.heroes.start, *RULES.callings[calling].start)
    found = [(stack.item.partition("^")[0], stack.count) for stack in row.inventory.stacks]
    assert found == [(start.item, start.count) for start in wanted]
    assert row.magic.spells == list(RULES.callings[calling].spells)
    assert row.hero.calling == calling


@pytest.mark.parametrize("calling", CALLINGS)
def test_gear_is_of_the_first_floor_and_worn_where_it_may_be(calling: str) -> None:
    stage = Stage(LONG_HALL, make_test_game())
    row = newcomer(stage, calling)
    worn = [stack for stack in row.inventory.stacks if stack.slot]
    assert len({stack.slot for stack in worn}) == len(worn) > 0
    for stack in worn:
        gear = stage.run.items.kind(stack.item).gear
        assert gear is not None
        assert stack.slot in gear.slots
        assert piece_of(stack.item).depth == 1


def test_a_weapon_for_two_hands_leaves_no_place_for_a_shield() -> None:
    game = make_test_game()
    start = RULES.callings["warden"].start
    greedy = RULES.callings["reaver"].model_copy(
        update={"start": (*RULES.callings["reaver"].start, *start)}
    )
    rules = game.ruleset.model_copy(update={"callings": {"warden": greedy}})
    stage = Stage(LONG_HALL, replace(game, ruleset=rules))
    pack = outfit(stage.run.rules, stage.run.items, "warden")
    slots = {stack.item.partition("^")[0]: stack.slot for stack in pack.stacks}
    assert slots == {
        "health_potion": "",
        "great_sword": "main_hand",
        "short_sword": "",
        "round_shield": "",
    }


def test_who_names_no_calling_or_one_that_there_is_not_has_the_one_of_the_rules() -> None:
    for named in ("", "baker"):
        assert (
            newcomer(Stage(LONG_HALL, make_test_game()), named).hero.calling == RULES.heroes.calling
        )


@pytest.mark.parametrize("calling", CALLINGS)
def test_a_new_hero_is_worth_a_monster_of_15_to_25(calling: str) -> None:
    """R7: by what it stands, strikes for and how often; spells come on top."""
    stage = Stage(LONG_HALL, make_test_game())
    row = newcomer(stage, calling)
    rules = stage.run.rules.monsters
    blow = row.attack.power + sum(power for _, power in row.attack.extra)
    fought = row.body.max_life * blow * row.actor.speed / rules.speed
    worth = (fought / (rules.life_percent * rules.attack_percent / 100**2)) ** 0.5
    assert WORTH.start <= round(worth) <= WORTH.stop - 1


@pytest.mark.parametrize("calling", CALLINGS)
def test_blow_for_blow_it_beats_the_weakest_of_these_and_falls_to_stronger_ones(
    calling: str,
) -> None:
    assert duels_won(calling, WORTH.start) > 9
    assert duels_won(calling, WORTH.stop + 4) < 3


def duels_won(calling: str, strength: int) -> int:
    """Return how many of twelve fights a new hero wins against a monster next to it."""
    return sum(wins_duel(calling, strength, moment) for moment in range(0, 12_000, 1000))


def wins_duel(calling: str, strength: int, moment: int) -> bool:
    stage = Stage(LONG_HALL, make_test_game())
    stage.floor.state.clock = moment
    row = newcomer(stage, calling)
    row.effects.remaining.clear()
    rules = stage.run.rules.monsters
    monster = stage.monster(
        (2, 1),
        mood="hunting",
        life=strength * rules.life_percent // 100,
        power=strength * rules.attack_percent // 100,
    )
    monster.actor.speed, monster.behaviour = rules.speed, Behaviour(notices=5)
    stage.run.world.get(monster.entity, Attack).extra = ()
    stage.run.world.get(monster.entity, Resistance).counted = (0,) * len(DAMAGE_TYPES)
    while monster.entity in stage.floor.monsters and not row.hero.fate:
        stage.ask(Move(1, 0))
    return not row.hero.fate


@pytest.mark.parametrize(
    ("held", "wanted", "slots"),
    [
        ((), 9, 1),
        ((), 10, 2),
        ((4,), 5, 0),
        ((4,), 6, 1),
        ((4,), 15, 2),
        ((9, 8), 1, 0),
        ((9, 8), 2, 1),
        ((4, 4), 10, 0),
        ((4, 4), 11, 1),
    ],
)
def test_what_is_wanted_fills_stacks_before_it_takes_slots(
    held: tuple[int, ...], wanted: int, slots: int
) -> None:
    stage, row = bare_hero()
    scroll, pack = "frost_scroll", row.inventory
    for count in held:
        give_stack(pack, scroll, count)
    while free_slots(stage.run, pack):
        give_stack(pack, SWORD, 1)
    assert stage.run.items.kind(scroll).stack == 9
    assert fits(stage.run, pack, {scroll: wanted}, freed=slots)
    assert slots == 0 or not fits(stage.run, pack, {scroll: wanted}, freed=slots - 1)


def test_things_fill_stacks_before_new_ones() -> None:
    stage, row = bare_hero()
    for count in (9, 7, 8):
        give_stack(row.inventory, "frost_scroll", count)
    assert stow(stage.run, row, "frost_scroll", 5) == 5
    assert [stack.count for stack in row.inventory.stacks] == [9, 9, 9, 2]


def test_the_second_hero_of_a_seat_gets_what_its_calling_has_alone() -> None:
    pack = outfit(RULES, make_test_game().items, "warden", is_first=False)
    found = [(stack.item, stack.count, stack.slot) for stack in pack.stacks]
    assert found == [("short_sword^1", 1, "main_hand"), ("round_shield^1", 1, "off_hand")]


def test_no_slot_is_filled_twice() -> None:
    sword, cap = (StartItem(item=item, count=1) for item in ("long_sword", "leather_cap"))
    greedy = RULES.callings["warden"].model_copy(update={"start": (sword, cap, sword, cap)})
    rules = RULES.model_copy(update={"callings": {"warden": greedy}})
    pack = outfit(rules, make_test_game().items, "warden", is_first=False)
    assert [stack.slot for stack in pack.stacks] == ["main_hand", "head", "", ""]
