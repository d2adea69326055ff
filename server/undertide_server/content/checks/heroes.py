"""Checks of heroes, their callings and hunger, and of the items that they carry and find."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from undertide_server.content.checks.findings import (
    Check,
    Finding,
    expected,
    no_such,
    not_rising,
    shared_names,
    unknown_or_repeated,
    unordered_table,
)
from undertide_server.content.records.heroes import StartItem
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


def some_calling_is_everybodys(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield a fault if the default calling doesn't exist."""
    named = ruleset.heroes.calling
    if named not in ruleset.callings:
        yield no_such(("heroes", "calling"), "calling", named, ruleset.callings)


def callings_are_told_apart(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each calling whose name another calling has."""
    names = {key: calling.name for key, calling in ruleset.callings.items()}
    return shared_names("callings", names)


def start_items_exist(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each item that new heroes can't carry, and each calling whose items overfill a pack."""
    heroes = ruleset.heroes
    yield from _not_there(ruleset, ("heroes", "start"), heroes.start)
    for key, calling in ruleset.callings.items():
        where: Path = ("callings", key, "start")
        yield from _not_there(ruleset, where, calling.start)
        found = len(heroes.start) + len(calling.start)
        if found > heroes.pack_size:
            wanted = f"at most {heroes.pack_size} stacks with those of all heroes, `pack_size`"
            yield expected(where, wanted, found)


def callings_know_spells(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each spell of a calling that doesn't exist or that is named twice."""
    for key, calling in ruleset.callings.items():
        where: Path = ("callings", key, "spells")
        yield from unknown_or_repeated(where, "a spell", calling.spells, ruleset.spells)


def hunger_grows(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each stage of hunger that isn't below the one before it, or that heals faster."""
    hunger = ruleset.hunger
    stages = {
        "hungry": hunger.hungry,
        "starving": hunger.starving,
        "famished": hunger.famished,
    }
    before = None
    for name, stage in stages.items():
        if before is not None and stage.percent >= before.percent:
            wanted = f"less than {before.percent}, the previous value"
            yield expected(("hunger", name, "percent"), wanted, stage.percent)
        if before is not None and stage.healing > before.healing:
            wanted = f"at most {before.healing}, the previous value"
            yield expected(("hunger", name, "healing"), wanted, stage.healing)
        before = stage


def _not_there(ruleset: Ruleset, where: Path, start: Sequence[StartItem]) -> Iterator[Finding]:
    """Yield each entry that is neither an item nor gear, or that is more than one stack."""
    bases = ruleset.gear.bases
    for index, each in enumerate(start):
        item = ruleset.items.get(each.item)
        if item is None and each.item not in bases:
            known = [*ruleset.items, *bases]
            yield no_such((*where, index, "item"), "item or gear", each.item, known)
            continue
        most = 1 if item is None else item.stack
        if each.count > most:
            yield expected((*where, index, "count"), f"at most {most}, a stack", each.count)


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
    Check(("callings", "heroes"), some_calling_is_everybodys),
    Check(("callings",), callings_are_told_apart),
    Check(("callings", "gear", "heroes", "items"), start_items_exist),
    Check(("callings", "spells"), callings_know_spells),
    Check(("hunger",), hunger_grows),
)
"""These checks, each with the catalogues that it reads."""
