"""What fits into packs."""

from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.worlds.staging import Stage, make_test_game
from undertide_server.simulation.mechanics.inventory import (
    carried,
    counted_name,
    fits,
    give_stack,
    has_room,
    stow,
    take_out,
)
from undertide_server.simulation.state.rows import HeroRow

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


items = st.sampled_from([POTION, SWORD, "essence/keen"])


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
    wanted = {"essence/keen": 2, "essence/burning": 1}
    assert not fits(stage.run, row.inventory, wanted, freed=1)
    assert fits(stage.run, row.inventory, wanted, freed=2)


def test_artifacts_go_by_their_names() -> None:
    stage, _ = bare_hero()
    assert counted_name(stage.run, "long_sword^9", 1) == "a long sword"
    assert counted_name(stage.run, "oak_staff^9", 1) == "an oak staff"
    assert counted_name(stage.run, POTION, 2) == "2 health potions"
    assert counted_name(stage.run, "dawnbreaker^9", 1) == "Dawnbreaker ✦"
