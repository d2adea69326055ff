"""What would have helped a hero that has died."""

import pytest

from support.worlds.staging import Stage, caster
from undertide_server.simulation.components.heroes import ItemStack
from undertide_server.simulation.mechanics.dying import die
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.state.events import Fell
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.views.hindsight import NEAR_STEPS, hindsight_of

PLAIN_HALL = ["#######", "#@....#", "#.....#", "#######"]
WIDE_HALL = ["#" * 24, f"#@{'.' * 20}>#", "#" * 24]


def learned(stage: Stage, row: HeroRow) -> list[str]:
    """Let a hero die by a monster, and return what would have helped."""
    stage.run.events = []
    die(stage.run, stage.floor, row, who(stage.monster((3, 1))))
    (fell,) = (event for event in stage.run.events if isinstance(event, Fell))
    return hindsight_of(stage.run, fell)


def bare(stage: Stage, *spells: str, mana: int = 0) -> HeroRow:
    """Let a hero in that carries nothing, and knows these spells."""
    row = caster(stage, *spells)
    row.magic.mana = mana
    return row


def give(row: HeroRow, **counts: int) -> None:
    """Put items into a hero's pack."""
    row.inventory.stacks += [
        ItemStack(100 + number, item, count) for number, (item, count) in enumerate(counts.items())
    ]


def test_whoever_had_nothing_left_reads_nothing() -> None:
    stage = Stage(PLAIN_HALL)
    assert learned(stage, bare(stage)) == []


@pytest.mark.parametrize(
    ("counts", "told"),
    [
        ({"health_potion": 3}, ["3 health potions were left undrunk."]),
        (
            {"health_potion": 1, "stone_draught": 1},
            ["A health potion and a stone draught were left undrunk."],
        ),
        ({"blink_scroll": 2}, ["2 blink scrolls were left unread."]),
        ({"fireball_scroll": 1}, ["A fireball scroll was left unread."]),
        ({"seeing_scroll": 1, "heel_of_bread": 2}, []),
    ],
)
def test_what_would_have_saved_a_hero_is_counted(counts: dict[str, int], told: list[str]) -> None:
    stage = Stage(PLAIN_HALL)
    row = bare(stage)
    give(row, **counts)
    assert learned(stage, row) == told


def test_where_no_magic_works_scrolls_and_spells_would_not_have_helped() -> None:
    stage = Stage(PLAIN_HALL)
    row = bare(stage, "heal", mana=500)
    give(row, health_potion=1, blink_scroll=1)
    silent = next(
        key for key, one in stage.run.rules.terrain.items() if one.quells_magic and one.walkable
    )
    stage.turn(row.cell, silent)
    assert learned(stage, row) == ["A health potion was left undrunk."]


def test_spells_are_told_only_as_far_as_the_mana_went() -> None:
    stage = Stage(PLAIN_HALL)
    cost = stage.run.rules.spells["heal"].mana
    assert learned(stage, bare(stage, "heal", "fire_bolt", mana=cost)) == [
        "There was mana left for heal."
    ]
    stage = Stage(PLAIN_HALL)
    assert learned(stage, bare(stage, "heal", mana=cost - 1)) == []


@pytest.mark.parametrize(
    ("x", "told"),
    [
        (22, ["The stairs down were underfoot."]),
        (21, ["The stairs down were 1 step away."]),
        (18, ["The stairs down were 4 steps away."]),
        (22 - NEAR_STEPS, [f"The stairs down were {NEAR_STEPS} steps away."]),
        (21 - NEAR_STEPS, []),
    ],
)
def test_known_stairs_are_told_if_they_were_near(x: int, told: list[str]) -> None:
    stage = Stage(WIDE_HALL)
    row = bare(stage)
    stage.run.index.move(row, (x, 1))
    stage.step()
    assert learned(stage, row) == told


def test_stairs_that_the_hero_never_saw_are_not_told() -> None:
    stage = Stage(["##########", "#@.....+>#", "##########"])
    row = bare(stage)
    memory = row.memory.floors[stage.floor.state.branch]
    memory.tiles[1, 8] = 0
    assert learned(stage, row) == []


def test_food_is_told_to_the_hungry_alone() -> None:
    stage = Stage(PLAIN_HALL)
    row = bare(stage)
    give(row, heel_of_bread=2)
    row.hero.food = 0
    (line,) = learned(stage, row)
    assert line.startswith("2 ")
    assert line.endswith(" were left uneaten, in spite of hunger.")


def test_the_likeliest_help_comes_first() -> None:
    stage = Stage(WIDE_HALL)
    row = bare(stage, "heal", mana=500)
    give(row, blink_scroll=1, health_potion=1)
    stage.run.index.move(row, (20, 1))
    stage.step()
    assert learned(stage, row) == [
        "A health potion was left undrunk.",
        "A blink scroll was left unread.",
        "There was mana left for heal.",
        "The stairs down were 2 steps away.",
    ]
