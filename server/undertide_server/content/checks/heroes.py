"""Checks of heroes, and of the items that they carry and find."""

from collections.abc import Iterator
from itertools import pairwise

from undertide_server.content.checks.findings import (
    Check,
    Finding,
    expected,
    no_such,
    not_rising,
    unordered_table,
)
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.schema.faults import Path

SPELLS = ("inflict", "chain", "ball")
"""Effects of items that are read."""


def levels_rise(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each figure that falls with a hero's level, and a fault if level 1 needs experience."""
    levels = ruleset.heroes.levels
    where: Path = ("heroes", "levels")
    if levels[0].experience != 0:
        found = levels[0].experience
        yield expected((*where, 0, "experience"), "0 at the first level", found)
    yield from not_rising(where, "experience", [level.experience for level in levels])
    for index, (before, level) in enumerate(pairwise(levels), start=1):
        for key in ("life", "attack", "magic", "mana"):
            least, found = getattr(before, key), getattr(level, key)
            if found < least:
                yield expected((*where, index, key), f"at least {least}, the previous value", found)


def thresholds_rise(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each level whose thresholds don't rise: harder encounters are worth more (R4)."""
    for index, level in enumerate(ruleset.heroes.levels):
        if sorted(set(level.thresholds)) != list(level.thresholds):
            where = ("heroes", "levels", index, "thresholds")
            yield expected(where, "rising numbers", level.thresholds)


def item_tables_rise(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each row whose floor isn't above that of the row before."""
    for key, item in ruleset.items.items():
        yield from unordered_table(("items", key, "weights"), item.weights)


def loot_tables_rise(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each row whose floor isn't above that of the row before."""
    where = ("loot", "most_items_per_room")
    yield from unordered_table(where, ruleset.loot.most_items_per_room)


def gold_and_hearts_do_what_they_are_for(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield a fault unless gold goes into the purse and a heart container raises the full life."""
    for key, effect in (("gold", "coin"), ("heart", "hearten")):
        where: Path = ("loot", key)
        yield from _not_such_an_item(ruleset, where, getattr(ruleset.loot, key), (effect,))


def supplies_are_items(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each of the potions and food that is no item."""
    for index, key in enumerate(ruleset.loot.supplies):
        if key not in ruleset.items:
            yield no_such(("loot", "supplies", index), "item", key, ruleset.items)


def spells_can_be_read(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each spell of dead ends that isn't a book, or whose pile there is more than a stack."""
    loot = ruleset.loot
    for index, key in enumerate(loot.spells):
        where: Path = ("loot", "spells", index)
        yield from _not_such_an_item(ruleset, where, key, ("teach",))
        item = ruleset.items.get(key)
        if item is not None and loot.spell_count > item.stack:
            wanted = f'at most {item.stack}, a stack of "{key}"'
            yield expected(("loot", "spell_count"), wanted, loot.spell_count)


def amulets_can_be_held(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each amulet that isn't a keepsake of its own, or is found by chance or sold (R15)."""
    amulets = ruleset.victory.amulets
    for index, key in enumerate(amulets):
        where: Path = ("victory", "amulets", index)
        yield from _not_such_an_item(ruleset, where, key, ("keepsake",))
        if key in amulets[:index]:
            yield expected(where, "an amulet that isn't named before", key)
        item = ruleset.items.get(key)
        if item is not None and any(row.value for row in item.weights):
            yield ("items", key, "weights"), "expected none, as it is an amulet"
        if item is not None and item.price:
            yield expected(("items", key, "price"), "0, as it is an amulet", item.price)


def floors_hold_the_amulets(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield a fault if a floor can hold fewer stacks than there are amulets."""
    most, amulets = ruleset.loot.most_on_floor, len(ruleset.victory.amulets)
    if most < amulets:
        yield expected(("loot", "most_on_floor"), f"at least {amulets}, the amulets", most)


def _not_such_an_item(
    ruleset: Ruleset, where: Path, key: str, effects: tuple[str, ...]
) -> Iterator[Finding]:
    """Yield a fault if an item doesn't exist, or if it has another effect."""
    item = ruleset.items.get(key)
    if item is None:
        yield no_such(where, "item", key, ruleset.items)
    elif item.effect.does not in effects:
        wanted = " or ".join(f'"{effect}"' for effect in effects)
        yield expected(where, f"an item that does {wanted}", item.effect.does)


CHECKS = (
    Check(("heroes",), levels_rise),
    Check(("heroes",), thresholds_rise),
    Check(("items",), item_tables_rise),
    Check(("loot",), loot_tables_rise),
    Check(("items", "loot"), gold_and_hearts_do_what_they_are_for),
    Check(("items", "loot"), supplies_are_items),
    Check(("items", "loot"), spells_can_be_read),
    Check(("items", "victory"), amulets_can_be_held),
    Check(("loot", "victory"), floors_hold_the_amulets),
)
"""These checks, each with the catalogues that it reads."""
