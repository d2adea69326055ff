"""What fits into packs."""

from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.worlds.staging import Stage, make_test_game
from undertide_server.simulation.components.heroes import ItemStack
from undertide_server.simulation.mechanics.inventory import (
    carried,
    counted_name,
    exchange,
    fits,
    free_slots,
    give_stack,
    has_room,
    stow,
    take_out,
)
from undertide_server.simulation.state.rows import HeroRow
from undertide_shared.letters import LETTERS

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
