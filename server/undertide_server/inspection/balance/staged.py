"""A party before the last boss, equipped as if it had walked there: can it win the fight?"""

from collections.abc import Sequence
from typing import Final

from undertide_server.content.records.gear import GearSort
from undertide_server.simulation.components.heroes import ItemStack
from undertide_server.simulation.mechanics.floor_visits import enter_floor
from undertide_server.simulation.mechanics.floors import entry, floor_below
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.mechanics.stats import refit
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_server.util.rng import Rng, derive
from undertide_server.worldgen.items.generation import draw_gear
from undertide_shared.messages import Slot

SUPPLIES: Final = 3
"""Factor for the items other than gear that a new hero carries: the rest of a long way's supplies.
"""
TRIES: Final = 400
"""Pieces to draw for an outfit: enough for every sort of gear to turn up."""
FINDS: Final = 2
"""R8: the better of two draws, as for hoarded or guarded gear."""


def stage(run: Run) -> None:
    """Move the heroes of a run that just began to its last floor, where the boss is awake.

    They have the highest level and, in each slot, gear of that floor with affixes. The first hero
    holds all amulets.
    """
    rows = [row for floor in run.index.floors.values() for row in floor.heroes.values()]
    for number, row in enumerate(rows):
        _raise(run, row)
        _equip(run, row, derive(run.game.seed, "staged gear", number))
    for amulet in run.rules.victory.amulets:
        give_stack(rows[0].inventory, amulet, 1)
    run.progress.seal_broken = True
    floor = entry(run)
    for _ in run.game.curve.floors[1:]:
        floor = floor_below(run, floor, 0)
    for row in rows:
        run.index.leave(row.entity)
        enter_floor(run, row.entity, floor, floor.nearest_free(floor.state.arrival))


def _raise(run: Run, row: HeroRow) -> None:
    levels = run.rules.heroes.levels
    row.hero.level, row.hero.experience = len(levels), levels[-1].experience


def _equip(run: Run, row: HeroRow, rng: Rng) -> None:
    """Replace a hero's gear with gear of the last floor, and fill its life and mana."""
    old = list(row.inventory.stacks)
    row.inventory.stacks.clear()
    for stack in old:
        if run.items.kind(stack.item).gear is None:
            give_stack(row.inventory, stack.item, stack.count * SUPPLIES)
    for slot, key in _outfit(run, _arms(run, old), rng).items():
        give_stack(row.inventory, key, 1, slot)
    refit(run, row)
    row.body.life, row.magic.mana = row.body.max_life, row.magic.max_mana


def _arms(run: Run, stacks: Sequence[ItemStack]) -> GearSort:
    """Return the sort of gear in a hero's main hand; "weapon" if the hand is empty."""
    held = (run.items.kind(stack.item).gear for stack in stacks if stack.slot == "main_hand")
    return next((gear.sort for gear in held if gear is not None), "weapon")


def _outfit(run: Run, arms: GearSort, rng: Rng) -> dict[Slot, str]:
    """Draw gear of the last floor. Return the first piece with affixes for each slot."""
    number = len(run.game.curve.floors)
    found: dict[Slot, str] = {}
    for _ in range(TRIES):
        key = draw_gear(run.rules, number, rng, FINDS)
        gear = run.items.kind(key).gear
        assert gear is not None
        slot = gear.slots[0]
        if gear.affixes and (slot != "main_hand" or gear.sort == arms):
            found.setdefault(slot, key)
    main = run.items.kind(found["main_hand"]).gear if "main_hand" in found else None
    if main is not None and main.two_handed:
        found.pop("off_hand", None)
    return found
